import type { Ways } from '../target/connections/ways.ts';
import type { LoadSettings } from '../target/target.ts';

export type { GateSettings, LoadSettings } from '../target/target.ts';

/** An e-mail address and a password (section 4.1). */
export interface LoadUser {
  email: string;
  password: string;
}

/** What the load kit needs of a target; `Target` of target/ is one. */
export interface LoadTarget extends Ways {
  name: string;
  /** the three hosts, without a trailing slash */
  baseUrl: string;
  lendingUrl: string;
  investmentUrl: string;
  /** sent with every request to the target */
  headers?: Record<string, string>;
  /** per request, in milliseconds */
  timeoutMs: number;
  users: { [name in string]?: LoadUser };
  states: {
    url?: string;
    headers?: Record<string, string>;
    pools?: { [state in string]?: object[] };
  };
  load?: LoadSettings;
}
