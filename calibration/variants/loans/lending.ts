import { withBody } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { remake } from '../succeeded.ts';
import { type Axis, type Choice, without } from '../variant.ts';

/** "The lending host may be used instead" may mean that host only (section 4.6). */
export const loanHost: Axis = {
  id: 'loan-host',
  open: ['section 4.6: the lending host is a capability that a target may have'],
  choices: [
    {
      id: 'loan-host.lending-only',
      how: 'takes requests for loans on the lending host only, and has no such path on the other',
      wrapping: () => ({
        layers: [
          (request, next, { endpoint, host }) =>
            endpoint === 'request-loan' && host === 'base'
              ? Promise.resolve(jsonAnswer(404, { message: 'no such path' }))
              : next(request),
        ],
      }),
    },
  ],
};

/** A repaid amount that is told as a text. */
function amountAs(
  id: string,
  example: string,
  tell: (amount: number, currency: string) => object,
): Choice {
  return {
    id,
    how: `tells the amount of a repayment as a text: ${example}`,
    wrapping: () => ({
      layers: [
        remake('repay-loan', (body) => {
          const { data, ...rest } = body as { data: Record<string, unknown> };
          const { repaymentAmount, currencyCode, ...others } = data;
          const told = tell(Number(repaymentAmount), String(currencyCode));
          return { ...rest, data: { ...others, ...told } };
        }),
      ],
    }),
  };
}

/** The words of a confirmation are not shown (section 2.5), nor their language and case. */
export const confirmation: Axis = {
  id: 'confirmation',
  open: ['section 2.5: a confirmation message in no given words'],
  choices: [
    ['arabic', 'تم تسجيل السداد وهو بانتظار التحقق'],
    ['capitals', 'REPAYMENT RECORDED, AWAITING VERIFICATION'],
    ['chinese', '还款已记录，等待核实'],
    ['one-word', 'RECORDED'],
  ].map(([way = '', text = '']) => ({
    id: `confirmation.${way}`,
    how: `confirms a repayment by ${JSON.stringify(text)}`,
    wrapping: () => ({
      layers: [
        remake('repay-loan', (body) => {
          const { data, ...rest } = body as { data: Record<string, unknown> };
          return { ...rest, data: { ...data, message: text } };
        }),
      ],
    }),
  })),
};

/** Field names of the repayment answer are not shown (section 2.5). */
export const repaymentNames: Axis = {
  id: 'repayment-names',
  open: ['REP-10'],
  choices: [
    {
      id: 'repayment-names.nested',
      how: 'nests the values of a repayment and names them in its own way',
      wrapping: () => ({
        layers: [
          remake('repay-loan', (body) => {
            const { data, ...rest } = body as { data: Record<string, unknown> };
            return {
              ...rest,
              data: {
                record: { no: data.repaymentRecordId, text: data.message },
                paid: { value: data.repaymentAmount, unit: data.currencyCode },
                payer: { mail: data.customerEmail, fullName: data.customerName },
                product: [data.loanProductName],
                transfer: { ref: data.repaymentReference },
                verificationStatus: data.verificationStatus,
              },
            };
          }),
        ],
      }),
    },
    {
      id: 'repayment-names.texts',
      how: 'answers amounts as text, and another status than SUCCESS',
      wrapping: () => ({
        layers: [
          remake('repay-loan', (body) => {
            const { data } = body as { data: Record<string, unknown> };
            const amount = Number(data.repaymentAmount).toFixed(2);
            return { status: 'RECORDED', data: { ...data, repaymentAmount: amount } };
          }),
        ],
      }),
    },
    amountAs('repayment-names.minor-unit', '1071', (amount) => ({
      amountMinor: Math.round(amount * 100),
    })),
    {
      id: 'repayment-names.in-a-language',
      how: 'tells the name of the product in the language that is asked for',
      wrapping: () => ({
        layers: [
          async (request, next, context) => {
            const inLanguage = remake('repay-loan', (body) => {
              const { data, ...rest } = body as { data: Record<string, unknown> };
              return { ...rest, data: { ...data, loanProductName: 'Prêt personnel' } };
            });
            return request.headers['accept-language'] === undefined
              ? next(request)
              : inLanguage(request, next, context);
          },
        ],
      }),
    },
    amountAs('repayment-names.currency-first', 'NGN 10.71', (amount, currency) => ({
      paid: `${currency} ${amount.toFixed(2)}`,
    })),
    amountAs('repayment-names.comma', '1.010,71 NGN', (amount, currency) => ({
      paid: `${amount.toLocaleString('de-DE', { minimumFractionDigits: 2 })} ${currency}`,
    })),
    amountAs(
      'repayment-names.amount-in-message',
      'within the message only',
      (amount, currency) => ({
        message: `Your repayment of ${currency}${amount.toFixed(2)} is recorded.`,
      }),
    ),
  ],
};

/** The error message of a repayment that is refused has no name (section 7). */
export const repaymentErrors: Axis = {
  id: 'repayment-errors',
  open: ['REP-54'],
  choices: [
    {
      id: 'repayment-errors.nested',
      how: 'tells the error of a repayment as error.description, with HTTP 200',
      wrapping: () => ({
        layers: [
          failedRepayment((body) => ({
            status: 'FAILED',
            data: null,
            error: { code: 17, description: body.message },
          })),
        ],
      }),
    },
    {
      id: 'repayment-errors.named-otherwise',
      how: 'tells the error of a repayment as errorMessage, with HTTP 422',
      wrapping: () => ({
        layers: [
          failedRepayment((body) => ({ status: 'FAILED', errorMessage: body.message }), 422),
        ],
      }),
    },
  ],
};

function failedRepayment(change: (body: Record<string, unknown>) => object, status = 200): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    const body = objectOf(response.body);
    return context.endpoint === 'repay-loan' && response.status !== 401 && body?.status === 'FAILED'
      ? { ...withBody(response, JSON.stringify(change(body))), status }
      : response;
  };
}

/** Whether a repayment counts against the total payable before it is verified is not said. */
export const outstanding: Axis = {
  id: 'outstanding',
  open: ['section 4.7: names the total payable only'],
  choices: [
    {
      id: 'outstanding.unchanged',
      how: 'leaves the total payable as it is until a repayment is verified',
      wrapping: () => ({
        dependencies: (right) => ({
          ...right,
          store: { ...right.store, loans: { ...right.store.loans, reduce: () => {} } },
        }),
      }),
    },
  ],
};

/** What the specification lets a target leave out. */
export const leftOut: Axis = {
  id: 'left-out',
  open: [
    'section 4.6: a capability that a target may leave out',
    'section 5.7: a capability that a target may leave out',
  ],
  choices: [
    {
      id: 'left-out.api-tokens',
      how: 'knows no API tokens and serves request-loan on the tenant host only',
      wrapping: () => ({
        layers: [
          async (request, next, { endpoint, host }) => {
            if (endpoint === 'request-loan' && host === 'lending') {
              return jsonAnswer(404, { message: 'not here' });
            }
            const token = request.headers['x-auth-token'] ?? '';
            return token.startsWith('assay_')
              ? jsonAnswer(401, { message: 'no such token' })
              : next(request);
          },
        ],
      }),
      target: ({ target }) => without(target, 'apiTokens', 'requestLoanOnLendingHost'),
    },
  ],
};
