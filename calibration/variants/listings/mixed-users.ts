import { jsonAnswer, type Layer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, standardUser } from '../../servers/tokens.ts';
import type { Axis, Choice } from '../variant.ts';
import { dayOf } from './dates.ts';

const sizeOf = ({ path }: PlainRequest): number =>
  Number(new URL(path, 'http://host').searchParams.get('size') ?? 0);

const bodyOf = ({ body }: PlainRequest): Record<string, unknown> => objectOf(body) ?? {};

const CHOICES: [string, string, (request: PlainRequest) => boolean][] = [
  ['sizes', 'takes sizes up to 20', (request) => sizeOf(request) > 20],
  [
    'ranges',
    'takes ranges of up to 40 days',
    (request) => {
      const { fromDate, toDate } = bodyOf(request);
      return dayOf(toDate) - dayOf(fromDate) > 40;
    },
  ],
  [
    'searches',
    'takes searches of four letters at least',
    (request) => {
      const { searchablePaymentReference: text } = bodyOf(request);
      return typeof text === 'string' && text !== '' && text.length < 4;
    },
  ],
];

/** Refuses of everybody but the customer what that one may ask for, before all but the token and the role. */
const refusedOfOthers =
  (isRefused: (request: PlainRequest) => boolean): Layer =>
  async (request, next, context) => {
    const caller = callerOf(request, context);
    const isOther =
      caller && caller.role !== 'CASHIER' && caller.id !== standardUser(context, 'customer').id;
    return context.endpoint === 'awaiting-payments' && isOther && isRefused(request)
      ? jsonAnswer(400, { status: 'FAILED', message: 'not for you' })
      : next(request);
  };

/** Users of one vendor are not alike: what the customer is served another may be refused. */
export const mixedUsers: Axis = {
  id: 'mixed-users',
  open: [
    'section 4.5: says of no size but the default, of no range and of no text that it is taken',
  ],
  choices: CHOICES.map(
    ([id, how, isRefused]): Choice => ({
      id: `mixed-users.${id}`,
      how: `${how} of everybody but the customer`,
      wrapping: () => ({ layers: [refusedOfOthers(isRefused)] }),
    }),
  ),
};
