import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import {
  ACCESS_SCOPES,
  type IdentityProviderId,
  type RecentInvitations,
  type Role,
  type TeamSituation,
} from '../../core/people/team-rules.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { role, signedInPerson, type TokenCheck } from '../accounts/issue-token.ts';
import { accountName, displayName, recordId } from '../platform/shared-fields.ts';

const agent = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .nullable()
  .default(null)
  .meta({
    description: 'The writing agent whose members an agent sees, as statements name it. Only for the role agent.',
  });

const agentRecordId = recordId(
  'The record of the agent whose members an agent sees, by all names and numbers. Instead of agent.',
)
  .nullable()
  .default(null);

export const invite = z.strictObject({
  email: z.email('must be an email address').max(254, 'must have at most 254 characters'),
  name: displayName('How the person is called.'),
  role,
  agent,
  agentRecordId,
});

export const introduction = invite
  .pick({ name: true, email: true })
  .extend({ agencyName: accountName('How the agency is called, also in its letters. Default: as before.').optional() });

export const roleChange = z.strictObject({ role, agent, agentRecordId });

/** The people who sign in, the teams of accounts, and their stores (docs/reference/people.md). */

export interface OwnerOfFirstStart {
  readonly userId: string;
  readonly accountId: string;
}

export type Introduction = Readonly<z.output<typeof introduction>>;

/** Checks a session and counts the request, in one round trip. `account.tokenId` is the session's id. */
export type CheckSession = (request: { readonly sessionId: string }) => Promise<TokenCheck>;

/** The sign-in library, as the rest of the program sees it. */
export interface SignIn {
  /** The providers of identities that people can sign in with. */
  readonly providers: readonly IdentityProviderId[];
  /** Returns the id of the session that a Cookie header names. Returns null when it names no session, or a session that has ended. */
  findSession(cookie: string): Promise<string | null>;
  /** Answers a request below `/v1/auth/`. */
  answer(request: SignInRequest): Promise<Response>;
  /**
   * Makes a link that signs the person in once. Expires after LINK_MINUTES, or `minutes`. A link for an account lets the session work
   * there, and accepts its invitation; otherwise the session works where the person worked last.
   */
  makeLink(email: string, accountId?: string, minutes?: number): Promise<string>;
}

