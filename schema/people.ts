// People who sign in, their sessions and passkeys, and the accounts that they belong to.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import { bytes, instant, systemPolicy, tenantPolicy } from './columns.ts';

/** A point in time as a Date, which the sign-in library reads and writes. */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

// The property names of the first six tables are the names that the sign-in library expects.

export const people = pgTable(
  'people',
  {
    id: uuid('person_id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull(),
    image: text('image'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    linksSince: instant('links_since'),
    linksMailed: integer('links_mailed').notNull().default(0),
  },
  (table) => [unique('people_email_key').on(table.email), systemPolicy()],
);

export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    id: uuid('session_id').primaryKey(),
    userId: uuid('person_id').notNull(),
    token: text('token').notNull(),
    currentAccountId: uuid('current_account_id'),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    unique('sign_in_sessions_token_key').on(table.token),
    foreignKey({
      columns: [table.userId],
      foreignColumns: [people.id],
      name: 'sign_in_sessions_person_id_fkey',
    }).onDelete('cascade'),
    index('sign_in_sessions_person_id_idx').on(table.userId),
    index('sign_in_sessions_expires_at_idx').on(table.expiresAt),
    systemPolicy(),
  ],
);

export const signInProviders = pgTable(
  'sign_in_providers',
  {
    id: uuid('sign_in_provider_id').primaryKey(),
    userId: uuid('person_id').notNull(),
    providerId: text('provider').notNull(),
    accountId: text('subject').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    unique('sign_in_providers_provider_subject_key').on(table.providerId, table.accountId),
    foreignKey({
      columns: [table.userId],
      foreignColumns: [people.id],
      name: 'sign_in_providers_person_id_fkey',
    }).onDelete('cascade'),
    index('sign_in_providers_person_id_idx').on(table.userId),
    systemPolicy(),
  ],
);

export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: text('code_id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('sign_in_codes_identifier_idx').on(table.identifier),
    index('sign_in_codes_expires_at_idx').on(table.expiresAt),
    systemPolicy(),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('passkey_id').primaryKey(),
    userId: uuid('person_id').notNull(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: moment('created_at'),
  },
  (table) => [
    unique('passkeys_credential_id_key').on(table.credentialID),
    foreignKey({ columns: [table.userId], foreignColumns: [people.id], name: 'passkeys_person_id_fkey' }).onDelete(
      'cascade',
    ),
    index('passkeys_person_id_idx').on(table.userId),
    systemPolicy(),
  ],
);

export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: text('attempt_id').primaryKey(),
    key: text('key').notNull(),
    count: integer('count').notNull(),
    lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
  },
  (table) => [
    unique('sign_in_attempts_key_key').on(table.key),
    index('sign_in_attempts_last_request_idx').on(table.lastRequest),
    systemPolicy(),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    accountId: uuid('account_id').notNull(),
    personId: uuid('person_id').notNull(),
    role: text('role', { enum: ['owner', 'staff', 'read_only', 'agent'] }).notNull(),
    agent: text('agent'),
    invitedBy: text('invited_by').notNull(),
    invitedAt: instant('invited_at').notNull().default(sql`clock_timestamp()`),
    joinedAt: instant('joined_at'),
    memberId: uuid('member_id').notNull().defaultRandom(),
    name: text('name').notNull().default(''),
    inviterName: text('inviter_name'),
    enteredAt: instant('entered_at'),
    agentRecordId: uuid('agent_record_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.personId], name: 'team_members_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'team_members_account_id_fkey',
    }),
    foreignKey({
      columns: [table.personId],
      foreignColumns: [people.id],
      name: 'team_members_person_id_fkey',
    }).onDelete('cascade'),
    check('team_members_check', sql`(role = 'agent'::text) = (agent IS NOT NULL)`),
    check(
      'team_members_role_check',
      sql`role = any (array['owner'::text, 'staff'::text, 'read_only'::text, 'agent'::text])`,
    ),
    unique('team_members_member_id_key').on(table.memberId),
    foreignKey({
      columns: [table.accountId, table.agentRecordId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'team_members_account_id_agent_record_id_fkey',
    }),
    check('team_members_agent_record_check', sql`role = 'agent'::text or agent_record_id is null`),
    index('team_members_account_id_agent_record_id_idx').on(table.accountId, table.agentRecordId),
    index('team_members_person_id_idx').on(table.personId),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const recentInvitations = pgTable(
  'recent_invitations',
  {
    invitationId: uuid('invitation_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    addressDigest: bytes('address_digest').notNull(),
    invitedAt: instant('invited_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'recent_invitations_account_id_fkey',
    }),
    index('recent_invitations_account_id_idx').on(table.accountId),
    index('recent_invitations_address_digest_idx').on(table.addressDigest),
    index('recent_invitations_invited_at_idx').on(table.invitedAt),
    tenantPolicy(),
    systemPolicy(),
  ],
);
