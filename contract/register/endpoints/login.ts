import { requirements } from '../requirement.ts';

/** Section 4.1. */
export const LOGIN = requirements(
  ['login'],
  [
    {
      id: 'LGN-1',
      section: '4.1',
      item: 'request',
      level: 'must',
      text: 'PUT on the login path with a right e-mail address and password succeeds.',
    },
    {
      id: 'LGN-2',
      section: '4.1',
      item: 'header Content-Type',
      level: 'open',
      text: 'What login does without Content-Type: application/json is open.',
    },
    {
      id: 'LGN-3',
      section: '4.1',
      item: 'header platform',
      level: 'open',
      text: 'What login does without platform, which is listed but not called required, is open.',
    },
    {
      id: 'LGN-4',
      section: '4.1',
      item: 'header uuid',
      level: 'open',
      text: 'What login does without uuid, which is listed but not called required, is open.',
    },
    {
      id: 'LGN-5',
      section: '4.1',
      item: 'email',
      level: 'must',
      text: 'Login without email, or with one that is no string, gives no token.',
    },
    {
      id: 'LGN-6',
      section: '4.1',
      item: 'currentPassword',
      level: 'must',
      text: 'Login without currentPassword, or with one that is no string, gives no token.',
    },
    {
      id: 'LGN-7',
      section: '4.1',
      item: 'response',
      level: 'must',
      text: 'The answer of a login is the session object itself, not wrapped.',
    },
    {
      id: 'LGN-8',
      section: '4.1',
      item: 'currentPassword',
      level: 'must',
      text: 'A wrong password gives no token.',
    },
    {
      id: 'LGN-9',
      section: '4.1',
      item: 'email',
      level: 'must',
      text: 'The address of nobody gives no token.',
    },
    {
      id: 'LGN-10',
      section: '4.1',
      item: 'no-token-needed',
      level: 'must',
      text: 'Login needs no token.',
    },
    {
      id: 'LGN-20',
      section: '4.1',
      item: 'email',
      level: 'open',
      text: 'Whether an e-mail address in other case logs in is open.',
    },
    {
      id: 'LGN-21',
      section: '4.1',
      item: 'header platform',
      level: 'should',
      text: 'The platforms that section 4.5 gives as examples, ANDROID and IOS among them, are those of customers who log in.',
    },
    {
      id: 'LGN-11',
      section: '4.1',
      item: 'failure',
      level: 'open',
      text: 'Status code and body of a failed login are open.',
    },
  ],
);