/** A request to the sign-in library. The caller has checked that a change comes from a page of this service. */
export interface SignInRequest {
  readonly method: string;
  readonly path: string;
  /** Begins with `?`, or is empty. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | undefined;
  readonly clientAddress: string | null;
}

/** Decides whether a person may get another role, or leave the team (null). */
type DecideRole = (situation: TeamSituation, next: Role | null) => Refused | null;

const memberFields = {
  userId: z.string().describe('Of the membership: each account knows a person by another id.'),
  name: z.string().describe('As this account calls the person.'),
  email: z.string(),
  role,
  agent: z.string().nullable(),
  agentRecordId: z.string().nullable().describe('The record of an agent; null for one that is named by a text.'),
  status: z.enum(['invited', 'active']),
  invitedAt: z.iso.datetime(),
  joinedAt: z.iso.datetime().nullable().describe('When the person accepted the invitation; null before.'),
};

/** A person of an account's team. Id and name belong to the membership: another account knows the same person by others. */
export const teamMember = z.object(memberFields).meta({ id: 'TeamMember' });
export type TeamMember = Readonly<z.output<typeof teamMember>>;

export interface Invite extends Readonly<z.output<typeof invite>> {
  /** The name by which the account calls the person who invites; null for the operator. */
  readonly inviterName: string | null;
}

/** A membership that was just made. */
export interface AddedMember {
  readonly member: TeamMember;
  readonly accountName: string;
  /** The person belongs to another account, or is invited there. */
  readonly isElsewhere: boolean;
  /** The invitations of the last day, without this one. */
  readonly recent: RecentInvitations;
}

/** An invitation by an owner that its person has not answered yet. The operator's additions need no answer. */
export interface OpenInvitation {
  readonly invitationId: string;
  readonly accountName: string;
  readonly inviter: Inviter;
  readonly role: Role;
  readonly invitedAt: string;
}

export interface Inviter {
  /** The name by which the inviting account calls the person. */
  readonly name: string;
  /** The address with which the person has signed in; null when a program invited. */
  readonly email: string | null;
}

/** The person of a session, who may work in no account yet. */
export interface Invitee {
  readonly email: string;
  readonly invitations: readonly OpenInvitation[];
}

/** Whom a link would sign in. */
export interface LinkHolder {
  readonly email: string;
  /** Set on a link for one account. */
  readonly account: {
    readonly name: string;
    /** True when the person has not accepted the invitation yet. Using the link accepts it. */
    readonly isInvitation: boolean;
    /** Null when the operator added the person. */
    readonly inviter: Inviter | null;
  } | null;
}

/** A change of a team member. */
export type RoleChange = Readonly<z.output<typeof roleChange>>;

export const TEAM_MEMBER_COLUMNS = [
  'userId',
  'name',
  'email',
  'role',
  'agent',
  'status',
  'invitedAt',
  'joinedAt',
  'agentRecordId',
];

export const addedPerson = z
  .object({
    ...memberFields,
    signInLink: z.string().describe('Signs the person in once, within fifteen minutes.'),
  })
  .meta({ id: 'AddedPerson' });

export const invitedPerson = z
  .object({
    ...memberFields,
    signInLink: z
      .string()
      .nullable()
      .describe(
        'To hand over where mails stay on the machine: it signs the person in once, within a week. Null where mails are sent, and for a person of another account.',
      ),
  })
  .meta({ id: 'InvitedPerson' });
export type InvitedPerson = Readonly<z.output<typeof invitedPerson>>;

/** An account that a person can work in. */
const ownAccount = z
  .object({ accountId: z.string(), name: z.string(), role })
  .meta({ id: 'OwnAccount', description: 'An account that the signed-in person can work in.' });
export type OwnAccount = Readonly<z.output<typeof ownAccount>>;

/** The account that a token or a session works in, and the person who signed in. */
export const workingAccount = z.object({
  accountId: z.string(),
  name: z.string(),
  status: z.string(),
  tier: z.enum(['standard', 'enterprise']),
  isTest: z.boolean().describe('True in a test account, which a token test_… works in.'),
  scopes: z.array(z.enum(ACCESS_SCOPES)).readonly(),
  person: signedInPerson.nullable().describe('Null for a token.'),
  accounts: z
    .array(ownAccount)
    .readonly()
    .meta({ description: 'The accounts that the person can work in, by name; empty for a token.' }),
});

export interface TeamStore {
  /** Returns the team, owners first, then by name. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<TeamMember>>;
  /**
   * Invites a person, who is created if unknown. Refuses a person of the team, an unknown account, a team that is full, and what `decide`
   * refuses.
   */
  add(accountId: string, request: NewMember, origin: RequestOrigin): Promise<AddedMember | Refused>;
  /** Returns null when the person is not in the team. Calls `decide` under the lock of the team's owners. */
  change(
    accountId: string,
    request: { readonly userId: string; readonly change: RoleChange; readonly decide: DecideRole },
    origin: RequestOrigin,
  ): Promise<TeamMember | Refused | null>;
  /**
   * Removes a person, whose sessions in the account end at once. Calls `decide` under the lock of the team's owners. Returns null when
   * the person is not in the team.
   */
  remove(
    accountId: string,
    request: { readonly userId: string; readonly decide: DecideRole },
    origin: RequestOrigin,
  ): Promise<'removed' | Refused | null>;
  /** Returns the accounts that the person of a session has joined or was added to by the operator, by name. */
  listAccounts(sessionId: string): Promise<readonly OwnAccount[]>;
  /** Switches a session to another account of its person. Returns false for an account that `listAccounts` does not return. */
  enterAccount(session: { readonly sessionId: string; readonly accountId: string }): Promise<boolean>;
  /** Returns the account of a person whom the service itself made; null when there is no such person. */
  findReserved(email: string): Promise<{ readonly accountId: string } | null>;
  /** Counts a link that is to be mailed. Returns false for an unknown address, and for one that got enough links. */
  countLink(email: string): Promise<boolean>;
  /** True when nobody has signed in to this installation yet; a visitor of the example agency does not count. */
  isUnused(): Promise<boolean>;
  /** Replaces the placeholders that the first start stored for the owner and the agency. Refuses an address that is taken. */
  nameOwner(owner: OwnerOfFirstStart, introduction: Introduction, origin: RequestOrigin): Promise<Refused | null>;
}

export interface NewMember {
  readonly invite: Invite;
  /** Called under a lock of the account's team. */
  readonly decide: (recent: RecentInvitations) => Refused | null;
}
