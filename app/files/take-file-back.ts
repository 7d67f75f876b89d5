import { z } from 'zod';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { ConfigStore } from '../carriers/manage-configs.ts';
import { type AcceptedCommand, type FileCommand, type FileCommands, retractFile } from './command-files.ts';

/** Takes a file back together with the layout that was made for it (docs/reference/uploads-and-jobs.md#files). */

/** A version of a carrier's layout. */
export interface LayoutOfFile {
  readonly carrierId: string;
  readonly version: number;
}

export interface LayoutReads {
  /** Finds the layout of the account that read only this file, and is the newest; null when there is none. */
  findOnlyHere(accountId: string, fileId: string): Promise<LayoutOfFile | null>;
}

export interface TakingBack {
  readonly fileCommands: FileCommands;
  readonly layouts: LayoutReads;
  readonly configs: Pick<ConfigStore, 'remove'>;
}

export type TakenBack = AcceptedCommand & { readonly removedLayout: number | null };

/**
 * Retracts a file and, with `withLayout`, removes the layout that no other file was read with. The earlier layout of the carrier applies
 * again; a carrier without one asks for a layout with its next statement. Refuses what `retractFile` refuses.
 */
export async function takeFileBack(
  { fileCommands, layouts, configs }: TakingBack,
  { withLayout, ...command }: FileCommand & { readonly only: boolean; readonly withLayout: boolean },
): Promise<TakenBack | Refused> {
  const { accountId, fileId, origin } = command;
  // The layout is looked up first, because a file that was taken back has none any more.
  const layout = withLayout ? await layouts.findOnlyHere(accountId, fileId) : null;
  const retracted = await retractFile(fileCommands, command);
  if (isRefused(retracted) || layout === null)
    return isRefused(retracted) ? retracted : { ...retracted, removedLayout: null };
  const { carrierId, version } = layout;
  const refused = await configs.remove({ accountId, carrierId }, { version, origin, refuseRemoval: refuseRemoved });
  return { ...retracted, removedLayout: refused === null ? version : null };
}

/** Refuses a layout that is not the account's own or was removed meanwhile. Unlike a removal by hand it may be the last one. */
function refuseRemoved({ shared, removedAt }: { readonly shared: boolean; readonly removedAt: string | null }) {
  return shared || removedAt !== null ? refuse('conflict', 'The layout is not in use.') : null;
}

export const leftFile = z
  .object({ fileId: z.string(), isLeft: z.boolean().describe('The file does not keep its month open.') })
  .meta({ id: 'LeftFile' });
type LeftFile = Readonly<z.output<typeof leftFile>>;

export interface LeftFileStore {
  /** Stores whether a failed file is left. Returns null for an unknown file, and refuses what `decide` refuses. */
  leave(
    order: { readonly accountId: string; readonly fileId: string; readonly isLeft: boolean },
    decide: (status: string) => Refused | null,
    origin: RequestOrigin,
  ): Promise<LeftFile | Refused | null>;
}

/** Leaves a file that could not be read, or takes that back. Refuses an unknown file, and one in any other state. */
export async function leaveFile(
  { leftFiles }: { readonly leftFiles: LeftFileStore },
  order: { readonly accountId: string; readonly fileId: string; readonly isLeft: boolean },
  origin: RequestOrigin,
): Promise<LeftFile | Refused> {
  const decide = (status: string) =>
    status === 'failed' ? null : refuse('conflict', 'Only a file that could not be read can be left.');
  const left = await leftFiles.leave(order, decide, origin);
  if (left === null) return refuse('not_found', 'There is no such file.');
  return isRefused(left) ? left : { fileId: left.fileId, isLeft: left.isLeft };
}
