import { editBody } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import type { Axis, Choice } from '../variant.ts';

type Body = Record<string, unknown>;

/** What the entries of an endpoint are told apart by. */
const ID = { 'request-loan': 'loanProductId', 'repay-loan': 'accountId' } as const;

/** One of so many entries takes what the others refuse. */
const OF = 3;

/** Tells two of three products or loans from the first, which is the first that the suite uses up. */
function othersThanFirst(endpoint: keyof typeof ID): (body: Body) => boolean {
  const seen: unknown[] = [];
  return (body) => {
    const id = body[ID[endpoint]];
    if (id !== undefined && !seen.includes(id)) {
      seen.push(id);
    }
    return seen.indexOf(id) % OF > 0;
  };
}

/**
 * Refuses something of two of three products or loans, before all else and in a way that the specification does not
 * show.
 */
function refusedOfSome(endpoint: keyof typeof ID, isRefused: (body: Body) => boolean): Layer {
  const isOther = othersThanFirst(endpoint);
  return async (request, next, { endpoint: asked }) => {
    const body = objectOf(request.body) ?? {};
    return asked === endpoint && isOther(body) && isRefused(body)
      ? jsonAnswer(400, { message: 'not for this one' })
      : next(request);
  };
}

/** Answers the successes of two of three products or loans otherwise. */
function answeredOtherwise(endpoint: keyof typeof ID, otherwise: (body: Body) => Body): Layer {
  const isOther = othersThanFirst(endpoint);
  return editBody(endpoint, (body, request) =>
    isOther(objectOf(request.body) ?? {}) ? otherwise(body as Body) : undefined,
  );
}

/** What is told of a repayment, one level deeper but for what the specification names. */
const nested = ({ data, ...answer }: Body) => {
  const { verificationStatus, ...details } = (data ?? {}) as Body;
  return { ...answer, data: { verificationStatus, record: details } };
};

const hasCents = ({ repaymentAmount: amount }: Body) =>
  typeof amount === 'number' && !Number.isInteger(amount);

const MONTH_MS = 30 * 24 * 3_600_000;

/** A loan is repaid since it began. */
const isLongAgo = ({ paymentDate }: Body) =>
  Date.now() - Date.parse(String(paymentDate)) > MONTH_MS;

/** The banks of some pass on what ASCII has. */
const hasOtherLetters = ({ paymentNarration }: Body) =>
  typeof paymentNarration === 'string' && /[^ -~]/.test(paymentNarration);

const CHOICES: [keyof typeof ID, string, string, (body: Body) => boolean][] = [
  ['repay-loan', 'cents', 'cents', hasCents],
  ['repay-loan', 'narrations', 'a paymentNarration in any letters', hasOtherLetters],
  ['repay-loan', 'dates', 'a paymentDate of long ago', isLongAgo],
  ['request-loan', 'answers', 'answers', (body) => body.eligibilityAnswers !== undefined],
  [
    'request-loan',
    'employments',
    'the self-employed',
    (body) => body.employmentStatus === 'SELF_EMPLOYED',
  ],
];

/** Products and loans of one vendor are not alike: what one takes another may refuse. */
export const mixedEntries: Axis = {
  id: 'mixed-entries',
  open: [
    'section 2.3: names fields and says nothing of a business behind them',
    'section 4.7: the same of what may be repaid',
  ],
  choices: [
    ...CHOICES.map(
      ([endpoint, id, what, isRefused]): Choice => ({
        id: `mixed-entries.${id}`,
        how: `takes ${what} for every third ${endpoint === 'repay-loan' ? 'loan' : 'product'}`,
        wrapping: () => ({ layers: [refusedOfSome(endpoint, isRefused)] }),
        verdict: 'conformant',
      }),
    ),
    {
      id: 'mixed-entries.records',
      how: 'tells the repayments of two of three loans one level deeper',
      wrapping: () => ({ layers: [answeredOtherwise('repay-loan', nested)] }),
      verdict: 'conformant',
    },
    {
      id: 'mixed-entries.applications',
      how: 'tells nothing of the applications for two of three products',
      wrapping: () => ({ layers: [answeredOtherwise('request-loan', () => ({}))] }),
      verdict: 'conformant',
    },
  ],
};
