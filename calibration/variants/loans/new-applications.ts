import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { put } from '../../servers/loan-statuses.ts';
import type { Axis } from '../variant.ts';

/** Makes an offer as soon as a loan is requested; `answer` tells what of it is shown. */
const offersAtOnce =
  (answer?: object): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    if (context.endpoint !== 'request-loan' || response.status !== 200) {
      return response;
    }
    const { data } = JSON.parse(response.body) as { data: { applicationId: string } };
    put(context, data.applicationId, 'OFFER_SENT');
    return answer ? jsonAnswer(200, answer) : response;
  };

/** Requests of anybody after which an application is decided on: longer than between two of one check. */
const SOON = 60;

/** Makes an offer a while after a loan was requested, so that who answers at once finds none. */
const offersSoon: Layer = async (request, next, context) => {
  const waiting = (context.memory.get('waiting for offers') as Map<string, number>) ?? new Map();
  context.memory.set('waiting for offers', waiting);
  for (const [id, left] of waiting) {
    if (left > 0) {
      waiting.set(id, left - 1);
    } else {
      waiting.delete(id);
      put(context, id, 'OFFER_SENT');
    }
  }
  const response = await next(request);
  if (context.endpoint === 'request-loan' && response.status === 200) {
    const { data } = JSON.parse(response.body) as { data: { applicationId: string } };
    waiting.set(data.applicationId, SOON);
  }
  return response;
};

/** Answers a request for a loan with every application of its user, the new one and those with offers. */
const namesAll: Layer = async (request, next, context) => {
  const response = await next(request);
  if (context.endpoint !== 'request-loan' || response.status !== 200) {
    return response;
  }
  const { data } = JSON.parse(response.body) as { data: { applicationId: string } };
  const all = context.db
    .prepare(
      `SELECT id AS applicationId, loan_status AS loanStatus FROM loan_applications
       WHERE user_id = (SELECT user_id FROM loan_applications WHERE id = ?)`,
    )
    .all(data.applicationId);
  return jsonAnswer(200, { status: 'SUCCESS', data: all });
};

/** As a sandbox answers whose answers were written once: whoever asks for a loan is told the same application. */
const namesOne: Layer = async (request, next, context) => {
  const response = await next(request);
  return context.endpoint === 'request-loan' && response.status === 200
    ? jsonAnswer(200, { status: 'SUCCESS', data: { applicationId: OF_THE_SANDBOX } })
    : response;
};

const OF_THE_SANDBOX = '8c7a4f7e-2f5d-4a43-9b8e-5d1c0a6e3b21';

/** When an application goes from REQUESTED to OFFER_SENT is not shown, nor what request-loan answers. */
export const newApplications: Axis = {
  id: 'new-applications',
  open: ['APP-23'],
  choices: [
    {
      id: 'new-applications.offered-at-once',
      how: 'decides on an application, and makes an offer, before its request is answered',
      wrapping: () => ({ layers: [offersAtOnce()] }),
    },
    {
      id: 'new-applications.offered-soon',
      how: 'makes an offer of its own accord some time after the request',
      wrapping: () => ({ layers: [offersSoon] }),
    },
    {
      id: 'new-applications.offered-and-not-named',
      how: 'makes an offer at once, and answers request-loan without the application',
      wrapping: () => ({ layers: [offersAtOnce({ status: 'SUCCESS' })] }),
    },
    {
      id: 'new-applications.one-named',
      how: 'answers every request-loan with the same application',
      wrapping: () => ({ layers: [namesOne] }),
    },
    {
      id: 'new-applications.all-named',
      how: 'answers request-loan with all applications of the user, those with open offers among them',
      wrapping: () => ({ layers: [namesAll] }),
    },
    {
      id: 'new-applications.offered-and-all-named',
      how: 'makes an offer at once, and answers request-loan with all applications of the user',
      wrapping: () => ({ layers: [namesAll, offersAtOnce()] }),
    },
  ],
};
