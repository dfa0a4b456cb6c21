import type { Answer } from '../exchange.ts';
import type { Profile } from './profile.ts';

/** Where a status FAILED is what section 7 shows of a failure. */
const MAY_FAIL_IN_200 = /awaiting-payments|repay-loan|update-application/;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answer with another body; what has no JSON object for a body stays as it is. */
function rewrite(answer: Answer, change: (body: Fields) => Fields): Answer {
  return isFields(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}

/** Every text under `message` in a body, at whatever depth, in other words. */
function inOtherWords(value: unknown, words: (message: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => inOtherWords(item, words));
  }
  if (!isFields(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      name === 'message' && typeof held === 'string' ? words(held) : inOtherWords(held, words),
    ]),
  );
}

function messages(name: string, does: string, words: (message: string) => string): Profile {
  return {
    name,
    does,
    room: '7: "message (string)", in no language or wording',
    excludes: ['messages-in-arabic', 'messages-in-capitals'],
    change: (rules) => {
      rules.finish.push((answer) => rewrite(answer, (body) => inOtherWords(body, words) as Fields));
    },
  };
}

function typed(answer: Answer, type: string): Answer {
  return answer.body === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'content-type': type } };
}

/** Forms of answers that the specification does not fix. */
export const answerProfiles: Profile[] = [
  messages(
    'messages-in-arabic',
    'Writes messages in Arabic.',
    () => 'تعذر تنفيذ الطلب أو تم بنجاح',
  ),
  messages('messages-in-capitals', 'Writes messages in CAPITALS.', (said) => said.toUpperCase()),
  {
    name: 'charset',
    does: 'Names the charset in the content type.',
    room: '4: "bodies are JSON"; the media type of answers is not shown',
    excludes: ['problem-json'],
    change: (rules) => {
      rules.finish.push((answer) => typed(answer, 'application/json; charset=UTF-8'));
    },
  },
  {
    name: 'problem-json',
    does: 'Sends errors as application/problem+json, with type and title beside the rest.',
    room: '4: "bodies are JSON"; the media type of answers is not shown',
    excludes: ['charset'],
    change: (rules) => {
      rules.finish.push((answer) =>
        answer.status < 400
          ? answer
          : typed(
              rewrite(answer, (body) => ({ type: 'about:blank', title: 'Refused', ...body })),
              'application/problem+json',
            ),
      );
    },
  },
  {
    name: 'failures-in-200',
    does: 'Sends failures of payments and loans with status FAILED under 200.',
    room: '7: "HTTP status codes for the repayment scenarios …: not shown"',
    change: (rules) => {
      rules.finish.push((answer, { path }) =>
        MAY_FAIL_IN_200.test(path) &&
        isFields(answer.body) &&
        answer.body.status === 'FAILED' &&
        answer.status !== 401 &&
        answer.status !== 403
          ? { ...answer, status: 200 }
          : answer,
      );
    },
  },
  {
    name: 'extra-fields',
    does: 'Adds fields of its own to every object of an answer.',
    room: 'the fields that are listed are there; that there are no others is nowhere said',
    change: (rules) => {
      const add = (value: unknown): unknown => {
        if (Array.isArray(value)) {
          return value.map(add);
        }
        if (!isFields(value)) {
          return value;
        }
        const held = Object.entries(value).map(([name, inner]) => [name, add(inner)]);
        return { ...Object.fromEntries(held), traceId: 'b7-01', links: null, tags: [] };
      };
      rules.finish.push((answer) => rewrite(answer, (body) => add(body) as Fields));
    },
  },
  {
    name: 'other-values',
    does: 'Shows other payable types, lifecycles and confirmation types than those seen.',
    room: '2.2: "value seen", "values seen"',
    change: (rules) => {
      const sort = rules.sort;
      rules.sort = (payments) =>
        sort(payments).map((payment, at) => ({
          ...payment,
          shown: {
            ...payment.shown,
            payableType: at % 2 === 0 ? 'INVOICE' : 'TRANSACTION',
            bankTransferFollowupActionType: at % 3 === 0 ? 'ASK_PAYER' : 'AUTO_CONFIRM_TRANSACTION',
            bankTransferLifeCycle: at % 5 === 0 ? 'PARTIALLY_RECEIVED' : 'COMPLETED',
            mtoPaymentConfirmtionType: 'CONFIRMED_BY_AGENT',
          },
        }));
    },
  },
  {
    name: 'cookies',
    does: 'Sets a cookie and caching headers with every answer.',
    room: 'headers of answers are nowhere shown',
    change: (rules) => {
      rules.finish.push((answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'set-cookie': 'gw=7; Path=/; HttpOnly',
          'cache-control': 'no-store',
          'strict-transport-security': 'max-age=31536000',
        },
      }));
    },
  },
];
