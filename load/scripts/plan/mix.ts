/** Something with its weight among others of its kind; weights need not sum up to anything. */
export type Weighted<T> = T & { share: number };

/** Of what and how much the kit's journeys ask. What is left out of a target file keeps its default. */
export interface Mix {
  'payment-listing': {
    /** null for a request that names no page, or no size */
    pages: Weighted<{ page: number | null }>[];
    sizes: Weighted<{ size: number | null }>[];
    /** days before the end of the state's range; null for the whole range */
    ranges: Weighted<{ days: number | null }>[];
    /** the part of the reference that is searched for, from 0 to 1; null for no search */
    searches: Weighted<{ piece: [from: number, to: number] | null }>[];
    /** share of requests for the first currency, 0 to 1 */
    mainCurrency: number;
  };
  lending: {
    /** share of iterations that make each request, 0 to 1 */
    requests: { 'request-loan': number; 'update-application': number; 'repay-loan': number };
    /** share of offers that are accepted, 0 to 1 */
    acceptRate: number;
    /** share of keys sent once more afterwards, and sent three times at once; 0 to 1 together */
    repeatRate: number;
    concurrentRate: number;
    /** seconds between the requests of an iteration, evenly spread */
    thinkTime: { min: number; max: number };
  };
}

/** A list in use: mostly the first page, mostly recent; and lending without a pause. */
export const DEFAULT_MIX: Mix = {
  'payment-listing': {
    pages: [
      { page: null, share: 55 },
      { page: 1, share: 15 },
      { page: 2, share: 15 },
      { page: 3, share: 10 },
      { page: 8, share: 5 },
    ],
    sizes: [
      { size: null, share: 60 },
      { size: 10, share: 15 },
      { size: 20, share: 5 },
      { size: 50, share: 15 },
      { size: 100, share: 5 },
    ],
    ranges: [
      { days: 1, share: 20 },
      { days: 7, share: 30 },
      { days: 30, share: 25 },
      { days: null, share: 25 },
    ],
    searches: [
      { piece: null, share: 80 },
      { piece: [0, 1], share: 10 },
      { piece: [0, 0.6], share: 5 },
      { piece: [0.3, 0.8], share: 5 },
    ],
    mainCurrency: 0.75,
  },
  lending: {
    requests: { 'request-loan': 1, 'update-application': 1, 'repay-loan': 1 },
    acceptRate: 0.7,
    repeatRate: 0.1,
    concurrentRate: 0.1,
    thinkTime: { min: 0, max: 0 },
  },
};

/** As a target file has it: every part may be left out. */
export type GivenMix = {
  'payment-listing'?: Partial<Mix['payment-listing']>;
  lending?: Partial<Omit<Mix['lending'], 'requests' | 'thinkTime'>> & {
    requests?: Partial<Mix['lending']['requests']>;
    thinkTime?: Partial<Mix['lending']['thinkTime']>;
  };
  usersPerTenant?: number;
};

/** The mix with its defaults. */
export function mixOf({ 'payment-listing': listing, lending }: GivenMix = {}): Mix {
  const { requests, thinkTime, ...shares } = lending ?? {};
  const pause = { ...DEFAULT_MIX.lending.thinkTime, ...thinkTime };
  return {
    'payment-listing': { ...DEFAULT_MIX['payment-listing'], ...listing },
    lending: {
      ...{ ...DEFAULT_MIX.lending, ...shares },
      requests: { ...DEFAULT_MIX.lending.requests, ...requests },
      thinkTime: { min: pause.min, max: Math.max(pause.min, pause.max) },
    },
  };
}
