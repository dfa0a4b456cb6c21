import type { PlainResponse } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import type { Axis } from './variant.ts';

const TOO_LARGE: PlainResponse = {
  status: 413,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>413 Request Entity Too Large</h1></body></html>',
};

/** What a gateway before the target answers by itself has any body. */
export const gateway: Axis = {
  id: 'gateway',
  open: ['LIM-10'],
  choices: [
    {
      id: 'gateway.refuses-what-is-not-json',
      how: 'has a gateway that answers a listing without a JSON body with 413 and an HTML page',
      wrapping: () => ({
        layers: [
          async (request, next, { endpoint }) => {
            const response = await next(request);
            const isRefused = response.status >= 400 && ![401, 403].includes(response.status);
            const isMeant =
              endpoint === 'awaiting-payments' && objectOf(request.body) === undefined;
            return isMeant && isRefused ? TOO_LARGE : response;
          },
        ],
      }),
    },
  ],
};
