import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { UserName } from '../../target/target.ts';
import type { Value } from './situation.ts';

/**
 * A refusal that leaves what it refuses as it was, and holds whatever else the request says: it is tried in
 * situations, which vary what is around the one thing that is wrong.
 */
export interface Refusal {
  /** names it: the checks of one refusal are tried in the same situations, so that one answer serves all */
  name: string;
  /** the form of the token, where that is what is wrong: `tampered-payload` */
  badToken?: string;
  /** the check brings a token that no other stands for */
  ownToken?: true;
  /** the token has expired, so that it is tried with dates from before its end, too */
  expired?: true;
  /** who else is refused alike, beside the customer: whoever lists payments, the agent, staff, another owner */
  alsoOf?: 'listers' | 'agent' | 'staff' | 'otherCustomer';
  /** whose data is reached for, by somebody else */
  reachesFor?: UserName;
  /** the status is open, and so is that of the same for an interaction that came before */
  anyStatus?: true;
  /** each scenario of section 7 is told alike, so that two of them at once are as well */
  alsoWrong?: true;
  /** tried with each value of what varies, and not with each pair of values */
  once?: true;
  /** how many situations there are at the least, where others like it are tried in as many as usual */
  least?: number;
  /** what varies besides, in the place of what varies in turn at the endpoint */
  inTurn?: readonly Value[];
}

/** What the wrong requests of an endpoint have in common. */
const ALIKE: { [E in EndpointName]?: Partial<Refusal> } = {
  'awaiting-payments': { alsoOf: 'listers' },
  'request-loan': { alsoOf: 'agent', anyStatus: true },
  'repay-loan': { anyStatus: true },
  'update-application': { alsoOf: 'otherCustomer' },
};

/**
 * The refusal of a wrong request, whoever sends it.
 *
 * @param what is wrong, as ids of checks tell it: `no-loanAmount`
 */
export function refusalOf(
  endpoint: EndpointName,
  what: string,
  special: Partial<Refusal> = {},
): Refusal {
  return { name: `${endpoint}.${what}`, ...ALIKE[endpoint], ...special };
}
