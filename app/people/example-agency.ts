import { randomUUID } from 'node:crypto';
import { VISITOR_EMAIL } from '../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { issueToken, type TokenIssue } from '../accounts/issue-token.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import type { SignIn, TeamStore } from './people.ts';

/**
 * The name of the agency until all its statements are sent. An interrupted try leaves an account of this name, which operators may delete.
 */
const UNFINISHED_NAME = 'Example agency, unfinished';

/**
 * Largest number of sign-in links made per minute. It is above the number of real visitors, and stops a program that requests links without
 * end.
 */
const LINKS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export type ExampleState =
  | { readonly state: 'preparing'; readonly sent: number; readonly statements: number }
  /** The link signs a visitor in once. */
  | { readonly state: 'ready'; readonly link: string };

/** An agency with invented statements, in which anybody may look around and change nothing. */
export interface ExampleAgency {
  /**
   * Returns the progress, or a link once the agency is ready. The first call begins to send the statements. Refuses when many visitors come
   * in one minute.
   */
  open(): Promise<ExampleState | Refused>;
}

export type OnProgress = (sentCount: number, statements: number) => void;

export interface ExampleAgencyDeps extends TokenIssue {
  readonly accounts: Pick<AccountStore, 'create' | 'update'>;
  readonly team: Pick<TeamStore, 'findReserved' | 'add'>;
  readonly signIn: Pick<SignIn, 'makeLink'>;
  /** Sends the statements with the token of the new account. Resolves with the agency's name when all statements are processed. */
  readonly sendStatements: (token: string, onProgress: OnProgress) => Promise<string>;
  readonly onFailed: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Creates the example agency of an installation. The agency is made once, when somebody first asks for it. */
export function createExampleAgency(deps: ExampleAgencyDeps): ExampleAgency {
  const { team, signIn, onFailed, now = () => performance.now() } = deps;
  let progress = { sent: 0, statements: 0 };
  let making: Promise<void> | null = null;
  let links: readonly number[] = [];
  const make = async () => {
    progress = { sent: 0, statements: 0 };
    try {
      await makeAgency(deps, (sentCount, statements) => {
        progress = { sent: sentCount, statements };
      });
    } catch (error) {
      // The next visitor tries again.
      making = null;
      onFailed(error);
    }
  };
  return {
    async open() {
      const visitor = await team.findReserved(VISITOR_EMAIL);
      if (visitor === null) {
        if (making === null) making = make();
        return { state: 'preparing', ...progress };
      }
      const time = now();
      links = links.filter((madeAt) => madeAt > time - MINUTE_MS);
      if (links.length >= LINKS_PER_MINUTE)
        return refuse('rate_limited', 'Many people are looking around right now. Try again in a minute.');
      links = [...links, time];
      return { state: 'ready', link: await signIn.makeLink(VISITOR_EMAIL, visitor.accountId) };
    },
  };
}

/** Makes the account, sends its statements and only then adds the visitor, who makes the agency ready. */
async function makeAgency(
  { accounts, tokens, clock, team, sendStatements }: ExampleAgencyDeps,
  onProgress: OnProgress,
): Promise<void> {
  const origin: RequestOrigin = { actor: 'example agency', ip: null, requestId: randomUUID() };
  const account = await accounts.create({ name: UNFINISHED_NAME, tier: 'enterprise', email: null }, origin);
  const request = {
    accountId: account.id,
    label: 'example statements',
    scopes: ['read', 'write'],
    expiresAt: null,
    isTest: false,
  } as const;
  const token = await issueToken({ tokens, clock }, request, origin);
  if (isRefused(token)) throw new Error(token.refused.detail);
  const name = await sendStatements(token.token, onProgress);
  await tokens.revoke({ tokenId: token.id }, origin);
  await accounts.update(account.id, { name }, origin);
  const visitor = {
    email: VISITOR_EMAIL,
    name: 'Visitor',
    role: 'read_only',
    agent: null,
    agentRecordId: null,
    inviterName: null,
  } as const;
  const added = await team.add(account.id, { invite: visitor, decide: () => null }, origin);
  if (isRefused(added)) throw new Error(added.refused.detail);
}
