import { ROLES } from '../roles.ts';
import { type Extension, exactly, listOf, OURS, oneOf, success, TEXT } from './extension.ts';

const GRANT = oneOf(['nothing', 'own', 'limited', 'organisation']);
const ROLE = oneOf(ROLES);

/** Who may do what (section 5.9). */
export const AUTHORIZATION = {
  'permission-matrix': {
    named: '5.9',
    tag: 'Authorization',
    summary: 'Show the permission matrix, and which of its rights each operation needs',
    method: 'GET',
    path: `${OURS}/permission-matrix`,
    response: success(
      exactly({
        role: { ...ROLE, description: "the caller's" },
        rights: listOf(
          exactly(
            {
              right: TEXT,
              named: { ...TEXT, description: 'the sections that name it or its holders' },
              grants: exactly(Object.fromEntries(ROLES.map((role) => [role, GRANT]))),
              permissions: listOf(TEXT),
              of: { ...ROLE, description: 'whose things it is about, where not all' },
              operations: { ...listOf(TEXT), description: 'what it is needed for' },
            },
            ['of'],
          ),
        ),
        operations: listOf(
          exactly({
            operation: TEXT,
            rights: { ...listOf(TEXT), description: 'one of them is enough' },
            notOwn: { type: 'boolean', description: "not to what is the caller's own" },
            byLoginOnly: { type: 'boolean', description: 'refused to API tokens' },
          }),
        ),
      }),
    ),
    successStatus: 200,
  },
} satisfies Record<string, Extension>;
