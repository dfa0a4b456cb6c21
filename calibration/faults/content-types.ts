import type { EndpointName } from '../../contract/endpoint-names.ts';
import { replace } from '../servers/answers.ts';
import type { Fault } from './fault.ts';

const SHOWN: readonly EndpointName[] = [
  'login',
  'refresh',
  'awaiting-payments',
  'update-application',
  'repay-loan',
];

const TYPES = [
  'text/html',
  'text/plain; charset=utf-8',
  'application/x-json',
  'text/json5',
  'jsonp/x',
];

/** Section 4, common: an answer whose JSON is sent as something else. */
export const contentTypeFaults: Fault[] = SHOWN.map((endpoint, index) => {
  const type = TYPES[index] ?? 'text/html';
  return {
    id: `${endpoint}.answer-sent-as-another-type`,
    breaks: 'SVC-30',
    caughtBy: `${endpoint}.answer-content-type`,
    how: `The JSON of ${endpoint} is sent as ${type}.`,
    layers: [
      replace(endpoint, (response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': type },
      })),
    ],
  };
});
