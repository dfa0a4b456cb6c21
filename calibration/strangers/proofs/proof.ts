import type { Client } from './client.ts';

/** What an ordinary client sees of a situational fault. */
export interface Proof {
  /** the fault's */
  id: string;
  /** the plainest call, which the fault leaves right; resolves to what `plainly` says */
  plain(client: Client): Promise<unknown>;
  plainly: unknown;
  /** the call that goes wrong; resolves to `right` on the reference server, to `wrong` here */
  situation(client: Client): Promise<unknown>;
  right: unknown;
  wrong: unknown;
}
