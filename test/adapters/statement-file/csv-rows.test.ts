import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../adapters/statement-file/csv-rows.ts';
import { decodeText } from '../../../adapters/statement-file/decode-text.ts';
import { sniffDelimiter } from '../../../adapters/statement-file/sniff-file-type.ts';
import { CELL_CHARACTERS_MAX, CSV_COLUMNS_MAX } from '../../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../../core/statement/source.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { csvCells, outcomeOf, readCsv } from './reading.ts';

describe('csv rows', () => {
  describe('CSV cells', () => {
    it.each([
      ['quotes enclose delimiters', 'a,"b,c",d', ['a', 'b,c', 'd']],
      ['a doubled quote is one quote', 'a,"say ""hi""",', ['a', 'say "hi"', '']],
      ['an enclosed cell may be empty', '"",a,""', ['', 'a', '']],
      ['an enclosed cell may hold only quotes', '"""",a', ['"', 'a']],
      ['line breaks inside quotes stay', 'a,"b\r\nc\nd\re"', ['a', 'b\r\nc\nd\re']],
      ['quotes inside an unquoted cell stay', 'pipe 5" x,a"b"c', ['pipe 5" x', 'a"b"c']],
      ['text behind a closing quote stays', '"ab"cd,e', ['abcd', 'e']],
      ['spaces stay', ' a , b ', [' a ', ' b ']],
      ['a space before a quoted cell is dropped', 'a, "b, c" ,d', ['a', 'b, c', 'd']],
      ['a space before quotes that do not close cleanly stays', 'a, "b" c,d', ['a', ' "b" c', 'd']],
      ['="…" is its text', '="00123",a,"=""00456"""', ['00123', 'a', '00456']],
      ['="…" may hold the delimiter', '="Smith, J",a', ['Smith, J', 'a']],
      ['other formulas stay', '="a"&"b",=1+2,=""', ['="a"&"b"', '=1+2', '']],
      ['an apostrophe before an id or amount goes', "'00123,'-12.34,'A9,'12'", ['00123', '-12.34', 'A9', '12']],
      [
        'an apostrophe of a text with a digit stays',
        "'t Hooft 3rd,' OR 1=1,'><b>1</b>",
        ["'t Hooft 3rd", "' OR 1=1", "'><b>1</b>"],
      ],
      ['an apostrophe of a name stays', "'t Hooft,O'Brien,'", ["'t Hooft", "O'Brien", "'"]],
      ['a trailing delimiter makes an empty cell', 'a,', ['a', '']],
      ['vertical tab, form feed and line separator end nothing', 'a\v,b\f,c\u2028d', ['a\v', 'b\f', 'c\u2028d']],
    ])('%s', (_, text, cells) => {
      expect(csvCells(`${text}\n`, { delimiter: ',' })).toEqual([cells]);
      expect(csvCells(text, { delimiter: ',' })).toEqual([cells]);
    });

    it('accept CRLF, LF and CR as line ends in one file, without a row after the last', () => {
      expect(csvCells('a,1\r\nb,2\nc,3\rd,4\r\n')).toEqual([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
      ]);
    });

    it('have the row numbers of a spreadsheet: blank rows count, quoted line breaks do not', () => {
      const rows = readCsv('\n\na,"1\n2"\r\n\r\n,\nb,3');
      expect(rows).toEqual([
        { row: 1, cells: [] },
        { row: 2, cells: [] },
        { row: 3, cells: ['a', '1\n2'] },
        { row: 4, cells: [] },
        { row: 5, cells: ['', ''] },
        { row: 6, cells: ['b', '3'] },
      ]);
    });

    it('stay unchanged in ragged rows', () => {
      expect(csvCells('a,b,c\n1\n1,2,3,4\n')).toEqual([['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]);
    });

    it('are read on demand: a later fault costs nothing until it is reached', () => {
      const rows = csvRows('a,b\nc,d\n"x', ',');
      expect(rows.next().value).toEqual({ row: 1, cells: ['a', 'b'] });
      expect(rows.next().value).toEqual({ row: 2, cells: ['c', 'd'] });
      expect(() => rows.next()).toThrow(UnreadableFile);
    });
  });

  describe('a text longer than a cell may be', () => {
    const longest = 'x'.repeat(CELL_CHARACTERS_MAX);

    it.each([
      ['plain', (text: string) => text],
      ['quoted', (text: string) => `"${text}"`],
      ['introduced', (text: string) => `="${text}"`],
      ['quoted, behind a space', (text: string) => ` "${text}"`],
    ])('is shortened, unlike a text of the maximum length: %s', (_, written) => {
      expect(csvCells(`a,b\n${written(longest)},1\n`)[1]).toEqual([longest, '1']);
      for (const more of ['y', 'y'.repeat(200_000), `é${'\u{1F600}'.repeat(90_000)}`])
        expect(csvCells(`a,b\n${written(longest + more)},1\nc,d`)).toEqual([
          ['a', 'b'],
          [`${longest}…`, '1'],
          ['c', 'd'],
        ]);
    });

    it('never counts as complete, whatever its beginning', () => {
      expect(csvCells(`'1${longest}`)[0]?.[0]?.toString()).toHaveLength(CELL_CHARACTERS_MAX + 1);
      expect(csvCells(`"=""${longest}"""`)[0]?.[0]?.toString()).toHaveLength(CELL_CHARACTERS_MAX + 1);
    });

    it('counts a doubled quotation mark once, and is cut between characters', () => {
      const quotes = '""'.repeat(CELL_CHARACTERS_MAX);
      expect(csvCells(`"${quotes}",1`)[0]).toEqual(['"'.repeat(CELL_CHARACTERS_MAX), '1']);
      expect(csvCells(`"${quotes}""",1`)[0]).toEqual([`${'"'.repeat(CELL_CHARACTERS_MAX)}…`, '1']);
      const [cell] = csvCells(`${'\u{1F600}'.repeat(CELL_CHARACTERS_MAX)},1`)[0] ?? [];
      expect(cell).toBe(`${'\u{1F600}'.repeat((CELL_CHARACTERS_MAX - 1) / 2)}\uFFFD…`);
    });

    it('with many lines is one cell, and the rows below it are read', () => {
      const note = `${'Called, was told to wait.\r\nCalled again.\n\n'.repeat(2_000)}Done, at last, and closed.`;
      expect(csvCells(`id,amount,note\nA,1,"${note}"\nB,2,\n`).map((row) => row[0])).toEqual(['id', 'A', 'B']);
    });

    it('between two distant quotation marks is refused, because it would hide rows', () => {
      const rows = Array.from({ length: 2_000 }, (_, row) => `M${row},${row}.00,a note of member ${row}`).join('\n');
      const text = `id,amount,note\nA,1,x\nB,2,"never closed\n${rows}\nTV 55",3,y\nZ,1,\n`;
      expect(outcomeOf(Buffer.from(text), 'csv')).toMatch(/^Row 3 has a stray quotation mark/);
      expect(outcomeOf(Buffer.from(`id,amount,note\nA,1,"x\n${rows}\n`), 'csv')).toMatch(/never closed/);
    });
  });

  describe('CSV that cannot be read without guessing', () => {
    it('is refused for an unclosed quote, with the row where it opened', () => {
      expect(outcomeOf(Buffer.from('a,b\n1,2\n3,"4\n5,6\n'), 'csv')).toMatch(/^Row 3 has a quotation mark/);
    });

    it.each([
      ['another stray quote', 'a,b\n"Smith,1\nx,2\n"Jones,3\n'],
      ['a well quoted cell', 'a,b\n"Smith,1\nx,2\n"Doe, John",3\n'],
    ])('hides no rows for a stray quote that pairs with %s further down', (_, text) => {
      expect(outcomeOf(Buffer.from(text), 'csv')).toMatch(/^Row 2 has a stray quotation mark/);
    });

    it('is read up to the widest allowed row; a value beyond it is refused, an empty cell is ignored', () => {
      const row = Array.from({ length: CSV_COLUMNS_MAX }, (_, i) => `c${i}`).join(',');
      expect(csvCells(row)[0]).toHaveLength(CSV_COLUMNS_MAX);
      expect(csvCells(`${row},,,,,`)[0]).toHaveLength(CSV_COLUMNS_MAX);
      expect(outcomeOf(Buffer.from(`${row}\n${row},x`), 'csv')).toBe('Row 2 has more than 500 columns.');
    });

    it('ends in rows or a refusal for 15 MiB of the worst single characters', () => {
      for (const piece of [',', '"', '\n', '\r', ';', '\t', '=', "'", ' "', '="', '","', 'a"\n', '"\n"']) {
        const bytes = Buffer.alloc(15 * 1024 * 1024, piece);
        expect(['number', 'string'], JSON.stringify(piece)).toContain(typeof outcomeOf(bytes, 'csv'));
      }
    });
  });
});

describe('csv dialect', () => {
  const TEXT = 'Member ID,Name\r\n00123,Renée Müller\r\n';
  const CELLS = [
    ['Member ID', 'Name'],
    ['00123', 'Renée Müller'],
  ];

  function utf16be(text: string): Buffer {
    return Buffer.from(text, 'utf16le').swap16();
  }

  describe('encodings', () => {
    it.each([
      ['UTF-8', Buffer.from(TEXT)],
      ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
      ['UTF-8 with two byte order marks', Buffer.from(`\uFEFF\uFEFF${TEXT}`)],
      ['UTF-16LE with a byte order mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
      ['UTF-16BE with a byte order mark', utf16be(`\uFEFF${TEXT}`)],
      ['UTF-16LE without a mark', Buffer.from(TEXT, 'utf16le')],
      ['UTF-16BE without a mark', utf16be(TEXT)],
      ['Windows-1252', Buffer.from(TEXT, 'latin1')],
      ['UTF-8 with a DOS end of file', Buffer.from(`${TEXT}\u001A`)],
    ])('include %s, recognized from its bytes', (_, bytes) => {
      expect(csvCells(bytes)).toEqual(CELLS);
    });

    it('include the characters that Windows-1252 has and Latin-1 lacks', () => {
      expect(csvCells(Buffer.from([0x93, 0x61, 0x94, 0x2c, 0x80, 0x35, 0x2c, 0x92]))).toEqual([['“a”', '€5', '’']]);
    });

    it('follow the declaration', () => {
      expect(csvCells(Buffer.from('é,b'), { encoding: 'windows-1252' })).toEqual([['Ã©', 'b']]);
      expect(csvCells(utf16be('é,b'), { encoding: 'utf-16be' })).toEqual([['é', 'b']]);
    });

    it('follow a byte order mark before the declaration', () => {
      expect(csvCells(Buffer.from(`\uFEFF${TEXT}`), { encoding: 'windows-1252' })).toEqual(CELLS);
    });

    it('replace invalid bytes of a declared encoding by the replacement character, without an error', () => {
      expect(csvCells(Buffer.from([0x61, 0x2c, 0xe9, 0x62]), { encoding: 'utf-8' })).toEqual([['a', '\uFFFDb']]);
      expect(decodeText(Buffer.from([0x61, 0x00, 0x62]), 'utf-16le')).toBe('a\uFFFD');
    });

    it('drop NUL padding at the edge of a cell; inside a cell NUL becomes visible and breaks its number', () => {
      expect(csvCells('id,amount\0\0\n1\0,12\0.5\n\0\0"2",3\n\0\0\0')).toEqual([
        ['id', 'amount'],
        ['1', '12\uFFFD.5'],
        ['2', '3'],
      ]);
    });
  });

  describe('delimiters', () => {
    const rows = [
      ['Member ID', 'Last, First', 'Commission', 'Premium'],
      ['1', 'Smith, Jane', '12,34', '100,00'],
      ['2', 'Doe; John|x', '13,45', '200,00'],
      ['3', 'A\nB', '1.234,56', ''],
    ];
    it.each([',', ';', '\t', '|'])('include %j, recognized outside of quotes', (delimiter) => {
      const text = rows
        .map((row) => row.map((cell) => (/[,;\t|\n]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
        .join('\n');
      expect(csvCells(text)).toEqual(rows);
    });

    it('prefer semicolons to decimal commas', () => {
      expect(sniffDelimiter('id;commission;premium\n1;12,34;100,00\n2;13,45;200,00\n')).toBe(';');
      expect(sniffDelimiter('id;commission\n1;12,34\n2;13,45\n3;1,00\n')).toBe(';');
    });

    it('prefer commas to lists with bars inside the values', () => {
      expect(sniffDelimiter('plans,amount\nA|B|C|D,12.00\nB|C|D|E,13.00\nB|C|E|F,1.00\n')).toBe(',');
    });

    it('do not follow from title lines with commas', () => {
      const data = Array.from({ length: 20 }, (_, i) => `${i};x;1`).join('\n');
      expect(sniffDelimiter(`Acme, Inc., Statement, May 1, 2026\nPage 1, of 2\n\nid;plan;amount\n${data}`)).toBe(';');
    });

    it('are commas for a file of one column', () => {
      expect(csvCells('id\n1\n2\n')).toEqual([['id'], ['1'], ['2']]);
    });

    it('follow the declaration', () => {
      expect(csvCells('a;b,c\n1;2,3\n', { delimiter: ';' })).toEqual([
        ['a', 'b,c'],
        ['1', '2,3'],
      ]);
    });

    it.each(['sep=;', 'SEP=;', '"sep=;"'])('follow %s before the declaration; it is not a row', (line) => {
      for (const delimiter of ['auto', ','] as const) {
        expect(readCsv(`${line}\r\nid;amount\r\n1;2,50\r\n`, { delimiter })).toEqual([
          { row: 1, cells: ['id', 'amount'] },
          { row: 2, cells: ['1', '2,50'] },
        ]);
      }
    });
  });
});

describe('csv oracle', () => {
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
    it.each(names.filter((name) => name !== 'location_coordinates'))(
      "gives the suite's expected rows for %s",
      (name) => {
        const [header = [], ...rows] = csvCells(readFileSync(`${SPECTRUM}/csvs/${name}.csv`));
        const objects = rows.map((row) => Object.fromEntries(header.map((key, i) => [key, row[i]])));
        expect(objects).toEqual(JSON.parse(readFileSync(`${SPECTRUM}/json/${name}.json`, 'utf8')));
      },
    );
  });
});
