import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Report } from '../report/report.ts';
import type { Level } from '../result.ts';

/** A rule and how the exchanges that passed by fared with it. */
export interface JudgedRule {
  id: string;
  title: string;
  level: Level;
  endpoint: EndpointName;
  /** ids of the register; empty for rules of requests, which name their section */
  requirements: string[];
  section: string;
  /** `left open` is a deviation from what is listed and not demanded */
  result: 'kept' | 'broken' | 'left open' | 'not judged' | 'error';
  /** exchanges that it says something of, and those of them that broke it */
  judged: number;
  broken: number;
  /** of the first exchange that broke it */
  expected?: string;
  got?: string;
  exchange?: Exchange;
  /** lines for a POSIX shell with curl that send that request again */
  replay?: string[];
  /** why the rule itself could not judge */
  problem?: string;
}

/** What is said of one side. */
export interface JudgedSide {
  /** `broken` where a must was, `kept` where some rule was judged and none of them a broken must */
  verdict: 'kept' | 'broken' | 'nothing judged';
  rules: JudgedRule[];
}

/** What a proxy saw; its published schema is proxy-report.schema.json. */
export interface ProxyReport extends Pick<Report, 'kit' | 'contract' | 'target'> {
  schemaVersion: 1;
  startedAt: string;
  finishedAt: string;
  durationMs: number;
  /** handed on in all */
  exchanges: number;
  /** those too large to be judged; they were handed on all the same */
  unjudged: number;
  /** requests that got no answer, by reason */
  unanswered: { reason: string; exchanges: number }[];
  /** by endpoint of the specification, with the status codes of the answers */
  endpoints: { endpoint: EndpointName; exchanges: number; statuses: Record<string, number> }[];
  /** requests to what the specification does not have */
  elsewhere: { method: string; path: string; exchanges: number }[];
  server: JudgedSide;
  client: JudgedSide;
  exitCode: 0 | 1 | 3;
  /** why the exit code is not 0, as sentences */
  reasons: string[];
}
