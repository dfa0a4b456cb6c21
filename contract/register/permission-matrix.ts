import { requirements } from './requirement.ts';

/** Why no check looks at a right: nothing that the specification shows depends on it. */
const UNSEEN = 'no endpoint of the specification reaches this right';

/** The rights that section 5.9 names, each with its qualifier and in the order of that section. */
const RIGHTS: readonly [id: string, item: string, text: string][] = [
  [
    'AUT-37',
    'right create-transactions',
    'The matrix has the right to create transactions; that of a customer is for his own.',
  ],
  [
    'AUT-38',
    'right view-all-transactions',
    'The matrix has the right to view all transactions, not only one’s own.',
  ],
  ['AUT-39', 'right update-transactions', 'The matrix has the right to update transactions.'],
  ['AUT-40', 'right manage-users', 'The matrix has the right to manage users.'],
  [
    'AUT-41',
    'right kyc-aml-configuration',
    'The matrix has the right to configure KYC and AML, apart from verifying them.',
  ],
  [
    'AUT-42',
    'right kyc-aml-verification',
    'The matrix has the right to verify KYC and AML, apart from configuring them.',
  ],
  ['AUT-43', 'right tenant-configuration', 'The matrix has the right to configure the tenant.'],
  ['AUT-44', 'right process-refunds', 'The matrix has the right to process refunds.'],
  [
    'AUT-45',
    'right analytics-reports',
    'The matrix has the right to analytics and reports; one role holds it in part.',
  ],
  [
    'AUT-46',
    'right manage-beneficiaries',
    'The matrix has the right to manage beneficiaries, for the own ones.',
  ],
  ['AUT-47', 'right plugin-management', 'The matrix has the right to manage plugins.'],
  ['AUT-48', 'right agent-configuration', 'The matrix has the right to configure agents.'],
  [
    'AUT-49',
    'right rate-fee-markups',
    'The matrix has the right to mark up rates and fees, for the own ones.',
  ],
  ['AUT-50', 'right request-quotes', 'The matrix has the right to request quotes.'],
];

/** Section 5.9, right by right; who holds which is AUT-22, and open. */
export const PERMISSION_MATRIX = requirements(
  [],
  RIGHTS.map(([id, item, text]) => ({
    ...{ id, section: '5.9', item, level: 'must', text, unchecked: UNSEEN },
  })),
);
