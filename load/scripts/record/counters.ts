import { Counter, Gauge, Trend } from 'k6/metrics';

// Nothing is added for an answer that is right: k6's own metrics have its latency and its count, and
// each sample of ours costs a tenth of a request.

/**
 * Answers with a good status and a wrong content; tags endpoint, kind, and drawn where only those drawn
 * at random are looked at so closely.
 */
export const wrongAnswers = new Counter('wrong_answers');
/** Answers drawn to be judged in full; tag endpoint. */
export const judgedAnswers = new Counter('judged_answers');
/** Answers of a good status that refuse: FAILED, or nothing to list; tag endpoint. */
export const refusedAnswers = new Counter('refused_answers');
/** Requests refused for a token that should be alive: neither latency nor error of the target. */
export const tokenFailures = new Counter('token_failures');
/** Iterations given up because no state was left: neither latency nor error of the target. */
export const statesExhausted = new Counter('states_exhausted');
/** Rows of each listing that was judged in full: a target that lists nothing does not pass. */
export const listedPayments = new Counter('listed_payments');
/** Milliseconds since 1970 at which the journey started: second 0 of the timeline. */
export const journeyStart = new Gauge('journey_start');
/** Milliseconds by which k6 woke up too late, noted every 100 ms: how busy its machine is. */
export const generatorLag = new Trend('generator_lag', true);
