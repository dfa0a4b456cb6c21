import type { Answer } from '../exchange.ts';
import type { Profile } from './profile.ts';

type Fields = Record<string, unknown>;

const STATUS = '4.7: "Response: { status, data }", the value of status is not shown';
const ERROR_FIELD =
  '7: "HTTP status codes for the repayment scenarios and the name of the error-message field: not shown."';
const REPAYMENT = /repay-loan/;

function fieldsOf(answer: Answer): Fields {
  return answer.body as Fields;
}

function failedRepayments(name: string, does: string, say: (message: unknown) => Fields): Profile {
  return {
    name,
    does,
    room: ERROR_FIELD,
    excludes: ['repayment-error-elsewhere', 'repayment-error-nested', 'problem-json'],
    change: (rules) => {
      rules.finish.push((answer, { path }) => {
        const refused = answer.status >= 400 && answer.status !== 401 && answer.status !== 403;
        if (!REPAYMENT.test(path) || !refused || answer.body === undefined) {
          return answer;
        }
        return { ...answer, body: { status: 'FAILED', ...say(fieldsOf(answer).message) } };
      });
    },
  };
}

/** Answers in words and codes that the specification leaves open. */
export const wordingProfiles: Profile[] = [
  failedRepayments(
    'repayment-error-elsewhere',
    'Tells why a repayment failed under errorDescription.',
    (message) => ({ errorDescription: message }),
  ),
  failedRepayments(
    'repayment-error-nested',
    'Tells why a repayment failed in an object of its own.',
    (message) => ({ error: { code: 'RPY-17', text: message } }),
  ),
  {
    name: 'repayment-201',
    does: 'Answers a recorded repayment by 201.',
    room: '4.7 shows no status code',
    change: (rules) => {
      rules.finish.push((answer, { path }) =>
        REPAYMENT.test(path) && answer.status === 200 && fieldsOf(answer).data
          ? { ...answer, status: 201 }
          : answer,
      );
    },
  },
  {
    name: 'repayment-status-recorded',
    does: 'Answers a recorded repayment with status RECORDED.',
    room: STATUS,
    change: (rules) => {
      rules.finish.push((answer, { path }) =>
        REPAYMENT.test(path) && fieldsOf(answer)?.status === 'SUCCESS'
          ? { ...answer, body: { ...fieldsOf(answer), status: 'RECORDED' } }
          : answer,
      );
    },
  },
  {
    name: 'response-code-zero',
    does: 'Answers a listing with responseCode 0.',
    room: '4.5: "responseCode: number", its value is not shown',
    change: (rules) => {
      rules.finish.push((answer) =>
        answer.status === 200 && fieldsOf(answer)?.responseCode === 200
          ? { ...answer, body: { ...fieldsOf(answer), responseCode: 0 } }
          : answer,
      );
    },
  },
  {
    name: 'preference-empty',
    does: 'Answers the preferences of an organisation that has none by an empty 204.',
    room: '4.4: "Request body and response body: not shown."',
    change: (rules) => {
      rules.finish.push((answer, { path }) =>
        path.includes('organisaction') && answer.status === 200 ? { status: 204 } : answer,
      );
    },
  },
];
