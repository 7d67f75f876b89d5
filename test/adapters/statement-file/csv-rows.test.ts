import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../adapters/statement-file/csv-rows.ts';
import { CELL_CHARACTERS_MAX, CSV_COLUMNS_MAX } from '../../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../../core/statement/source.ts';
import { csvCells, outcomeOf, readCsv } from './reading.ts';

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
