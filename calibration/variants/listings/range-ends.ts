import { createStates } from '../../../target/states/states.ts';
import { statesHook } from '../../../target/states/states-hook.ts';
import { withBody } from '../../servers/answers.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import type { Axis, Choice } from '../variant.ts';

/** A day later or earlier, dd/MM/yyyy. */
function shifted(date: unknown, days: number): unknown {
  const [day, month, year] = String(date).split('/').map(Number);
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(String(date)) || !day || !month || !year) {
    return date;
  }
  // A day that the calendar does not have stays what it is: the server is to refuse it.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) {
    return date;
  }
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  if (Number.isNaN(moved.getTime())) {
    return date;
  }
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(moved.getUTCDate())}/${two(moved.getUTCMonth() + 1)}/${moved.getUTCFullYear()}`;
}

const LONG_AGO = '01/01/1970';

/** Whether a range ends before it begins; one that cannot be read does not. */
function isInverted({ fromDate, toDate }: Record<string, unknown>): boolean {
  const sortable = (date: unknown) => String(date).split('/').reverse().join('');
  return sortable(fromDate) > sortable(toDate);
}

/** Leaves the end days of a range out; its state counts accordingly. */
function exclusive(id: string, how: string, from: number, to: number): Choice {
  return {
    id,
    how,
    wrapping: () => ({
      layers: [
        amendBody('awaiting-payments', (body) => {
          const inner = {
            ...body,
            ...(typeof body.fromDate === 'string' && { fromDate: shifted(body.fromDate, from) }),
            ...(typeof body.toDate === 'string' && { toDate: shifted(body.toDate, -to) }),
          };
          // Nothing is left of a short range; that is no wrong range, but one in which nothing is.
          const areDays = [body.fromDate, body.toDate].every((date) => typeof date === 'string');
          const isEmpty = areDays && !isInverted(body) && isInverted(inner);
          return isEmpty ? { ...body, fromDate: LONG_AGO, toDate: LONG_AGO } : inner;
        }),
      ],
    }),
    // The state's range is widened by what is left out, so that its count stays true.
    async target({ target }) {
      const state = await createStates(target, statesHook(target)).shared('awaiting-payments');
      const widened = {
        ...state,
        fromDate: String(shifted(state.fromDate, -from)),
        toDate: String(shifted(state.toDate, to)),
      };
      const pools = { ...target.states.pools, 'awaiting-payments': [widened] };
      return { ...target, states: { ...target.states, pools } };
    },
  };
}

/** Whether the days of a range belong to it is open. */
export const rangeEnds: Axis = {
  id: 'range-ends',
  open: ['PAY-41'],
  choices: [
    exclusive('range-ends.exclusive', 'leaves both end days of a range out', 1, 1),
    exclusive('range-ends.half-open', 'leaves the last day of a range out', 0, 1),
    {
      id: 'range-ends.later-than-its-beginning',
      how: 'refuses a range that ends on the day that it begins',
      wrapping: () => ({
        layers: [
          async (request, next, { endpoint }) => {
            const { fromDate, toDate } = objectOf(request.body) ?? {};
            const response = await next(request);
            return endpoint === 'awaiting-payments' &&
              response.status === 200 &&
              fromDate === toDate
              ? {
                  ...withBody(
                    response,
                    JSON.stringify({
                      status: 'FAILED',
                      message: 'toDate has to be after fromDate',
                    }),
                  ),
                  status: 400,
                }
              : response;
          },
        ],
      }),
    },
  ],
};
