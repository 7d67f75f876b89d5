import { expect, test } from 'vitest';
import { readCells, sourceOf } from '../../../app/reading/read-cells.ts';
import { type SourceRow, type StatementSource, UnreadableFile } from '../../../core/statement/source.ts';

const options = { fileType: 'auto', encoding: 'auto', delimiter: 'auto' } as const;
const input = { bytes: Buffer.from('x'), options };
const format = { code: 'm/d/yyyy', isDate: true, date1904: false };

test('a source is the same on the other side of a message', async () => {
  const rows: readonly SourceRow[] = [
    { row: 1, cells: ['Member ID', '', 'José "Pepe" \ud800'] },
    {
      row: 3,
      cells: [
        { value: 46_027, format },
        { value: -0.1, format },
      ],
      printed: { page: 2, line: 7, isHeading: true },
    },
  ];
  const source: StatementSource = {
    fileType: 'pdf',
    sheets: [{ name: 'Detail', hidden: true, rows: () => rows }],
    document: { pages: 2, notes: ['Total $1.00'], doubts: [] },
  };
  const reading = await readCells({ openStatement: async () => source }, input);
  const { sheets, ...rest } = sourceOf(structuredClone(reading));
  expect(rest).toEqual({ fileType: 'pdf', document: source.document });
  expect(sheets.map(({ name, hidden, rows: all }) => [name, hidden, [...all()]])).toEqual([['Detail', true, rows]]);
});

test('the refusal of a file is thrown on the other side of a message', async () => {
  const openStatement = async () => {
    throw new UnreadableFile('The file is cut off.');
  };
  const reading = structuredClone(await readCells({ openStatement }, input));
  expect(() => sourceOf(reading)).toThrow(new UnreadableFile('The file is cut off.'));
});
