import { Counter, Gauge, Rate, Trend } from 'k6/metrics';

/** Milliseconds that an endpoint took, of every answer and every failure; tag endpoint. */
export const targetLatency = new Trend('target_latency', true);
/** Share of requests that failed or were answered wrongly; tag endpoint. */
export const targetErrors = new Rate('target_errors');
/** Errors; tags endpoint and kind. */
export const targetErrorKinds = new Counter('target_error_kinds');
/** Requests refused for a token that should be alive: neither latency nor error of the target. */
export const tokenFailures = new Counter('token_failures');
/** Iterations given up because no state was left: neither latency nor error of the target. */
export const statesExhausted = new Counter('states_exhausted');
/** Rows in the listings that were read in full: a target that lists nothing does not pass. */
export const listedPayments = new Counter('listed_payments');
/** Milliseconds since 1970 at which the journey started: second 0 of the timeline. */
export const journeyStart = new Gauge('journey_start');
