import type { Check } from '../../check.ts';
import { expectRejection, isSuccess, statusOf } from '../../expectations.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { takenValues } from '../lending/optional-fields.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';
import { withoutListedHeaders } from './listed-headers.ts';

/** Longer than a column for texts often is. */
export const LONG_TEXT = 'Adeola Ng '.repeat(100).trim();

/** Gives some fields other values, made of the body that was taken. */
type Change = (body: Record<string, unknown>) => Record<string, unknown>;

/** How the body of a lending endpoint may be less than what it shows. */
interface LooseBodies {
  endpoint: 'request-loan' | 'repay-loan';
  /** the request as the object of a sentence: `a repayment` */
  subject: string;
  /** the requirement that its values are of the kinds shown */
  requirement: string;
  /** what a lenient reader takes and a strict one does not, by what it is: nothing is said of either */
  lenient: Readonly<Record<string, Change>>;
}

/**
 * What comes of a body that is no JSON (section 1), has no Content-Type, or has values of another kind: the
 * first is refused, the others are shown.
 */
export function looseBodies({ endpoint, subject, requirement, lenient }: LooseBodies): Check[] {
  const base = baseOf(endpoint);
  return [
    {
      ...base,
      id: `${endpoint}.refuses.not-json`,
      title: `refuses ${subject} whose body is not JSON`,
      requirements: ['SVC-16'],
      refusal: refusalOf(endpoint, 'not-json', { once: true }),
      cause: 'a body that is not JSON is accepted',
      async run(context) {
        const { body, ...options } = await VALID_CALLS[endpoint].options(context);
        // The valid body cut short, so that only its form is wrong.
        const rawBody = JSON.stringify(body).slice(0, -1);
        const exchange = await context.call(endpoint, { ...options, rawBody });
        expectRejection(exchange, 'a body that is not JSON');
      },
    },
    ...withoutListedHeaders({
      ...base,
      async send(context, header) {
        const options = await likeFirst(context, endpoint);
        return context.call(endpoint, { ...options, headers: { [header]: null } });
      },
    }),
    {
      ...base,
      id: `${endpoint}.observes.lenient-values`,
      title: `shows which values of another kind ${subject} may have`,
      requirements: [requirement],
      level: 'open',
      async run(context) {
        const options = await likeFirst(context, endpoint);
        const taken = options.body as Record<string, unknown>;
        for (const [what, change] of Object.entries(lenient)) {
          const body = { ...taken, ...change(taken) };
          const exchange = await context.call(endpoint, { ...options, body });
          if (isSuccess(exchange)) {
            (await takenValues(context, endpoint)).add(what);
          }
          context.observe(`status of ${subject} with ${what}`, statusOf(exchange));
        }
      },
    },
  ];
}
