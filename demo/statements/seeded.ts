/** A reproducible source of random numbers, because the demo's files must have the same bytes on each run. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in the given share of the cases. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns `count` different members of the list, or all of them if it has fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** Makes a generator of random numbers by Mulberry32, which is small, well distributed, and exact in 32-bit integers on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[int(0, list.length - 1)];
    if (chosen === undefined) throw new RangeError('cannot pick from an empty list');
    return chosen;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(int(0, rest.length - 1), 1));
    return chosen;
  };
  return { int, chance: (share) => next() < share, pick, sample };
}
