import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  type BookStatementKey,
  placeStatement,
  type StatementDeposit,
  type StatementDetailReads,
  type StatementKey,
} from '../reads/show-statement.ts';

/** Keeps the deposit of a month, as a person reads it from the bank (docs/reference/uploads-and-jobs.md#deposits). */

export type TypedDeposit = Omit<StatementDeposit, 'enteredAt'>;

export interface DepositStore {
  /** Stores the deposit, in place of an earlier one. Null when no file of the carrier was ever sent. */
  set(key: BookStatementKey, deposit: TypedDeposit, origin: RequestOrigin): Promise<StatementDeposit | null>;
  /** Returns false when there is none. */
  remove(key: BookStatementKey, origin: RequestOrigin): Promise<boolean>;
}

export interface DepositParts {
  readonly statements: Pick<StatementDetailReads, 'workspacesOf'>;
  readonly deposits: DepositStore;
}

/** Writes the deposit down. Refuses an unknown carrier or workspace, and a carrier without any file. */
export async function setDeposit(
  { statements, deposits }: DepositParts,
  { deposit, ...named }: StatementKey & { readonly deposit: TypedDeposit },
  origin: RequestOrigin,
): Promise<StatementDeposit | Refused> {
  const key = await placeStatement(statements, named);
  if (isRefused(key)) return key;
  return (await deposits.set(key, deposit, origin)) ?? refuse('not_found', 'No file of this carrier was ever sent.');
}

/** Removes the deposit. Returns null when done; refuses an unknown carrier or workspace, and a month without a deposit. */
export async function removeDeposit(
  { statements, deposits }: DepositParts,
  named: StatementKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  const key = await placeStatement(statements, named);
  if (isRefused(key)) return key;
  return (await deposits.remove(key, origin)) ? null : refuse('not_found', 'The month has no deposit.');
}
