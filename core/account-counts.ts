import { ACCOUNT_COUNTS_MAX } from './limits/account-limits.ts';
import type { Refused } from './problem.ts';
import { refuse } from './refuse.ts';

/** A kind of resource with a limit for each account. */
export type CountedKind = keyof typeof ACCOUNT_COUNTS_MAX;

const WORDS: Readonly<Record<CountedKind, { readonly name: string; readonly advice: string }>> = {
  workspaces: { name: 'workspaces', advice: 'Use one of them.' },
  carriers: { name: 'carriers of its own', advice: 'Delete one first.' },
  configVersions: { name: 'versions of statement formats', advice: 'The operator can help.' },
  expectedRates: { name: 'contracted rates', advice: 'Delete one first.' },
  tokens: { name: 'tokens', advice: 'Revoke one first.' },
  teamMembers: { name: 'people in its team', advice: 'Remove somebody first.' },
  agents: { name: 'agents', advice: 'Delete one first.' },
  agentNames: { name: 'names and numbers of agents', advice: 'Delete an agent first.' },
  webhooks: { name: 'webhooks', advice: 'Delete one first.' },
  savedReports: { name: 'saved reports', advice: 'Delete one first.' },
  sftpUsers: { name: 'SFTP users', advice: 'Delete one first.' },
  sftpUsernames: {
    name: 'names of SFTP users, deleted ones included',
    advice: 'Make a deleted user again under its name.',
  },
  emailAddresses: { name: 'addresses', advice: 'Delete one first.' },
  emailAddressNames: { name: 'inbound addresses, former ones included', advice: 'The operator can help.' },
};

/**
 * Refuses with `conflict` when an account with `count` resources may not have `more` of them; null when it may.
 */
export function countRefusal(kind: CountedKind, count: number, more = 1): Refused | null {
  const most = ACCOUNT_COUNTS_MAX[kind];
  if (count + more <= most) return null;
  const { name, advice } = WORDS[kind];
  if (count < most)
    return refuse(
      'conflict',
      `The account has ${count} ${name}; with ${more} more it would have over ${most}. ${advice}`,
    );
  return refuse('conflict', `The account has ${count} ${name}, the most there may be. ${advice}`);
}
