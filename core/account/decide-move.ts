/** Decides how a move of an account to another database goes on (docs/howto/move-an-agency.md). */

/** An account as one of the two databases has it. */
export interface MovingAccount {
  readonly name: string;
  readonly status: 'active' | 'pending' | 'suspended' | 'moving' | 'moved';
  /** The newest archived month of the account or its test account; null without any. */
  readonly archivedThrough?: string | null;
}

export interface MoveSituation {
  readonly from: MovingAccount | null;
  readonly to: MovingAccount | null;
  /** True when the target database has deleted an account of this id; its certificate stays. */
  readonly wasDeletedThere: boolean;
  readonly hasEqualSchema: boolean;
  /** SFTP user names of the account that are in use, or were, in the target database. */
  readonly takenNames: readonly string[];
}

export type MoveDecision =
  /** The target has no row of the account: stop the changes and copy everything. */
  | { readonly kind: 'copy' }
  /** A run that broke off has copied everything: only the switch is missing. */
  | { readonly kind: 'switch' }
  /** The account has left; the target has to be opened. */
  | { readonly kind: 'open' }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): MoveDecision => ({ kind: 'refused', reason });

/** Decides the next step from what both databases have. A run that broke off at any point goes on where it was. */
export function decideMove({ from, to, ...facts }: MoveSituation): MoveDecision {
  if (from === null) return refused('The first database has no account with this id.');
  if (!facts.hasEqualSchema)
    return refused('The two databases have different migrations. Start the same version of the service on both.');
  if (from.status === 'moved' && to === null)
    return refused('The account has moved from the first database to another one than this.');
  if (from.status === 'moved') return to?.status === 'moving' ? { kind: 'open' } : { kind: 'done' };
  if (to !== null && from.status === 'moving' && to.status === 'moving') return { kind: 'switch' };
  if (to !== null) return refused('The second database has an account with this id already.');
  if (from.status !== 'active' && from.status !== 'moving')
    return refused(`The account is ${from.status}. Make it active before it moves.`);
  if ((from.archivedThrough ?? null) !== null)
    return refused(
      'The account has archived months, which do not move. Bring them back with "npm run archive-months -- --back" first.',
    );
  if (facts.wasDeletedThere)
    return refused('The second database has deleted an account with this id, and keeps the certificate of that.');
  if (facts.takenNames.length > 0)
    return refused(`The second database has or had SFTP users with these names: ${facts.takenNames.join(', ')}.`);
  return { kind: 'copy' };
}
