import { requirements } from './requirement.ts';

/** Section 4.2. */
export const REFRESH = requirements(
  ['refresh'],
  [
    {
      id: 'RFR-1',
      section: '4.2',
      item: 'request',
      level: 'must',
      text: 'POST on the refresh path with the refresh token of the session succeeds.',
    },
    {
      id: 'RFR-2',
      section: '4.2',
      item: 'header Content-Type',
      level: 'open',
      text: 'What refresh does without Content-Type: application/json is open.',
    },
    {
      id: 'RFR-3',
      section: '4.2',
      item: 'header X-Auth-Token',
      level: 'must',
      text: 'refresh without a token header is answered with 401.',
      sameAs: 'ERR-1',
    },
    {
      id: 'RFR-4',
      section: '4.2',
      item: 'header platform',
      level: 'open',
      text: 'What refresh does without platform, which is listed but not called required, is open.',
    },
    {
      id: 'RFR-5',
      section: '4.2',
      item: 'header uuid',
      level: 'open',
      text: 'What refresh does without uuid, which is listed but not called required, is open.',
    },
    {
      id: 'RFR-6',
      section: '4.2',
      item: 'refresh_token',
      level: 'must',
      text: 'Refresh without refresh_token, or with one that is no string, gives no token.',
    },
    {
      id: 'RFR-7',
      section: '4.2',
      item: 'access_token',
      level: 'must',
      text: 'access_token of the answer is a JWT in compact form.',
    },
    {
      id: 'RFR-8',
      section: '4.2',
      item: 'expires_in',
      level: 'must',
      text: 'expires_in of the answer is a number.',
    },
    {
      id: 'RFR-9',
      section: '4.2',
      item: 'access_token',
      level: 'must',
      text: 'The new access token is accepted on later requests.',
    },
    {
      id: 'RFR-10',
      section: '4.2',
      item: 'expired-access-token',
      level: 'must',
      text: 'Refresh works while the access token in the header has expired.',
    },
    {
      id: 'RFR-11',
      section: '4.2',
      item: 'refresh_token',
      level: 'must',
      text: 'A made-up refresh token gives no token.',
    },
    {
      id: 'RFR-12',
      section: '4.2',
      item: 'new-refresh-token',
      level: 'open',
      text: 'Whether the answer carries a new refresh_token is open.',
    },
  ],
);
