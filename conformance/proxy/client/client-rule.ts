import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Endpoint } from '../../../contract/endpoints.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Level } from '../../result.ts';
import type { Asked } from '../asked-endpoint.ts';

/** Who holds a token, by what the answer to its login said. */
export interface Holder {
  userId?: string;
  role?: string;
}

/** A request with what is known of it. */
export interface ToldRequest {
  asked: Asked;
  exchange: Exchange;
  /** the whole body, or undefined where there is none */
  text: string | undefined;
  /** the body as JSON, or undefined where it is none */
  json: unknown;
  /** the token it carries, in either form */
  token: string | undefined;
  /** whose token it is, where its login or refresh passed by */
  holder: Holder | undefined;
  /** what was sent before under the same key by the same caller, where that was something else */
  otherUnderKey: string | undefined;
  /** whether this token was answered with 401 before */
  refusedToken: boolean;
}

/** One statement of the specification about requests, judged on every request of its endpoint. */
export interface ClientRule {
  /** `client.<endpoint>.<what>` */
  id: string;
  /** the outcome in the present tense */
  title: string;
  /** the section that states it */
  section: string;
  level: Level;
  endpoint: EndpointName;
  /**
   * Judges one request. Gives `false` where the rule says nothing of it, and throws a Deviation where
   * it is broken.
   */
  judge(told: ToldRequest): boolean;
}

/** A rule as its file writes it: a must of its endpoint's own section unless it says otherwise. */
export type ClientDraft = Omit<ClientRule, 'endpoint' | 'section' | 'level'> &
  Partial<Pick<ClientRule, 'section' | 'level'>>;

/** Completes the rules of an endpoint. */
export function rulesOf({ name, section }: Endpoint, drafts: readonly ClientDraft[]): ClientRule[] {
  return drafts.map((draft) => ({ section, level: 'must', endpoint: name, ...draft }));
}

/** A header of a request without the blanks around it, or `undefined` where there is none. */
export function headerOf({ exchange }: ToldRequest, name: string): string | undefined {
  return exchange.request.headers[name.toLowerCase()]?.trim();
}
