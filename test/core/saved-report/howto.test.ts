import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as limits from '../../../core/limits/saved-report-limits.ts';
import { REPORT_OPERATORS, REPORT_TYPES } from '../../../core/saved-report/failed-query.ts';
import { REPORT_FUNCTION_GROUPS, TEXT_LENGTH_MAX } from '../../../core/saved-report/report-functions.ts';
import { REPORT_VIEWS } from '../../../core/saved-report/report-views.ts';
import { verdictOn } from './judge-text.ts';

const HOWTO = readFileSync('docs/howto/write-a-saved-report.md', 'utf8');
const rowsOf = (heading: string) =>
  (HOWTO.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `') || /^\| [A-Z].*`/.test(line));

describe('docs/howto/write-a-saved-report.md', () => {
  it('lists the views and their columns, and no others', () => {
    const rows = [...REPORT_VIEWS].map(([view, columns]) => `| \`${view}\` | ${columns.join(', ')} |`);
    expect(rowsOf('Views')).toEqual(rows);
  });

  it('lists the functions with their numbers of arguments, and no others', () => {
    const rows = REPORT_FUNCTION_GROUPS.flatMap(({ title, calls }) =>
      calls.map(([names, min, max]) => `| ${title} | ${countInWords(min, max)} | \`${names}\` |`),
    );
    expect(rowsOf('Functions')).toEqual(rows);
  });

  it('lists the types and operators', () => {
    const unwrapped = HOWTO.replace(/\s+/g, ' ');
    expect(unwrapped).toContain(`\`${[...REPORT_TYPES].join(' ')}\``);
    const symbols = [...REPORT_OPERATORS].filter((operator) => !/[A-Z]/.test(operator));
    expect(unwrapped).toContain(`\`\`${symbols.join(' ')}\`\``);
  });

  it.each([
    ['text', `${limits.REPORT_SQL_LIMITS.textBytes / 1024} KB`],
    ['levels', `${limits.REPORT_SQL_LIMITS.depth} levels`],
    ['joined parts', `${limits.REPORT_SQL_LIMITS.joined} parts joined`],
    ['a number', `${limits.REPORT_SQL_LIMITS.numberCharacters} characters where`],
    ['exponents', `exponents up to ${limits.REPORT_SQL_LIMITS.exponent.toLocaleString('en')}`],
    ['parts', `${limits.REPORT_SQL_LIMITS.nodes.toLocaleString('en')} parts`],
    ['views', `${limits.REPORT_SQL_LIMITS.relations} views`],
    ['views written out', `${limits.REPORT_SQL_LIMITS.relationsExpanded} when`],
    ['columns', `${limits.REPORT_COLUMNS_MAX} columns`],
    ['characters', `${TEXT_LENGTH_MAX.toLocaleString('en')} characters`],
    ['brackets', `${limits.REPORT_SQL_LIMITS.brackets} inside one another`],
    [
      'arguments',
      `${limits.REPORT_SQL_LIMITS.arguments} of a function, ${limits.REPORT_SQL_LIMITS.groupingArguments} of \`GROUPING\``,
    ],
    ['parts of one row', `| One row | ${limits.REPORT_SQL_LIMITS.partsWrittenOut.toLocaleString('en')} parts`],
    ['levels of JSON', `${limits.REPORT_JSON_LEVELS_MAX} levels`],
    ['characters of a text', `${limits.REPORT_TEXT_CHARACTERS_MAX.toLocaleString('en')} characters,`],
    ['rows', `${limits.REPORT_ROWS_MAX.toLocaleString('en')} rows`],
    ['bytes', `${limits.REPORT_BYTES_MAX / 1024 / 1024} MB`],
    ['seconds', `${limits.REPORT_SECONDS_MAX} seconds`],
    ['seconds of a scheduled run', `${limits.SCHEDULED_REPORT_SECONDS_MAX} seconds`],
    ['bytes of a cell', `${limits.REPORT_CELL_BYTES_MAX / 1024} KB`],
  ])('names the limit: %s', (_, words) => {
    expect(HOWTO).toContain(words);
  });

  it('has examples that the guard accepts', async () => {
    const examples = [...HOWTO.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);
    expect(examples.length).toBeGreaterThan(2);
    for (const sql of examples) expect(await verdictOn(sql)).toBe('accepted');
  });
});

function countInWords(min: number, max: number): string {
  if (!Number.isFinite(max)) return `${min} or more`;
  return min === max ? String(min) : `${min} to ${max}`;
}
