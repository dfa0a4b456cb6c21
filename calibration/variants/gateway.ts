import type { PlainResponse } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import type { Axis } from './variant.ts';

const TOO_LARGE: PlainResponse = {
  status: 413,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>413 Request Entity Too Large</h1></body></html>',
};

/** A page for browsers. */
const page = (status: number, title: string): PlainResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><body><h1>${title}</h1></body></html>`,
});

/** Headers that only a proxy of the target's own sets. */
const CLAIMING = ['x-user-id', 'x-tenant-id', 'x-forwarded-user'];

/** What a gateway before the target answers by itself has any body. */
export const gateway: Axis = {
  id: 'gateway',
  open: ['LIM-10', 'section 4: shows no other path and no header that names a user'],
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
    {
      id: 'gateway.refuses-claimed-identities',
      how: 'has a gateway that lets nobody through who names a user or tenant in a header',
      wrapping: () => ({
        layers: [
          async (request, next) =>
            CLAIMING.some((name) => request.headers[name] !== undefined)
              ? page(403, '403 Forbidden')
              : next(request),
        ],
      }),
    },
    {
      id: 'gateway.speaks-few-languages',
      how: 'has a gateway that answers 406 to who takes neither English nor French (RFC 9110 section 12.5.4)',
      wrapping: () => ({
        layers: [
          async (request, next) => {
            const taken = request.headers['accept-language'] ?? '*';
            return /\b(en|fr)\b|[*]/.test(taken) ? next(request) : page(406, 'Not Acceptable');
          },
        ],
      }),
    },
    {
      id: 'gateway.pages-at-other-paths',
      how: 'has a page for browsers at every path that it does not know, and leads from one with a slash',
      wrapping: () => ({
        layers: [
          async (request, next, { endpoint }) => {
            if (endpoint !== undefined) {
              return next(request);
            }
            const [path = ''] = request.path.split('?');
            return path.endsWith('/')
              ? { ...page(301, 'Moved'), headers: { location: path.slice(0, -1) } }
              : page(200, 'Welcome');
          },
        ],
      }),
    },
  ],
};
