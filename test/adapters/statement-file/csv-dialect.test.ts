import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../adapters/statement-file/decode-text.ts';
import { sniffDelimiter } from '../../../adapters/statement-file/sniff-file-type.ts';
import { csvCells, readCsv } from './reading.ts';

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
  ])('include %s, recognised from its bytes', (_, bytes) => {
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
  it.each([',', ';', '\t', '|'])('include %j, recognised outside of quotes', (delimiter) => {
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
