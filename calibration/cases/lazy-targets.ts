import type { Check } from '../../conformance/check.ts';
import { CHECKS } from '../../conformance/checks/index.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { jsonAnswer, type Layer, type PlainResponse } from '../servers/exchange-layer.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import type { CaseSource, CaseTools } from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';

/** A target that does nothing of what is asked and hopes that nobody notices. */
interface LazyTarget {
  id: string;
  how: string;
  /** the endpoints that are lazy; refusals on them prove nothing */
  endpoints: readonly EndpointName[];
  layers(tools: CaseTools): Promise<Layer[]>;
}

const always = (response: PlainResponse, endpoints: readonly EndpointName[]): Layer[] => [
  (request, next, { endpoint }) =>
    endpoint === undefined || endpoints.includes(endpoint)
      ? Promise.resolve(response)
      : next(request),
];

const UNIFORM = [
  { name: 'empty-object', what: '200 with an empty object', answer: jsonAnswer(200, {}) },
  {
    name: 'failed',
    what: '200 with status FAILED',
    answer: jsonAnswer(200, { status: 'FAILED', message: 'not possible' }),
  },
  {
    name: 'success',
    what: '200 with status SUCCESS and empty data',
    answer: jsonAnswer(200, { status: 'SUCCESS', responseCode: 200, data: {} }),
  },
  { name: '401', what: '401', answer: jsonAnswer(401, { message: 'who are you?' }) },
  {
    name: '403',
    what: '403 with the body shown',
    answer: jsonAnswer(403, { error: 'forbidden', message: 'no', role: 'CUSTOMER' }),
  },
];

const AFTER_LOGIN = ENDPOINT_NAMES.filter((name) => name !== 'login');

/** Every kind of lazy target: with and without a login that works, and one that replays. */
const LAZY_TARGETS: readonly LazyTarget[] = [
  ...UNIFORM.flatMap(({ name, what, answer }) => [
    {
      id: `lazy.${name}`,
      how: `It answers everything with ${what}.`,
      endpoints: ENDPOINT_NAMES,
      layers: async () => always(answer, ENDPOINT_NAMES),
    },
    {
      id: `lazy.${name}-after-login`,
      how: `It logs users in and answers everything else with ${what}.`,
      endpoints: AFTER_LOGIN,
      layers: async () => always(answer, AFTER_LOGIN),
    },
  ]),
  {
    id: 'lazy.recording',
    how: 'It replays good answers of the reference server, by method and path.',
    endpoints: ENDPOINT_NAMES,
    layers: async (tools) => [replay(await recordGoodAnswers(tools))],
  },
  {
    id: 'lazy.recording-after-login',
    how: 'It logs users in and replays good answers for everything else, by method and path.',
    endpoints: AFTER_LOGIN,
    layers: async (tools) => {
      const answer = replay(await recordGoodAnswers(tools));
      return [
        (request, next, context) =>
          context.endpoint === 'login' ? next(request) : answer(request, next, context),
      ];
    },
  },
];

/** Good answers by method and path, and the latest of every endpoint. */
type Recording = Map<string, PlainResponse>;

/** Runs the suite once against the reference server and keeps what succeeded. */
async function recordGoodAnswers(tools: CaseTools): Promise<Recording> {
  const recording: Recording = new Map();
  const record: Layer = async (request, next, { endpoint }) => {
    const response = await next(request);
    if (response.status === 200) {
      const key = `${request.method} ${request.path}`;
      if (!recording.has(key)) {
        recording.set(key, response);
      }
      recording.set(String(endpoint), response);
    }
    return response;
  };
  const server = await startWrapped({ layers: [record] });
  try {
    await runCase(server.target, tools);
  } finally {
    await server.close();
  }
  return recording;
}

const replay =
  (recording: Recording): Layer =>
  async (request, next, { endpoint }) =>
    recording.get(`${request.method} ${request.path}`) ??
    recording.get(String(endpoint)) ??
    next(request);

/** A recording may hold one preference for all, which may be that of the platform. */
const KEPT_BY_NOTHING = 'fetch-organisation-preference.own.everywhere';

/**
 * Checks that pass when something is refused. They are the ones that must not pass here: the twin
 * that shows the refusal to mean something did not succeed, or nothing was refused.
 */
function isNegative({ id, level }: Pick<Check, 'id' | 'level'>): boolean {
  return (
    level === 'must' &&
    id !== KEPT_BY_NOTHING &&
    /\.(refuses|forbids|own|failure)\.|\.header\.[^.]+-missing$|^authentication\.(?!bearer\.)|^api-tokens\.(expired|revoked)\./.test(
      id,
    )
  );
}

const negative = new Map(CHECKS.filter(isNegative).map((check) => [check.id, check]));

/** Lazy targets: never conformant, and no refusal of theirs is taken for a rule that holds. */
export const lazyCases: CaseSource = {
  kind: 'lazy',
  ids: () => LAZY_TARGETS.map(({ id }) => id),
  async run(id, tools) {
    const lazy = LAZY_TARGETS.find((each) => each.id === id);
    if (!lazy) {
      throw new RangeError(`there is no lazy target ${id}`);
    }
    const server = await startWrapped({ layers: await lazy.layers(tools) });
    try {
      const run = await runCase(server.target, tools);
      const passed = run.results.filter(
        ({ id: check, result, endpoint }) =>
          result === 'pass' &&
          negative.has(check) &&
          endpoint !== undefined &&
          lazy.endpoints.includes(endpoint),
      );
      const problems = passed.map(
        ({ id: check }) => `${check} passes on a target that does nothing.`,
      );
      const conclusion = concluded(server.target, run, problems);
      if (conclusion.verdict !== 'not conformant') {
        problems.push(`The verdict is ${conclusion.verdict}.`);
      }
      return { how: lazy.how, ...conclusion, problems, ok: problems.length === 0 };
    } finally {
      await server.close();
    }
  },
};
