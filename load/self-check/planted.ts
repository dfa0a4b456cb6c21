/** Faults of a known size. Those of time and failure hit the endpoints of the journeys only. */
export interface Planted {
  /** milliseconds that the request of this number (from 0) takes */
  latencyMs?: (request: number) => number;
  /** answers nothing from `afterMs` on (since the first request of a journey), for `forMs` */
  stall?: { afterMs: number; forMs: number };
  /** share of requests answered with 500, from a random source; 0 to 1 */
  failing?: { share: number; random: () => number };
  /** what fails, and the login, answers with all that it was sent */
  echoes?: boolean;
  /** every listing is found elsewhere, where a page says that one has to sign in */
  redirects?: boolean;
  /** a request without a body that is said to be JSON is refused with 400, as some servers do */
  refusesEmptyJson?: boolean;
  /** a refresh succeeds and gives no token */
  refreshesNothing?: boolean;
  /** a repeated key is booked again as a new record */
  duplicateKeys?: boolean;
  /** acknowledges the repayment of this number (from 0) without booking it, and all after it */
  loseRepaymentsFrom?: number;
  /** every page is empty */
  emptyListing?: boolean;
  /** the states hook says 404 after so many states of one kind */
  statesLeft?: number;
  /** what each loan owes; a repayment of more than is left is refused */
  loansOwe?: number;
  /** lifetime of an access token; default 3600 */
  tokenSeconds?: number;
  /** all tokens given out before die at this request of a journey (from 0) */
  tokensDieAt?: number;
  /** share of listings with a payment in another currency, from a random source; 0 to 1 */
  straying?: { share: number; random: () => number };
  /** share of requests whose connection is cut without an answer, from a random source; 0 to 1 */
  cutting?: { share: number; random: () => number };
  /** a repeated key is answered with FAILED in a 200 */
  failsRepeats?: boolean;
}
