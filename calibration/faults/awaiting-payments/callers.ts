import { editBody, replace, type Which } from '../../servers/answers.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

const byManager: Which = ({ status }, request, context) =>
  status === 200 && callerOf(request, context)?.role === 'MANAGER';

/** What a manager of the customer's organisation may be shown instead of its payments. */
export const awaitingPaymentsCallerFaults: Fault[] = [
  {
    id: 'awaiting-payments.manager-sees-nothing',
    how: 'A manager gets an empty list, as if only own payments counted.',
    layers: [
      editBody(
        endpoint,
        () => ({ status: 'SUCCESS', responseCode: 200, data: { awaitingPayments: [] } }),
        byManager,
      ),
    ],
  },
  {
    id: 'awaiting-payments.manager-forbidden',
    how: 'A manager is refused with 403 and the body shown.',
    layers: [
      replace(
        endpoint,
        () => jsonAnswer(403, { error: 'forbidden', message: 'no', role: 'MANAGER' }),
        byManager,
      ),
    ],
  },
].map((fault) => ({ ...fault, breaks: 'PAY-58', caughtBy: 'awaiting-payments.organisation' }));
