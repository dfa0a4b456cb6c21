import type { Wrapping } from '../servers/wrapped-server.ts';

/**
 * A server that breaks one sentence of the specification only in some situation. It was written by
 * somebody who knows the specification and the reference server but none of the checks, so what
 * the suite makes of it tells how much the suite sees of what nobody prepared it for.
 */
export interface SituationalFault extends Wrapping {
  /** endpoint or subject, situation, what goes wrong: `listing.last-page.last-entry-missing` */
  id: string;
  /** what the server does wrong, in one sentence */
  how: string;
  /** the words of the specification that are broken */
  sentence: string;
  /** where the specification says so, such as `4.5` */
  section: string;
  /** when it goes wrong; at any other time the server is right */
  situation: string;
  /** how many things have to come together */
  things: 2 | 3;
}
