import { z } from '@hono/zod-openapi';
import { ROLES } from '../../../core/people/role.ts';
import { accountName, displayName } from './name-fields.ts';

const role = z.enum(ROLES).openapi({
  description:
    'owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.',
});

const agent = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .nullable()
  .default(null)
  .openapi({
    description: 'The writing agent whose members an agent sees, as statements name it. Only for the role agent.',
  });

export const invite = z.strictObject({
  email: z.email('must be an email address').max(254, 'must have at most 254 characters'),
  name: displayName('How the person is called.'),
  role,
  agent,
});

export const introduction = invite
  .pick({ name: true, email: true })
  .extend({ agencyName: accountName('How the agency is called, also in its letters. Default: as before.').optional() });

export const roleChange = z.strictObject({ role, agent });

const memberFields = {
  userId: z.string().openapi({ description: 'Of the membership: each account knows a person by another id.' }),
  name: z.string().openapi({ description: 'As this account calls the person.' }),
  email: z.string(),
  role,
  agent: z.string().nullable(),
  status: z.enum(['invited', 'active']),
  invitedAt: z.iso.datetime(),
  joinedAt: z.iso
    .datetime()
    .nullable()
    .openapi({ description: 'When the person accepted the invitation; null before.' }),
};

export const teamMember = z.object(memberFields).openapi('TeamMember');

export const addedPerson = z
  .object({
    ...memberFields,
    signInLink: z.string().openapi({ description: 'Signs the person in once, within fifteen minutes.' }),
  })
  .openapi('AddedPerson');

export const teamMemberExample: z.output<typeof teamMember> = {
  userId: '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11',
  name: 'Dana Reyes',
  email: 'dana@harbor.example',
  role: 'staff',
  agent: null,
  status: 'active',
  invitedAt: '2026-04-02T09:15:04.120Z',
  joinedAt: '2026-04-02T10:01:44.020Z',
};

export const ownAccount = z
  .object({ accountId: z.string(), name: z.string(), role })
  .openapi('OwnAccount', { description: 'An account that the signed-in person can work in.' });

export const signedInPerson = z
  .object({ userId: z.string(), name: z.string(), email: z.string(), role, agent: z.string().nullable() })
  .openapi('SignedInPerson', { description: 'The person whose session sent the request.' });
