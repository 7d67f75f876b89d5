import type { Cell, NumberFormat } from './source.ts';

/** Statements repeat dates, types and names; a file made to be different in every cell must not fill the memory. */
const REMEMBERED_MAX = 20_000;

/** The same function, which works out each result once. */
export function remembering<K, T>(read: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    if (known.size < REMEMBERED_MAX) known.set(key, value);
    return value;
  };
}

/** The same for cells. Numbers are remembered by format, because the same number is another day in another one. */
export function rememberingCells<T>(read: (cell: Cell) => T): (cell: Cell) => T {
  const texts = remembering<string, T>(read);
  const byFormat = remembering((format: NumberFormat) => remembering((value: number) => read({ value, format })));
  return (cell) => (typeof cell === 'string' ? texts(cell) : byFormat(cell.format)(cell.value));
}
