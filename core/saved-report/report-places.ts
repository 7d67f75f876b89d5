/** A report that waits for a place or holds one. */
export interface ReportPlace {
  readonly placeId: string;
  readonly accountId: string;
  /**
   * `overdue` means that its time is over while PostgreSQL still works on it. PostgreSQL checks for cancellation
   * between rows, not inside one long calculation.
   */
  readonly state: 'waiting' | 'running' | 'overdue';
}

export interface PlaceLimits {
  /** Reports of all accounts that run within their time. */
  readonly running: number;
  /** Reports of one account that run, overdue ones included. */
  readonly ofAccount: number;
  /** Reports of all accounts that run, overdue ones included. */
  readonly processes: number;
}

/**
 * Returns the ids of waiting reports that get a place now, of the account with the fewest places first, then the
 * oldest. The last free place is kept for an account without one, and an overdue report blocks its account.
 */
export function grantPlaces(places: readonly ReportPlace[], limits: PlaceLimits): string[] {
  const held = new Map<string, number>();
  for (const { accountId, state } of places)
    if (state !== 'waiting') held.set(accountId, (held.get(accountId) ?? 0) + 1);
  const taken = places.filter(({ state }) => state !== 'waiting').length;
  const running = places.filter(({ state }) => state === 'running').length;
  let free = Math.min(limits.running - running, limits.processes - taken);

  let waiting = places.filter(({ state, accountId }) => state === 'waiting' && !hasOverdue(places, accountId));
  const granted: string[] = [];
  for (; free > 0; free--) {
    const heldBy = ({ accountId }: ReportPlace) => held.get(accountId) ?? 0;
    const fewest = Math.min(...waiting.map(heldBy));
    const next = waiting.find((place) => heldBy(place) === fewest);
    if (next === undefined || fewest >= limits.ofAccount || (fewest > 0 && free === 1)) break;
    granted.push(next.placeId);
    held.set(next.accountId, fewest + 1);
    waiting = waiting.filter((place) => place !== next);
  }
  return granted;
}

/** Tells whether an earlier report of the account is overdue. */
export function hasOverdue(places: readonly ReportPlace[], accountId: string): boolean {
  return places.some((place) => place.accountId === accountId && place.state === 'overdue');
}
