import { StandardFonts } from 'pdf-lib';
import { describe, expect, it, test } from 'vitest';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import type { StatementSource } from '../../../core/statement/source.ts';
import { ODD_STATEMENTS } from '../../../measure/truth/pdf/odd-statements.ts';
import {
  type PrintedColumn,
  type PrintedRow,
  type PrintOptions,
  printStatement,
} from '../../../measure/truth/pdf/print-statement.ts';

const open = (bytes: Uint8Array) => readStatementFile(bytes, { fileType: 'auto', encoding: 'auto', delimiter: 'auto' });

const COLUMNS: readonly PrintedColumn[] = [
  { header: ['Member ID'], left: 40, width: 70 },
  { header: ['Member Name'], left: 115, width: 110 },
  { header: ['Plan'], left: 230, width: 90 },
  { header: ['Effective Date'], left: 325, width: 70 },
  { header: ['Premium'], left: 400, width: 60, align: 'right' },
  { header: ['Commission'], left: 480, width: 70, align: 'right' },
];
const NAMES = ['Ana Ruiz', 'Bo Lee', 'Christopher Vandermeer', 'Dee Ng', 'Élodie Øst'];

interface Member {
  readonly id: string;
  readonly amount: number;
  readonly cells: readonly string[];
}

function membersOf(count: number): readonly Member[] {
  return Array.from({ length: count }, (_, at) => {
    const amount = (at % 9 === 4 ? -1 : 1) * (1_000 + 37 * at);
    const shown = `${amount < 0 ? '(' : ''}$${(Math.abs(amount) / 100).toFixed(2)}${amount < 0 ? ')' : ''}`;
    const id = `M${10_000 + at}`;
    return {
      id,
      amount,
      cells: [id, NAMES[at % 5] ?? '', `Gold PPO ${1 + (at % 3)}`, `0${1 + (at % 9)}/01/2025`, '$350.00', shown],
    };
  });
}

const dataRows = (members: readonly Member[]): PrintedRow[] => members.map(({ cells }) => ({ kind: 'data', cells }));
const sumOf = (members: readonly Member[]) => members.reduce((sum, { amount }) => sum + amount, 0) / 100;
const total = (members: readonly Member[], label = 'Total'): PrintedRow => ({
  kind: 'total',
  label,
  amount: `$${sumOf(members).toFixed(2)}`,
  column: 5,
});

function read(source: StatementSource) {
  const inference = inferConfig(source);
  const mapping = mapStatement(source, inference.config, { period: '2026-01' });
  if (mapping.kind === 'rejected') throw new Error(`${mapping.rejection.detail} ${inference.notes.join(' ')}`);
  return { ...inference, statement: mapping.statement };
}

/** Reads a printed statement, and expects every member with the printed id, amount and name. */
async function expectAll(members: readonly Member[], bytes: Uint8Array) {
  const result = read(await open(bytes));
  const { statement, notes, confidence } = result;
  expect(statement.failures).toEqual([]);
  expect(
    statement.lines.map(({ memberExternalId, amount, memberName }) => [memberExternalId, amount / 100, memberName]),
    notes.join(' '),
  ).toEqual(members.map(({ id, amount, cells }) => [id, amount, cells[1]]));
  expect(confidence).toBeGreaterThanOrEqual(0.8);
  expect(statement.warnings).toEqual([]);
  return result;
}

const print = (members: readonly Member[], options: PrintOptions = {}, columns = COLUMNS) =>
  printStatement([{ title: 'Commission Detail', columns, rows: [...dataRows(members), total(members)] }], {
    titles: ['Acme Health Insurance', 'Commission Statement for January 2026'],
    ...options,
  });

