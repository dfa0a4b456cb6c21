import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enrichedOpenApi, withoutRanges } from './enriched-openapi.ts';
import { type ExampleValues, VALUE_NAMES } from './example-values.ts';
import { npmPackages } from './npm-packages.ts';
import { command, required, type Tool } from './tool.ts';

const PORTMAN = '1.33.0';
const NEWMAN = '6.2.2';

/** Portman asks for tslib without listing it. */
const PACKAGES = { '@apideck/portman': PORTMAN, newman: NEWMAN, tslib: '2.8.1' };

const token = (value: string) => ({
  overwriteRequestSecurity: { apiKey: { key: 'X-Auth-Token', value, in: 'header' } },
});
const statusIs = (code: number) => ({
  contractTests: [{ statusCode: { enabled: true, code }, schemaValidation: { enabled: true } }],
});

/** A refusal is a 4xx or, where the specification has it so, a body with status FAILED. */
const REFUSED = [
  "pm.test('refused', () => {",
  '  const failed = pm.response.text().includes(\'"FAILED"\');',
  "  pm.expect(failed || String(pm.response.code).startsWith('4')).to.equal(true);",
  '});',
];

const CONFIGURATION = {
  version: 1,
  overwrites: [
    { openApiOperationId: 'logout', ...token('{{logoutToken}}') },
    { openApiOperationId: 'refresh', ...token('{{refreshAuthToken}}') },
    { openApiOperationId: 'fetch-organisation-preference', ...token('{{managerToken}}') },
  ],
  tests: {
    contractTests: [
      {
        openApiOperation: '*::/*',
        statusSuccess: { enabled: true },
        contentType: { enabled: true },
        jsonBody: { enabled: true },
        schemaValidation: { enabled: true },
      },
    ],
    variationTests: [
      {
        openApiOperation: '*::/*',
        excludeForOperations: ['login'],
        openApiResponse: '401',
        variations: [
          {
            name: 'NoToken',
            overwrites: [{ overwriteRequestSecurity: { remove: true } }],
            tests: statusIs(401),
          },
          { name: 'MadeUpToken', overwrites: [token('made-up')], tests: statusIs(401) },
        ],
      },
      {
        openApiOperationId: 'awaiting-payments',
        openApiResponse: '403',
        variations: [
          { name: 'Cashier', overwrites: [token('{{cashierToken}}')], tests: statusIs(403) },
        ],
      },
      {
        openApiOperation: '*::/*',
        excludeForOperations: ['logout'],
        openApiResponse: '400',
        variations: [
          {
            name: 'Incomplete',
            fuzzing: [
              {
                requestBody: [
                  {
                    requiredFields: { enabled: true },
                    minimumNumberFields: { enabled: true },
                    minLengthFields: { enabled: true },
                  },
                ],
                requestHeaders: [{ requiredFields: { enabled: true } }],
                requestQueryParams: [{ requiredFields: { enabled: true } }],
              },
            ],
            tests: { extendTests: [{ tests: REFUSED }] },
          },
        ],
      },
    ],
  },
};

/** Installs Portman and newman below the cache and makes the collection once. Throws ToolMissing. */
export async function installPortman(cache: string): Promise<Tool> {
  const folder = join(cache, 'portman');
  const modules = await npmPackages(folder, PACKAGES);
  const collection = join(folder, 'collection.json');
  await makeCollection(folder, modules, collection);
  return {
    name: 'Portman + newman',
    version: `${PORTMAN} + ${NEWMAN}`,
    seeded: false,
    getBody: 'is sent, once in its example and once without each of its fields',
    configuration:
      'OpenAPI 3.0, in which ranges of status codes became 200 and 400 (it skips the schemas of ' +
      'ranges); contract tests of status, content type, JSON and schema for every endpoint; ' +
      'variations with no token and a made-up token (401) for every endpoint, with the token of a ' +
      'cashier (403) for awaiting-payments, and with each required field, header and parameter ' +
      'left out or below its minimum (refused). Tokens and ids are variables of the collection.',
    async run({ target, values, folder: own }) {
      const report = join(own, 'newman.json');
      const variables: Record<string, string> = {
        ...values,
        baseUrl: target.baseUrl,
        apiKey: values.token,
      };
      const end = await command(
        process.execPath,
        [
          ...[join(modules, 'newman', 'bin', 'newman.js'), 'run', collection],
          ...Object.entries(variables).flatMap(([key, value]) => ['--env-var', `${key}=${value}`]),
          ...['--reporters', 'json', '--reporter-json-export', report],
          ...['--timeout-request', '10000'],
        ],
        { cwd: own },
      );
      const text = await readFile(report, 'utf8').catch(() => {
        throw new Error(`no report: ${end.output.slice(-300)}`);
      });
      return newmanFailures(text);
    },
  };
}

async function makeCollection(folder: string, modules: string, collection: string): Promise<void> {
  const placeholders = Object.fromEntries(VALUE_NAMES.map((name) => [name, `{{${name}}}`]));
  const servers = {
    base: 'http://placeholder.invalid',
    lending: 'http://placeholder.invalid/lending-host',
    investment: 'http://placeholder.invalid/investment-host',
  };
  const values = { ...(placeholders as ExampleValues), idempotencyKey: '{{$guid}}' };
  const document = withoutRanges(enrichedOpenApi(servers, values, '3.0'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'portman.json'), JSON.stringify(CONFIGURATION));
  const args = [
    join(modules, '@apideck', 'portman', 'bin', 'portman'),
    ...['-l', 'openapi.json', '-c', 'portman.json', '-o', collection, '-t', 'true'],
    ...['-b', '{{baseUrl}}'],
  ];
  await required('Portman', process.execPath, args, { cwd: folder });
}

/** The failed assertions in a JSON report of newman, by request and assertion. */
export function newmanFailures(report: string): string[] {
  const { run } = JSON.parse(report) as {
    run: {
      executions: {
        item: { name: string };
        assertions?: { assertion: string; error?: { name: string } }[];
        requestError?: { code?: string };
      }[];
    };
  };
  if (run.executions.length === 0) {
    throw new Error('nothing was tested');
  }
  return run.executions.flatMap(({ item, assertions = [], requestError }) => [
    ...(requestError ? [`${item.name}: no answer (${requestError.code ?? 'unknown'})`] : []),
    ...assertions.flatMap(({ assertion, error }) => (error ? [`${item.name}: ${assertion}`] : [])),
  ]);
}
