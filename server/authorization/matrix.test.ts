import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirement } from '../../contract/register/index.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { testServer } from '../test-client.ts';
import { MATRIX, RIGHT_NAMES, type RightName } from './matrix.ts';
import { PERMISSIONS } from './permissions.ts';
import { grantOf, needOf, OPERATIONS } from './rights.ts';

/**
 * The matrix, written by hand a second time: manager, agent, cashier, customer. `A` is all of the
 * organisation, `o` own, `l` limited, `-` nothing.
 */
const EXPECTED: Readonly<Record<RightName, string>> = {
  'create-transactions': 'A-Ao',
  'view-all-transactions': 'AAA-',
  'update-transactions': 'AA--',
  'manage-users': 'A---',
  'kyc-aml-configuration': 'A---',
  'kyc-aml-verification': 'AA--',
  'tenant-configuration': 'A---',
  'process-refunds': 'A---',
  'analytics-reports': 'Al--',
  'manage-beneficiaries': '---o',
  'plugin-management': 'A---',
  'agent-configuration': 'A---',
  'rate-fee-markups': '-o--',
  'request-quotes': '---o',
  'cross-border-operations': 'A---',
  'call-over-reports': '-A--',
  'corridor-management': '-A--',
  'view-customer-profiles': '-A--',
  'print-receipts': '--A-',
  'process-payments': '--A-',
  'cash-collections': '--A-',
  'verify-transaction-details': '--A-',
  'view-own-transactions': '---o',
  'update-profile': '---o',
  'end-own-session': 'oooo',
  'view-organisation-preference': 'AAAA',
  'list-awaiting-payments': 'AA-o',
  'request-loans': '-o-o',
  'repay-loans': 'oooo',
  'answer-offers': 'oooo',
  'view-portfolios': 'oooo',
  'view-loan-products': 'AA-A',
  lend: 'AA--',
  'follow-up-own-payments': '---o',
  'view-payment-methods': 'AAAA',
  'view-own-profile': 'oooo',
  'manage-own-api-tokens': 'oooo',
  'manage-own-service-clients': 'o---',
  'view-payload-keys': 'AAAA',
  'manage-payload-keys': 'A---',
  'view-permission-matrix': 'AAAA',
  'manage-webhooks': 'A---',
};

/** Rights that nothing needs yet: the specification shows no endpoint, and we have built none. */
const NOT_BUILT: readonly RightName[] = [
  'create-transactions',
  'kyc-aml-configuration',
  'kyc-aml-verification',
  'tenant-configuration',
  'process-refunds',
  'manage-beneficiaries',
  'plugin-management',
  'agent-configuration',
  'rate-fee-markups',
  'request-quotes',
  'cross-border-operations',
  'call-over-reports',
  'corridor-management',
  'print-receipts',
  'process-payments',
  'cash-collections',
];

const LETTERS = { organisation: 'A', own: 'o', limited: 'l', nothing: '-' };

/** What section 1 says that a role may do, in its words. */
const capabilitiesOf = (role: Role): string[] => {
  const ids = { MANAGER: 'SVC-8', AGENT: 'SVC-9', CASHIER: 'SVC-10', CUSTOMER: 'SVC-11' };
  const { sentence = '' } = requirement(ids[role]);
  return sentence.replace(`${role} `, '').split('; ');
};