describe('a printed statement', () => {
  const many = membersOf(120);

  it('of one page has the page and line of each row as its place', async () => {
    const members = membersOf(5);
    const { statement } = await expectAll(members, await print(members));
    // Three titles and the header stand above.
    expect(statement.lines.map(({ sheet, row }) => [sheet, row])).toEqual([5, 6, 7, 8, 9].map((line) => [0, line]));
    expect(statement.sheets).toEqual(['Page 1']);
  });

  it('of many pages repeats its header and footer', async () => {
    const { statement } = await expectAll(many, await print(many, { footer: 'Page # - Acme Health Insurance' }));
    expect(statement.sheets.length).toBeGreaterThan(2);
    expect(statement.skipped.repeatedHeader).toBe(statement.sheets.length - 1);
    expect(new Set(statement.lines.map(({ sheet, row }) => `${sheet} ${row}`)).size).toBe(120);
  });

  it.each([
    ['without a repeated header', { repeatHeader: false }],
    ['in a font of fixed width', { font: StandardFonts.Courier, size: 6 }],
    ['on pages that are turned', { rotate: 90 }],
    ['on pages that are upside down', { rotate: 180 }],
    ['with text that is drawn sideways', { sideways: true }],
    ['with a watermark across the rows', { watermark: 'COPY' }],
    ['in lines that nearly touch', { rowHeight: 9.5 }],
  ] satisfies readonly (readonly [string, PrintOptions])[])('may be printed %s', async (_, options) => {
    await expectAll(many, await print(many, options));
  });

  it('may have headers of two lines, on each page', async () => {
    const columns = COLUMNS.map((column) => ({ ...column, header: (column.header[0] ?? '').split(' ') }));
    const { config } = await expectAll(many, await print(many, {}, columns));
    expect(config.columns.effective_date).toBe('Effective Date');
  });

  it.each(['top', 'middle'] as const)('may wrap names, with the other cells at the %s', async (wrap) => {
    const columns = COLUMNS.map((column, at) => (at === 1 ? { ...column, width: 55 } : column));
    await expectAll(many, await print(many, { wrap, rowHeight: 16 }, columns));
  });

  it('may have headings and subtotals of groups', async () => {
    const groups = [many.slice(0, 50), many.slice(50, 70), many.slice(70)];
    const rows = groups.flatMap((members, at): PrintedRow[] => [
      { kind: 'heading', text: `Plan group: ${['Bronze', 'Silver', 'Gold'][at]}` },
      ...dataRows(members),
      total(members, 'Subtotal'),
    ]);
    const { statement } = await expectAll(
      many,
      await printStatement([{ columns: COLUMNS, rows: [...rows, total(many, 'Grand Total')] }]),
    );
    expect(statement.skipped.totals).toBe(4);
  });

  it('may state its sum above the rows only', async () => {
    const members = membersOf(8);
    const bytes = await printStatement([{ columns: COLUMNS, rows: dataRows(members) }], {
      titles: ['Acme Health Insurance', `Total commission paid: $${sumOf(members).toFixed(2)}`],
    });
    await expectAll(members, bytes);
  });

  it('may have a table of another kind beside the table of lines', async () => {
    const members = membersOf(30);
    const summary: PrintedColumn[] = [
      { header: ['Description'], left: 40, width: 200 },
      { header: ['Amount'], left: 300, width: 80, align: 'right' },
    ];
    const bytes = await printStatement([
      {
        title: 'Payment Summary',
        columns: summary,
        rows: [
          { kind: 'data', cells: ['Prior balance', '$0.00'] },
          { kind: 'data', cells: ['Current commissions', `$${sumOf(members).toFixed(2)}`] },
        ],
      },
      { title: 'Commission Detail', columns: COLUMNS, rows: [...dataRows(members), total(members)] },
    ]);
    await expectAll(members, bytes);
  });
});

test('a text that may belong to another row makes the format uncertain, and the job names its line', async () => {
  const statement = ODD_STATEMENTS.find(({ name }) => name === 'ids that are wrapped');
  if (statement === undefined) throw new Error('There is no such statement');
  const result = read(await open(await statement.print()));
  expect(result.confidence).toBeLessThan(0.8);
  expect(result.notes.join(' ')).toContain(
    '24 rows are read in doubt. Line 4 of page 1 may have a line of text of the row beside it.',
  );
  expect(result.statement.warnings.map(({ code }) => code)).toEqual(['doubtful_text']);
  expect(result.statement.rowWarnings[1]).toMatchObject({
    row: 6,
    detail: 'Line 6 of page 1 may have a line of text of the row beside it',
  });
});

test('a sum that differs from the printed sum makes the format uncertain, and the job warns', async () => {
  const members = membersOf(8);
  const wrong: PrintedRow = { kind: 'total', label: 'Total', amount: '$1.00', column: 5 };
  const { confidence, notes, statement } = read(
    await open(await printStatement([{ columns: COLUMNS, rows: [...dataRows(members), wrong] }])),
  );
  expect(confidence).toBeLessThan(0.8);
  expect(notes.join(' ')).toContain('No total that the statement prints equals the sum of the rows read');
  expect(statement.warnings.map(({ code }) => code)).toContain('total_not_printed');
});
