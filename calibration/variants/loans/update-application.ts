import { jsonAnswer } from '../../servers/exchange-layer.ts';
import type { Axis } from '../variant.ts';

/** "Otherwise an error" is all that section 4.8 says of an answer that is refused. */
export const offerRefusal: Axis = {
  id: 'offer-refusal',
  open: ['APP-39'],
  choices: [
    ['status-error', { status: 'ERROR', message: 'the offer was answered before' }],
    ['data-null', { status: 'ERROR', message: 'the offer was answered before', data: null }],
    ['empty', {}],
  ].map(([way, body]) => ({
    id: `offer-refusal.${way}`,
    how: `refuses an answer to an offer with HTTP 200 and ${JSON.stringify(body)}`,
    wrapping: () => ({
      layers: [
        async (request, next, { endpoint }) => {
          const response = await next(request);
          const isOpen = response.status >= 400 && response.status < 500;
          return endpoint === 'update-application' &&
            isOpen &&
            ![401, 403].includes(response.status)
            ? jsonAnswer(200, body)
            : response;
        },
      ],
    }),
  })),
};
