import { ENDPOINT_NAMES } from '../endpoint-names.ts';
import { requirements } from './requirement.ts';

/** Section 9. */
export const VERSIONING = requirements(ENDPOINT_NAMES, [
  {
    id: 'VER-1',
    section: '9',
    item: 'v6-services',
    level: 'must',
    text: 'Security management, payment management, admin preference and request-loan answer under /api/v6/services.',
    endpoints: [
      'login',
      'refresh',
      'logout',
      'fetch-organisation-preference',
      'awaiting-payments',
      'request-loan',
    ],
    sameAs: 'SVC-4',
  },
  {
    id: 'VER-2',
    section: '9',
    item: 'v1-services-user',
    level: 'must',
    text: 'repay-loan and update-application answer under /api/v1/services/user.',
    endpoints: ['repay-loan', 'update-application'],
    sameAs: 'SVC-4',
  },
  {
    id: 'VER-3',
    section: '9',
    item: 'v1-user',
    level: 'must',
    text: 'portfolios answers under /api/v1/user.',
    endpoints: ['portfolios'],
    sameAs: 'SVC-4',
  },
  {
    id: 'VER-4',
    section: '9',
    item: 'deprecation',
    level: 'open',
    text: 'Deprecation policy and compatibility rules are open.',
    unchecked: 'not shown',
  },
]);
