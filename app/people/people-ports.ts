import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { IdentityProviderId } from '../../core/people/identity-provider.ts';
import type { TeamSituation } from '../../core/people/last-owner.ts';
import type { Role } from '../../core/people/role.ts';
import type { Refused } from '../../core/problem.ts';
import type { TokenCheck } from '../accounts/account-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** The ports of people who sign in, and of the teams of accounts (docs/reference/people.md). */

/** Decides whether a person may get another role, or leave the team (null). */
type DecideRole = (situation: TeamSituation, next: Role | null) => Refused | null;

/** A person of an account's team. */
export interface TeamMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** The writing agent whose members an agent sees; null for every other role. */
  readonly agent: string | null;
  readonly status: 'invited' | 'active';
  readonly invitedAt: string;
  /** Null until the person has signed in. */
  readonly joinedAt: string | null;
}

export interface Invite {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly agent: string | null;
}

/** A change of a team member. */
export type RoleChange = Pick<Invite, 'role' | 'agent'>;

/** An account that a person can work in. */
export interface OwnAccount {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
}

export interface TeamStore {
  /** Returns the team, owners first, then by name. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<TeamMember>>;
  /** Adds a person, who is created if unknown. Refuses a person of the team, an unknown account and a team that is full. */
  add(accountId: string, invite: Invite, origin: RequestOrigin): Promise<TeamMember | Refused>;
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
  /** Returns the accounts of a person, by name. */
  listAccounts(userId: string): Promise<readonly OwnAccount[]>;
  /**
   * Switches a session to another account of its person, whose invitation counts as accepted by that. Returns false when the person is not
   * in the account's team.
   */
  enterAccount(session: { readonly sessionId: string; readonly accountId: string }): Promise<boolean>;
  /** Returns the person with this address; null when there is none. */
  findPerson(email: string): Promise<{ readonly userId: string; readonly name: string } | null>;
  /** True when nobody has signed in to this installation yet; a visitor of the example agency does not count. */
  isUnused(): Promise<boolean>;
  /** Replaces the placeholders that the first start stored for the owner and the agency. Refuses an address that is taken. */
  nameOwner(owner: OwnerOfFirstStart, introduction: Introduction, origin: RequestOrigin): Promise<Refused | null>;
}

export interface OwnerOfFirstStart {
  readonly userId: string;
  readonly accountId: string;
}

export interface Introduction {
  readonly name: string;
  readonly email: string;
  /** The name of the agency; undefined keeps the current name. */
  readonly agencyName?: string | undefined;
}

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
  /** Makes a link that signs the person in once. Expires after fifteen minutes. */
  makeLink(email: string): Promise<string>;
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
