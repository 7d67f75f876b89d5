import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Guarantee: no module of the program holds state. State is in objects that a process makes at its start and passes on. Constants are
 * allowed, even if they are computed when they are first needed (core/infer/header-meanings.ts). The modules of lambdas/entry are
 * processes.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Matches declarations at the left margin that can change later, or that make a mutable object. */
const STATE = [
  /^(?:export )?(?:let|var) /,
  /^(?:export )?const \w+ = (?:await )?(?:create\w*|memoize\w*)\(/,
  /^(?:export )?const \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)\b(?:<.*>)?\(\)/,
  /^(?:export )?const \w+(?:: (?!readonly)[^=]+)? = \[\];/,
  /^(?:export )?const \w+(?:: [^=]+)? = (?:await )?new (?!(?:Map|Set|WeakMap|WeakSet|RegExp|BlockList|TextDecoder|URL)\b)/,
] as const;

const stateIn = (source: string) => source.split('\n').filter((line) => STATE.some((state) => state.test(line)));

test.each(['core', 'app', 'adapters', 'lambdas', 'lib', 'schema'])('keeps no state in the modules of %s', (folder) => {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('entry/'),
  );
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) =>
    stateIn(readFileSync(`${root}${folder}/${file}`, 'utf8')).map((line) => `${folder}/${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'let current: Promise<Parser> | undefined;',
  'export let stop = () => {};',
  'const known = new Map<string, Map<string | null, Kind>>();',
  'const displays: WeakMap<Format, Display> = new WeakMap();',
  'const waiting: string[] = [];',
  'const isoDate = memoize((day: number) => text(day));',
  'export const formSlots = createSlots({',
  'export const bodyPlaces = new BodyPlaces();',
])('finds a planted violation: %s', (line) => {
  expect(stateIn(line)).toEqual([line]);
});

test.each([
  '  let position = 0;',
  'const NO_RATES: ReadonlySet<ExpectedRate> = new Set();',
  'const NO_ROWS: readonly Row[] = [];',
  "const WORDS = new Set('a b'.split(' '));",
  'const phrasesByWord = lazy(',
])('accepts a constant: %s', (line) => {
  expect(stateIn(line)).toEqual([]);
});
