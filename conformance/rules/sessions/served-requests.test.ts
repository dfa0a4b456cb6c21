import { expect, it } from 'vitest';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { ServedRequests } from './served-requests.ts';

const URL = 'http://target.invalid/list?page=1&size=5';

/** A request in a form of it. */
const asked = (headers: Record<string, string> = {}, { url = URL, body = '{"a":1,"b":2}' } = {}) =>
  exchangeStub(
    200,
    {},
    {
      request: { url, body, headers: { platform: 'WEB', 'x-auth-token': 'A', ...headers } },
    },
  );
const CHARSET = { 'content-type': 'application/json; charset=utf-8' };
const ON_IOS = { platform: 'IOS' };

it('are the same in another order of parameters and fields, and with white space', () => {
  const requests = new ServedRequests();
  requests.serves({ user: 'ada', exchange: asked() });
  const other = { url: 'http://target.invalid/list?size=5&page=1', body: '{ "b": 2,\n "a": 1 }' };
  expect(requests.wasServed({ user: 'ada', exchange: asked({}, other) })).toBe(true);
  expect(requests.wasServed({ user: 'ada', exchange: asked({}, { body: '{"a":2,"b":2}' }) })).toBe(
    false,
  );
  expect(requests.wasServed({ user: 'ben', exchange: asked() })).toBe(false);
});

it('are served in several forms together where they are in each of them', () => {
  const requests = new ServedRequests();
  requests.serves({ user: 'ada', exchange: asked(CHARSET) });
  expect(requests.wasServed({ user: 'ada', exchange: asked({ ...CHARSET, ...ON_IOS }) })).toBe(
    false,
  );
  requests.serves({ user: 'ada', exchange: asked(ON_IOS, { body: '{}' }) });
  expect(requests.wasServed({ user: 'ada', exchange: asked({ ...CHARSET, ...ON_IOS }) })).toBe(
    true,
  );
});

it('were refused wrongly where they are served afterwards, told once', () => {
  const requests = new ServedRequests();
  const refused = asked({ ...CHARSET, ...ON_IOS });
  requests.refuses({ user: 'ada', exchange: refused });
  expect(requests.serves({ user: 'ada', exchange: asked(CHARSET) })).toBeUndefined();
  expect(requests.serves({ user: 'ben', exchange: asked(ON_IOS) })).toBeUndefined();
  expect(requests.serves({ user: 'ada', exchange: asked(ON_IOS) })).toBe(refused);
  expect(requests.serves({ user: 'ada', exchange: asked(ON_IOS) })).toBeUndefined();
});

it('are others without a device than with one', () => {
  const requests = new ServedRequests();
  requests.serves({ user: 'ada', exchange: asked({ uuid: 'phone' }) });
  expect(requests.wasServed({ user: 'ada', exchange: asked({ uuid: 'phone' }) })).toBe(true);
  expect(requests.wasServed({ user: 'ada', exchange: asked() })).toBe(false);
});
