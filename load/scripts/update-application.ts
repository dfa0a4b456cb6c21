import exec from 'k6/execution';
import { sendKeyed } from './keyed-request.ts';
import { run } from './plan/run.ts';
import { takeState } from './plan/states.ts';
import { type Answer, type Fault, type Measured, saysFailed } from './record/judge-answer.ts';
import { parsed } from './record/parsed.ts';
import { fits } from './record/validation.ts';
import type { Session } from './tokens.ts';

/**
 * Section 4.8: answers an offer, either way. A repeat with the same key may be replayed, refused, or answered by
 * no more than that it is one; what it tells of an application has to be of the first answer.
 */
export function updateApplication(session: Session, random: () => number): Measured {
  const how = random();
  const accepts = random() < run.mix.lending.acceptRate;
  const state = takeState<{ applicationId: string }>('offer-sent', exec.scenario.iterationInTest);
  if (state === null) {
    return 'ok';
  }
  const id = state.applicationId;
  const request = {
    ...({ endpoint: 'update-application', method: 'PUT', key: crypto.randomUUID() } as const),
    url: `${run.lendingUrl}/api/v1/services/user/update-application/${id}?status=${accepts}`,
    body: null,
    check: (answer: Answer) => faultOf(answer, id, accepts),
    inFull: fits('update-application-response'),
    refuses: isRefusal,
    acknowledges: (answer: Answer) => answers(answer, id, accepts),
  };
  return sendKeyed(session, request, how).outcome;
}

interface UpdateBody {
  status?: string;
  data?: { applicationId?: string; loanStatus?: string };
}

function answers(answer: Answer, id: string, accepts: boolean): boolean {
  const { data } = (parsed(answer) as UpdateBody | null) ?? {};
  return data?.applicationId === id && data.loanStatus === (accepts ? 'ACCEPTED' : 'WITHDRAWN');
}

/**
 * Section 4.8: "otherwise an error", of which nothing is shown: an answer without an application is one, and for a
 * repeat as good as one where it tells nothing of the application.
 */
function isRefusal(answer: Answer): boolean {
  const { data } = (parsed(answer) as UpdateBody | null) ?? {};
  return (
    saysFailed(answer) || (data?.applicationId === undefined && data?.loanStatus === undefined)
  );
}

function faultOf(answer: Answer, id: string, accepts: boolean): Fault | null {
  if (answers(answer, id, accepts)) {
    return null;
  }
  const expected = accepts ? 'ACCEPTED' : 'WITHDRAWN';
  return { kind: 'answer', message: `not ${id} ${expected}: ${answer.body}` };
}
