import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { z } from 'zod';

/** Rules of core/scoring that a measurement switches off, to show what they are good for without a switch in the product. */

/** The value by which a function finds nothing, by the type that it returns. */
const NOTHING: readonly (readonly [RegExp, string])[] = [
  [/^boolean$| is /, 'false'],
  [/\| null$/, 'null'],
  [/\[\]$/, '[]'],
];

interface Rule {
  readonly file: string;
  readonly name: string;
}

const FUNCTION = /^(?:export )?function (\w+)(?:<[^(]*>)?\([\s\S]*?\)(?:: ([^\n]*))? \{\n/gm;

/**
 * Returns the source with a first statement that returns nothing found. Throws a RangeError for a function that isn't in the source and for
 * one whose type has no such value.
 */
export function switchedOff(source: string, { file, name }: Rule): string {
  const found = [...source.matchAll(FUNCTION)].find((match) => match[1] === name);
  if (found === undefined) throw new RangeError(`${file} has no function ${name}`);
  const value = NOTHING.find(([type]) => type.test(found[2] ?? ''))?.[1];
  if (value === undefined)
    throw new RangeError(`${name} returns neither a boolean, a list nor null: it can't be switched off`);
  const start = found.index + found[0].length;
  return `${source.slice(0, start)}return ${value};\n${source.slice(start)}`;
}

/**
 * Reads rules of the form `core/scoring/regular-pay.ts#doubleTakenBack`, separated by commas. Throws a RangeError for one that can't be
 * switched off.
 */
export function readRules(text: string): Rule[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((rule) => {
      const [file, name] = rule.split('#');
      if (file === undefined || name === undefined || !existsSync(file))
        throw new RangeError(`--without takes FILE#FUNCTION, and not "${rule}"`);
      switchedOff(readFileSync(file, 'utf8'), { file, name });
      return { file, name };
    });
}

/** Compares the figures of drawn books with those that they have without a rule. */

const share = z.object({ precision: z.number().nullable(), recall: z.number().nullable() });
const measured = z.object({
  figures: z.object({ drops: share, warnings: share, all: share, atRiskOff: z.number(), booksBelow: z.number() }),
  digest: z.string(),
});
type Measured = z.output<typeof measured>;

/** Returns a table of the figures. Throws for a rule that can't be switched off. `set`: the number of books and the seed. */
export function compareWithout(rules: string, set: readonly string[]): string {
  const [withRule, without] = [measure('', set), measure(rules, set)];
  const table = new Table({ head: ['', 'With', 'Without'], style: { head: [], border: [], compact: true } });
  table.push(...rowsOf(withRule.figures).map(([name, value], row) => [name, value, rowsOf(without.figures)[row]?.[1]]));
  const same = withRule.digest === without.digest ? 'Not one row or event differs.' : 'Rows or events differ.';
  return `${table.toString()}\n${same}`;
}

function measure(rulesOff: string, set: readonly string[]): Measured {
  const [hook, program] = [
    new URL('switch-off.ts', import.meta.url),
    new URL('measure-drawn-books.ts', import.meta.url),
  ];
  const args = ['--import', hook.href, fileURLToPath(program), ...set];
  const text = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, RULES_OFF: rulesOff },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return measured.parse(JSON.parse(text));
}

function rowsOf({ drops, warnings, all, atRiskOff, booksBelow }: Measured['figures']): [string, string][] {
  const text = (value: number | null): string => (value === null ? '–' : value.toFixed(4));
  const pair = (one: z.output<typeof share>): string => `${text(one.precision)} / ${text(one.recall)}`;
  return [
    ['Drops', pair(drops)],
    ['Warnings and events', pair(warnings)],
    ['All', pair(all)],
    ['At risk off', text(atRiskOff)],
    ['Books below', String(booksBelow)],
  ];
}
