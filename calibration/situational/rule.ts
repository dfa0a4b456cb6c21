import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Layer } from '../servers/exchange-layer.ts';
import type { Answer } from '../strangers/proofs/client.ts';
import type { Plan } from './plan.ts';
import type { Visit } from './visit.ts';

/**
 * One sentence of the specification, broken on one exchange. A rule that is always broken is an
 * ordinary fault; here it is broken in one situation only, which is drawn beside it.
 */
export interface Rule {
  /** endpoint and what goes wrong: `portfolios.page-ignored` */
  id: string;
  /** rules that go wrong in the same way, whatever the endpoint or field; one of them is drawn */
  way: string;
  endpoint: EndpointName;
  /** what of the register it breaks; `sameAs` is not followed here */
  breaks: readonly string[];
  /** whether it refuses what is right, or lets in who has no token or no such role */
  kind?: 'refusing' | 'badToken' | 'role';
  /** what goes wrong, to be continued by the situation: `a page after the first is the first` */
  how: string;
  /** makes it go wrong; is there in the situation only */
  layer: Layer;
  /** makes the requests that show it, of a plain call that succeeds */
  request?(plan: Plan): void;
  /** how the exchange goes where it is more than one call; the last is judged */
  exchange?(visit: Visit): Promise<Answer>;
  /** whether an answer keeps the sentence; `right` is what the reference server answers to it */
  kept(answer: Answer, right: Answer): boolean;
  /** the right answer is a refusal */
  refuses?: boolean;
  /** axes, or values of them as `axis=value`, that make no sense with it */
  without?: readonly string[];
}

/** The answer succeeded, as far as a client can tell (design, "Reading the spec"). */
export const succeeded = ({ status, body }: Answer): boolean =>
  status >= 200 && status < 300 && body?.status !== 'FAILED';

/** The answer is a refusal: 4xx, or a body whose status is FAILED. */
export const refused = ({ status, body }: Answer): boolean =>
  (status >= 400 && status < 500) || body?.status === 'FAILED';

/** The answer has the status code of the right one. */
export const sameStatus = (answer: Answer, right: Answer): boolean =>
  answer.status === right.status;

/** What a client may take for a complete success of each endpoint, as the register has it. */
export const SUCCESS: Readonly<Record<EndpointName, readonly string[]>> = {
  login: ['LGN-1'],
  refresh: ['RFR-1'],
  logout: ['LGO-1'],
  'fetch-organisation-preference': ['ORG-1'],
  'awaiting-payments': ['PAY-19'],
  'request-loan': ['LOAN-27'],
  'repay-loan': ['REP-15'],
  'update-application': ['APP-24'],
  portfolios: ['PTF-3'],
};

/** The endpoints that show the body of a success (section 4). */
export const WITH_BODY = [
  'login',
  'refresh',
  'awaiting-payments',
  'repay-loan',
  'update-application',
] as const satisfies EndpointName[];
