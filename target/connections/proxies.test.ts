import { expect, test } from 'vitest';
import { findProxies } from './proxies.ts';

test('takes the variables in small letters before those in capitals', () => {
  const { proxies } = findProxies(undefined, {
    HTTPS_PROXY: 'http://capital.example:1',
    https_proxy: 'small.example:2',
    HTTP_PROXY: 'https://plain.example',
    no_proxy: 'a.example',
  });
  expect(proxies).toEqual({
    https: 'http://small.example:2/',
    http: 'https://plain.example/',
    noProxy: 'a.example',
  });
});

test('finds none where no variable says one', () => {
  const env = { NO_PROXY: '*', HTTPS_PROXY: '', ALL_PROXY: 'http://all.example' };
  expect(findProxies(undefined, env)).toEqual({ mistakes: [], secrets: [] });
});

test('takes the proxy of the file instead of the variables', () => {
  const env = { HTTPS_PROXY: 'http://other.example', NO_PROXY: '*' };
  const entry = { url: 'http://proxy.example:3128', user: 'a b', password: 'p@ss:word' };
  const { proxies, secrets } = findProxies({ ...entry, noProxy: ['x.example', '10.0.0.0/8'] }, env);
  const url = 'http://a%20b:p%40ss%3Aword@proxy.example:3128/';
  expect(proxies).toEqual({ http: url, https: url, noProxy: 'x.example,10.0.0.0/8' });
  expect(secrets).toEqual(['p@ss:word', 'p%40ss%3Aword', 'YSBiOnBAc3M6d29yZA==']);
});

test('keeps the password in a variable out of every report', () => {
  const { secrets } = findProxies(undefined, { HTTPS_PROXY: 'http://a:p%40ss@proxy.example' });
  expect(secrets).toContain('p@ss');
  expect(secrets).toContain('p%40ss');
});

test.each(['socks5://proxy.example:1080', 'http://', 'not a url'])(
  'says that %j is no proxy, without quoting it',
  (url) => {
    const { mistakes } = findProxies(undefined, { https_proxy: url });
    expect(mistakes).toEqual([
      {
        path: ['https_proxy'],
        text: '(of the environment) is no http or https URL; expected one such as http://proxy.example:3128',
      },
    ]);
    expect(findProxies({ url }, {}).mistakes).toMatchObject([{ path: ['proxy', 'url'] }]);
  },
);

test('demands the password beside the URL of the file, not in it', () => {
  const { mistakes } = findProxies({ url: 'http://a:b@proxy.example' }, {});
  expect(mistakes[0]?.text).toMatch(/^has a user name or password in it/);
});
