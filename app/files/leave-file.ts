import { z } from 'zod';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

export const leftFile = z
  .object({ fileId: z.string(), isLeft: z.boolean().describe('The file does not keep its month open.') })
  .meta({ id: 'LeftFile' });
export type LeftFile = Readonly<z.output<typeof leftFile>>;

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
