import { amendBody } from '../servers/requests.ts';
import type { Axis } from './variant.ts';

/** Whether other forms of a date than the one shown are read too is not said (section 4.5). */
export const dateForms: Axis = {
  id: 'date-forms',
  open: ['PAY-74', 'PAY-75', 'REP-57'],
  choices: [
    {
      id: 'date-forms.iso-too',
      how: 'reads the dates of a listing as yyyy-MM-dd too',
      warns: ['awaiting-payments.refuses.{fromDate,toDate}-iso'],
      wrapping: () => ({
        layers: [
          amendBody('awaiting-payments', (body) => {
            for (const field of ['fromDate', 'toDate']) {
              if (/^\d{4}-\d{2}-\d{2}$/.test(String(body[field]))) {
                body[field] = String(body[field]).split('-').reverse().join('/');
              }
            }
          }),
        ],
      }),
    },
    {
      id: 'date-forms.day-first-too',
      how: 'reads the date of a payment as dd/MM/yyyy too',
      warns: ['repay-loan.refuses.paymentDate-day-first'],
      wrapping: () => ({
        layers: [
          amendBody('repay-loan', (body) => {
            if (/^\d{2}\/\d{2}\/\d{4}$/.test(String(body.paymentDate))) {
              body.paymentDate = String(body.paymentDate).split('/').reverse().join('-');
            }
          }),
        ],
      }),
    },
  ],
};
