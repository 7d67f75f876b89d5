import { decideLink, isPlainlyTwoPolicies } from '../../core/identity/decide-link.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { rebuildBook } from '../book/rebuild-book.ts';
import type { Rescore, RescoredBooks } from '../carriers/carrier-ports.ts';
import type { AliasCommand, AliasesChanged, AliasLinked, AliasStore, MonthCommand } from './alias-ports.ts';

/** Joins two ids of a member and separates them again; the months concerned are scored again, at once or, in large books, by jobs. */

export interface AliasChanges {
  readonly aliases: AliasStore;
  readonly relayOutbox: () => Promise<void>;
}

export const linkAlias = (changes: AliasChanges, command: AliasCommand): Promise<AliasLinked | Refused> =>
  relayed(changes, changes.aliases.link(command, decideLink, rescoreBooks));

export const unlinkAlias = (changes: AliasChanges, command: AliasCommand): Promise<RescoredBooks | Refused> =>
  relayed(changes, changes.aliases.unlink(command, rescoreBooks));

export const acceptProposals = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.accept(command, isPlainlyTwoPolicies, rescoreBooks));

export const undoAliases = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.undo(command, rescoreBooks));

export const redoAliases = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.redo(command, isPlainlyTwoPolicies, rescoreBooks));

async function relayed<T extends RescoredBooks>(
  { relayOutbox }: AliasChanges,
  change: Promise<T | Refused>,
): Promise<T | Refused> {
  const changed = await change;
  if (!isRefused(changed) && changed.jobIds.length > 0) await relayOutbox();
  return changed;
}

const rescoreBooks: Rescore = async (from, books) => {
  let periods = 0;
  for (const book of books) periods += (await rebuildBook(book, from)).length;
  return periods;
};
