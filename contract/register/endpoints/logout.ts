import { requirements } from '../requirement.ts';

/** Section 4.3. */
export const LOGOUT = requirements(
  ['logout'],
  [
    {
      id: 'LGO-1',
      section: '4.3',
      item: 'request',
      level: 'must',
      text: 'POST on the logout path with an empty JSON object succeeds.',
    },
    {
      id: 'LGO-2',
      section: '4.3',
      item: 'header X-Auth-Token',
      level: 'must',
      text: 'logout without a token header is answered with 401.',
      sameAs: 'ERR-1',
    },
    {
      id: 'LGO-3',
      section: '4.3',
      item: 'header platform',
      level: 'open',
      text: 'What logout does without platform, which is listed but not called required, is open.',
    },
    {
      id: 'LGO-4',
      section: '4.3',
      item: 'header uuid',
      level: 'open',
      text: 'What logout does without uuid, which is listed but not called required, is open.',
    },
    {
      id: 'LGO-5',
      section: '4.3',
      item: 'revokes',
      level: 'must',
      text: 'Logout revokes the token it is called with.',
      sameAs: 'AUT-12',
    },
    {
      id: 'LGO-6',
      section: '4.3',
      item: 'response',
      level: 'open',
      text: 'The body of the answer of logout is open.',
    },
    {
      id: 'LGO-7',
      section: '4.3',
      item: 'other-tokens',
      level: 'open',
      text: 'Whether logout also ends the other sessions of the user is open.',
    },
    {
      id: 'LGO-8',
      section: '4.3',
      item: 'revokes',
      level: 'must',
      text: 'An access token that was logged out is no longer good for a refresh.',
      endpoints: ['refresh'],
    },
    {
      id: 'LGO-9',
      section: '4.3',
      item: 'revokes',
      level: 'should',
      text: 'The refresh token of a session that was logged out gives no token.',
      endpoints: ['refresh'],
    },
    {
      id: 'LGO-10',
      section: '4.3',
      item: 'request',
      level: 'open',
      text: 'What logout does with another body than the empty object, or without one, is open.',
    },
  ],
);