describe('the permission matrix', () => {
  it.each(RIGHT_NAMES)('grants %s to whom it should', (right) => {
    expect(ROLES.map((role) => LETTERS[grantOf(role, right)]).join('')).toBe(EXPECTED[right]);
  });

  it('has every right of section 5.9, with its qualifiers', () => {
    const { sentence = '' } = requirement('AUT-23');
    const list = /the rights: (.*)\.$/.exec(sentence)?.[1] ?? '';
    const named = list.split(', ').map((right) => ({
      name: right
        .replace(/ \(.*\)/, '')
        .toLowerCase()
        .replaceAll(/[ /]/g, '-'),
      qualifier: /\((.*)\)/.exec(right)?.[1],
    }));
    expect(named).toHaveLength(14);
    for (const { name, qualifier } of named) {
      expect(RIGHT_NAMES).toContain(name);
      const held = EXPECTED[name as RightName].replaceAll('-', '');
      expect(held, name).not.toBe('');
      if (qualifier === 'own') {
        expect(held, name).toBe('o');
      }
      expect(held.includes('l'), name).toBe(qualifier === 'one role limited');
    }
    expect(EXPECTED['create-transactions']).toMatch(/o$/);
  });

  it.each(ROLES)('has each capability that section 1 gives the %s, once', (role) => {
    const capabilities = capabilitiesOf(role);
    expect(capabilities.length).toBeGreaterThan(5);
    const rows = RIGHT_NAMES.flatMap((right) =>
      (MATRIX[right].capabilities?.[role] ?? []).map((words) => ({ right, words })),
    );
    expect(rows.map(({ words }) => words).toSorted()).toEqual(capabilities.toSorted());
    for (const { right } of rows) {
      expect(grantOf(role, right), right).not.toBe('nothing');
    }
  });

  it('is needed by operations, but for what is not built', () => {
    const needed = new Set(OPERATIONS.flatMap((operation) => needOf(operation).rights));
    expect(RIGHT_NAMES.filter((right) => !needed.has(right))).toEqual(NOT_BUILT);
  });

  it('has its rights that are not built in one row of CHOICES.md', () => {
    const choices = readFileSync(join(import.meta.dirname, '..', 'CHOICES.md'), 'utf8');
    const [, row = ''] = /^\| 5\.9 rights that nothing needs \|(.*?):/m.exec(choices) ?? [];
    expect([...row.matchAll(/`([a-z-]+)`/g)].map(([, right]) => right)).toEqual(NOT_BUILT);
  });

  it('is shown by an operation in each of its other cells, but where another right hides it', () => {
    const isShown = (right: RightName, role: Role) =>
      OPERATIONS.map((operation) => needOf(operation).rights)
        .filter((rights) => rights.includes(right))
        .some((rights) =>
          rights.every((each) => each === right || grantOf(role, each) !== 'organisation'),
        );
    const hidden = RIGHT_NAMES.filter((right) => !NOT_BUILT.includes(right)).flatMap((right) =>
      ROLES.filter((role) => !isShown(right, role)).map((role) => `${right} ${role}`),
    );
    // These are told by the matrix alone, and by the permissions of a login.
    expect(hidden).toEqual([
      'view-customer-profiles MANAGER',
      ...['MANAGER', 'AGENT', 'CASHIER'].map((role) => `verify-transaction-details ${role}`),
      ...['MANAGER', 'AGENT', 'CASHIER'].map((role) => `view-own-transactions ${role}`),
    ]);
  });

  it('is shown to everybody as it is', async () => {
    const server = testServer();
    const call = extensionsOf(() => server);
    for (const role of ROLES) {
      const as = role.toLowerCase();
      const { data } = (await call('permission-matrix', as)).body;
      expect(data.role).toBe(role);
      const shown = Object.fromEntries(
        data.rights.map(({ right, grants }: { right: string; grants: Record<Role, 'own'> }) => [
          right,
          ROLES.map((each) => LETTERS[grants[each]]).join(''),
        ]),
      );
      expect(shown).toEqual(EXPECTED);
      expect(data.operations).toContainEqual({
        operation: 'send-offer',
        rights: ['lend'],
        notOwn: true,
        byLoginOnly: false,
      });
    }
  });
});

describe('the permissions of a login', () => {
  it('come to the manager’s of section 2.1, in its order', async () => {
    const { body } = await testServer().login('manager');
    const { sentence = '' } = requirement('SES-11');
    const listed = sentence.match(/[a-z]+:[a-z]+/g) ?? [];
    expect(listed).toHaveLength(7);
    expect(body.user.permissions).toEqual(listed);
  });

  it('are those of the rights of the other roles', () => {
    expect(PERMISSIONS).toMatchObject({
      AGENT: [
        'transactions:read',
        'transactions:write',
        'reports:read',
        'rates:write',
        'corridors:manage',
        'customers:read',
      ],
      CASHIER: ['transactions:read', 'transactions:write', 'receipts:print', 'collections:write'],
      CUSTOMER: [
        'transactions:read',
        'transactions:write',
        'beneficiaries:write',
        'quotes:read',
        'profile:write',
      ],
    });
  });
});
