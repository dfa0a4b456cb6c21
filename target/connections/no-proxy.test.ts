import { expect, test } from 'vitest';
import { goesDirectly } from './no-proxy.ts';

test.each([
  ['http://localhost:4000', ''],
  ['http://127.9.0.1', ''],
  ['http://[::1]:80', ''],
  ['https://acme.example', '*'],
  ['https://acme.example', 'other.example,acme.example'],
  ['https://ACME.example', ' Acme.Example '],
  ['https://api.acme.example', 'acme.example'],
  ['https://api.acme.example', '.acme.example'],
  ['https://api.acme.example', '*.acme.example'],
  ['https://acme.example', 'acme.example:443'],
  ['http://10.1.2.3', '10.0.0.0/8'],
  ['http://10.1.2.3', '10.1.2.3'],
  ['http://[fd00::7]', 'fd00::/8'],
  ['http://[fd00::7]:8080', '[fd00::7]:8080'],
])('asks for %s directly where NO_PROXY is %j', (url, noProxy) => {
  expect(goesDirectly(new URL(url), noProxy)).toBe(true);
});

test.each([
  ['https://acme.example', ''],
  ['https://acme.example', '.acme.example'],
  ['https://acme.example', '*.acme.example'],
  ['https://notacme.example', 'acme.example'],
  ['https://acme.example', 'acme.example:8443'],
  ['https://acme.example.org', 'acme.example'],
  ['http://11.1.2.3', '10.0.0.0/8'],
  ['http://10.1.2.3', '10.0.0.0/99'],
  ['http://128.0.0.1', 'acme.example'],
  ['http://[fd00::7]', '10.0.0.0/8'],
])('asks for %s by the proxy where NO_PROXY is %j', (url, noProxy) => {
  expect(goesDirectly(new URL(url), noProxy)).toBe(false);
});
