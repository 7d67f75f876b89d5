import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import { STORAGE_FULL } from '../../core/disk-room.ts';
import type { Refused } from '../../core/problem.ts';
import { mayHaveBody } from './request-input.ts';

/** The part of a route that tells whether its requests store something. */
interface StoringRoute {
  readonly access: string;
  readonly definition: { readonly method: string; readonly freesStorage?: true };
}

/**
 * True for routes whose requests are refused while the disk is full: whatever a customer's account adds or changes. Reads and deletions go
 * on, and so do the orders of the operator, who makes room.
 */
export function isHeldOnFullDisk({ access, definition }: StoringRoute): boolean {
  const isChange = access === 'account:write' || access === 'account:manage';
  return isChange && mayHaveBody(definition) && definition.freesStorage !== true;
}

/** Returns the refusal of a request to a route that stores something, while the disk is full; else null. */
export async function refuseFullDisk(route: StoringRoute, isDiskFull: IsDiskFull | undefined): Promise<Refused | null> {
  return isHeldOnFullDisk(route) && (await isDiskFull?.()) ? STORAGE_FULL : null;
}
