import type { Cell, NumberFormat } from './source.ts';

/**
 * Largest number of memoized results. Statements repeat dates, types and names, but a crafted file could differ in
 * every cell.
 */
const MEMOIZED_MAX = 20_000;

/** Memoizes a function of one key, up to MEMOIZED_MAX results. Results must not be undefined. */
export function memoize<K, T>(read: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    if (known.size < MEMOIZED_MAX) known.set(key, value);
    return value;
  };
}

/** Memoizes a function of a cell. Numbers are keyed by format too, because a format decides which day a number is. */
export function memoizeCells<T>(read: (cell: Cell) => T): (cell: Cell) => T {
  const texts = memoize<string, T>(read);
  const byFormat = memoize((format: NumberFormat) => memoize((value: number) => read({ value, format })));
  return (cell) => (typeof cell === 'string' ? texts(cell) : byFormat(cell.format)(cell.value));
}
