import { ROLES } from '../roles.ts';
import {
  asked,
  type Extension,
  exactly,
  listOf,
  OURS,
  oneOf,
  success,
  TEXT,
  UUID,
} from './extension.ts';

const NAME = { ...TEXT, maxLength: 100 };
const PHONE_NUMBER = { type: 'string', pattern: '^\\+?[0-9]{6,15}$' };
const ROLE = oneOf(ROLES);
const STATUS = oneOf(['ACTIVE', 'DISABLED']);

/** A page of a list that begins with 1. */
export const PAGES = [
  {
    name: 'page',
    required: false,
    meaning: 'the page to show; the first is 1',
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: 1 },
    example: 1,
  },
  {
    name: 'size',
    required: false,
    meaning: 'entries per page',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 20 },
    example: 20,
  },
] as const;

const USER = exactly({
  id: UUID,
  email: TEXT,
  role: ROLE,
  firstName: TEXT,
  lastName: TEXT,
  phoneNumber: { type: 'string' },
  dateOfBirth: { type: 'string' },
  userStatus: STATUS,
});

const COMMON = { named: '1', tag: 'Users' } as const;

/** The users of an organisation, and the profile of each (section 1). */
export const USERS = {
  'list-users': {
    ...COMMON,
    summary: "List the users of the caller's organisation, by e-mail address",
    method: 'GET',
    path: `${OURS}/users`,
    query: [
      {
        name: 'role',
        required: false,
        meaning: 'those of this role only',
        schema: ROLE,
        example: 'AGENT',
      },
      ...PAGES,
    ],
    response: success(
      exactly({
        users: listOf(USER),
        page: { type: 'integer' },
        size: { type: 'integer' },
        total: { type: 'integer' },
      }),
    ),
    successStatus: 200,
  },
  'create-user': {
    ...COMMON,
    summary: "Create a user of the caller's organisation, of any role",
    method: 'POST',
    path: `${OURS}/users`,
    request: {
      schema: asked({
        email: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 },
        password: { type: 'string', minLength: 12, maxLength: 200 },
        role: ROLE,
        firstName: NAME,
        lastName: NAME,
        phoneNumber: PHONE_NUMBER,
        bvn: { type: 'string', pattern: '^[0-9]{11}$' },
        dateOfBirth: {
          type: 'string',
          pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
        },
      }),
      example: {
        email: 'ngozi@savannah.example',
        password: 'Corridor-violet-73',
        role: 'AGENT',
        firstName: 'Ngozi',
        lastName: 'Eze',
        phoneNumber: '+2348012345678',
        bvn: '22123456789',
        dateOfBirth: '1990-02-28',
      },
    },
    response: success(USER),
    successStatus: 201,
  },
  'view-user': {
    ...COMMON,
    summary: 'Show a user; to agents, the profile of a customer',
    method: 'GET',
    path: `${OURS}/users/{id}`,
    response: success(USER),
    successStatus: 200,
  },
  'change-user-status': {
    ...COMMON,
    summary: 'Disable a user, which ends all sessions, or let the user in again',
    method: 'PUT',
    path: `${OURS}/users/{id}/status`,
    request: { schema: asked({ userStatus: STATUS }), example: { userStatus: 'DISABLED' } },
    response: success(USER),
    successStatus: 200,
  },
  'view-profile': {
    ...COMMON,
    tag: 'Profile',
    summary: "Show the caller's own profile",
    method: 'GET',
    path: `${OURS}/profile`,
    response: success(USER),
    successStatus: 200,
  },
  'update-profile': {
    ...COMMON,
    tag: 'Profile',
    summary: "Change the caller's own name or phone number",
    method: 'PUT',
    path: `${OURS}/profile`,
    request: {
      schema: asked({ firstName: NAME, lastName: NAME, phoneNumber: PHONE_NUMBER }, [
        'firstName',
        'lastName',
        'phoneNumber',
      ]),
      example: { phoneNumber: '+2348012345678' },
    },
    response: success(USER),
    successStatus: 200,
  },
} satisfies Record<string, Extension>;
