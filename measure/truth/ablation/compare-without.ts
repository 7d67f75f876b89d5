import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { z } from 'zod';

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
