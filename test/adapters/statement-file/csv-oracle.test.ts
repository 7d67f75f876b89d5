import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../adapters/statement-file/csv-rows.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { csvCells } from './reading.ts';

const SPECTRUM = '../shared/corpus/csv/csv-spectrum';

/** Any cell that is read as written. Cells that a text mark or an introduced quotation mark would change have their own tests. */
const cell = fc
  .string({ unit: fc.constantFrom(...'aé0.5-$(), ;\t|"\'\n\r=x日'), maxLength: 12 })
  .filter((text) => !/^(?:'|=| )/.test(text));
const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnding: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  endsWithLineEnding: fc.boolean(),
});
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 8 });

type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

function write(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnding, quoteAll, endsWithLineEnding }: Dialect,
): string {
  const quoted = (text: string) =>
    quoteAll || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(quoted).join(delimiter)).join(lineEnding) + (endsWithLineEnding ? lineEnding : '');
}

function ours(text: string, delimiter: string): (readonly unknown[])[] {
  return [...csvRows(text, delimiter)].map((row) => row.cells);
}

describe('the tokenizer, compared with the written table and two other parsers', () => {
  it('returns every generated table in every dialect', () => {
    fc.assert(
      fc.property(table, dialect, (rows, chosen) => {
        expect(ours(write(rows, chosen), chosen.delimiter)).toEqual(rows);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('agrees with csv-parse and papaparse on generated tables', () => {
    fc.assert(
      fc.property(table, dialect, (rows, chosen) => {
        const text = write(rows, chosen);
        const { delimiter, lineEnding } = chosen;
        const read = ours(text, delimiter);
        expect(read).toEqual(parse(text, { delimiter, record_delimiter: [lineEnding], relax_column_count: true }));
        const papa = Papa.parse<string[]>(text, { delimiter, newline: lineEnding }).data;
        // papaparse shows the end of the last line as a row of one empty cell.
        expect(read).toEqual(chosen.endsWithLineEnding ? papa.slice(0, -1) : papa);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('ends in rows or a refusal for any text, and the rows have every character that is not syntax', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'ab1,;"\'=\n\r \t|\0'), maxLength: 60 });
    fc.assert(
      fc.property(noise, fc.constantFrom(',', ';', '\t', '|'), (text, delimiter) => {
        const letters = (from: string) => from.replace(/[^ab1]/g, '');
        let rows: (readonly unknown[])[];
        try {
          rows = ours(text, delimiter);
        } catch (error) {
          expect(error).toHaveProperty('name', 'UnreadableFile');
          return;
        }
        expect(letters(rows.flat().join(''))).toBe(letters(text));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });
});

describe.runIf(existsSync(SPECTRUM))('csv-spectrum', () => {
  const names = existsSync(SPECTRUM) ? readdirSync(`${SPECTRUM}/csvs`).map((name) => name.replace('.csv', '')) : [];
  // The suite's expectation for this file contradicts its own CSV.
  it.each(names.filter((name) => name !== 'location_coordinates'))("gives the suite's expected rows for %s", (name) => {
    const [header = [], ...rows] = csvCells(readFileSync(`${SPECTRUM}/csvs/${name}.csv`));
    const objects = rows.map((row) => Object.fromEntries(header.map((key, i) => [key, row[i]])));
    expect(objects).toEqual(JSON.parse(readFileSync(`${SPECTRUM}/json/${name}.json`, 'utf8')));
  });
});
