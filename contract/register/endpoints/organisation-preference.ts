import { requirements } from '../requirement.ts';

/** Section 4.4. */
export const ORGANISATION_PREFERENCE = requirements(
  ['fetch-organisation-preference'],
  [
    {
      id: 'ORG-1',
      section: '4.4',
      item: 'request',
      level: 'must',
      text: 'GET on the path spelled fetch-organisaction-preference succeeds for at least one of the roles.',
    },
    {
      id: 'ORG-2',
      section: '4.4',
      item: 'header X-Auth-Token',
      restsOn: '7 401 missing',
      level: 'must',
      text: 'fetch-organisation-preference without a token header is answered with 401.',
      sameAs: 'ERR-1',
    },
    {
      id: 'ORG-3',
      section: '4.4',
      item: 'header Content-Type',
      level: 'open',
      text: 'What fetch-organisation-preference does without Content-Type: application/json is open.',
    },
    {
      id: 'ORG-4',
      section: '4.4',
      item: 'header platform',
      level: 'open',
      text: 'What fetch-organisation-preference does without platform, which is listed but not called required, is open.',
    },
    {
      id: 'ORG-5',
      section: '4.4',
      item: 'header uuid',
      level: 'open',
      text: 'What fetch-organisation-preference does without uuid, which is listed but not called required, is open.',
    },
    {
      id: 'ORG-6',
      section: '4.4',
      item: 'request-body',
      level: 'open',
      text: 'What a request body would mean is open.',
      unchecked: 'nothing is said about a body, and a GET without one is what succeeds',
    },
    {
      id: 'ORG-7',
      section: '4.4',
      item: 'response',
      level: 'open',
      text: 'The body of the answer of fetch-organisation-preference is open.',
    },
    {
      id: 'ORG-8',
      section: '4.4',
      item: 'roles',
      level: 'open',
      text: 'Which roles may fetch the preference is open.',
    },
    {
      id: 'ORG-9',
      section: '1',
      item: 'tenant-separation',
      restsOn: '5.10 other-users-data',
      level: 'must',
      text: 'Nobody is given the preference of another tenant, whatever device asked before.',
    },
  ],
);
