import { StandardFonts } from 'pdf-lib';
import type { PrintedStatement } from './draw-pages.ts';
import {
  type PrintedColumn,
  type PrintedRow,
  type PrintOptions,
  printReport,
  printStatement,
} from './print-statement.ts';
import { dollars, type PrintedMember, printedMembers, sumOf } from './printed-members.ts';

/** Statements that a program draws word by word, or line by line. */

const COLUMNS: readonly PrintedColumn[] = [
  { header: ['Member ID'], left: 40, width: 60 },
  { header: ['Member Name'], left: 105, width: 150 },
  { header: ['Plan'], left: 260, width: 80 },
  { header: ['Effective Date'], left: 345, width: 70 },
  { header: ['Commission'], left: 480, width: 80, align: 'right' },
];
const AMOUNT = 4;

const cellsOf = ({ id, name, plan, effective, amount }: PrintedMember) => [id, name, plan, effective, dollars(amount)];
const dataRows = (members: readonly PrintedMember[]) =>
  members.map((member): PrintedRow => ({ kind: 'data', cells: cellsOf(member) }));
const totalRow = (members: readonly PrintedMember[], label = 'Total'): PrintedRow => ({
  kind: 'total',
  label,
  amount: dollars(sumOf(members)),
  column: AMOUNT,
});
const TITLES = ['Northwind Health Plan', 'Commission Statement for January 2026', 'Payee: Lakeside Agency'];

function table(
  name: string,
  members: readonly PrintedMember[],
  options: PrintOptions = {},
  columns = COLUMNS,
): PrintedStatement {
  const rows = [...dataRows(members), totalRow(members)];
  return {
    name,
    generator: 'pdf-lib',
    members,
    print: () => printStatement([{ title: 'Commission Detail', columns, rows }], { titles: TITLES, ...options }),
  };
}

const narrow = COLUMNS.map((column, at) => (at === 1 ? { ...column, width: 60 } : column));
const stacked = COLUMNS.map((column) => ({ ...column, header: (column.header[0] ?? '').split(' ') }));

function grouped(): PrintedStatement {
  const members = printedMembers(90);
  const groups = [members.slice(0, 31), members.slice(31, 33), members.slice(33)];
  const rows = groups.flatMap((own, at): PrintedRow[] => [
    { kind: 'heading', text: `Agent: ${['Dana Fox', 'Eli Stone', 'Kim Ash'][at]}` },
    ...dataRows(own),
    totalRow(own, 'Agent Total'),
  ]);
  const all = [...rows, totalRow(members, 'Grand Total')];
  return {
    name: 'groups with subtotals',
    generator: 'pdf-lib',
    members,
    print: () => printStatement([{ columns: COLUMNS, rows: all }], { titles: TITLES, footer: 'Page #' }),
  };
}

function withSummary(): PrintedStatement {
  const members = printedMembers(45);
  const columns: readonly PrintedColumn[] = [
    { header: ['Description'], left: 40, width: 200 },
    { header: ['Amount'], left: 300, width: 80, align: 'right' },
  ];
  const rows: readonly PrintedRow[] = [
    { kind: 'data', cells: ['Beginning balance', '$0.00'] },
    { kind: 'data', cells: ['Commissions this period', dollars(sumOf(members))] },
  ];
  const detail = { title: 'Commission Detail', columns: COLUMNS, rows: [...dataRows(members), totalRow(members)] };
  return {
    name: 'a summary above the details',
    generator: 'pdf-lib',
    members,
    print: () => printStatement([{ title: 'Payment Summary', columns, rows }, detail], { titles: TITLES }),
  };
}

/** Prints a report. Each page repeats the titles and the header, and the rows are in columns of characters. */
function report(): PrintedStatement {
  const members = printedMembers(150);
  const widths = [10, 36, 18, 14];
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('')
      .trimEnd();
  const rowOf = (member: PrintedMember) => {
    const [id = '', name = '', plan = '', effective = '', amount = ''] = cellsOf(member);
    return lineOf([id, name, plan, effective]).padEnd(80) + amount.padStart(14);
  };
  const head = ['NORTHWIND HEALTH PLAN', 'COMMISSION STATEMENT          JANUARY 2026', ''];
  const names = `${lineOf(['MEMBER ID', 'MEMBER NAME', 'PLAN', 'EFFECTIVE DATE']).padEnd(80)}${'COMMISSION'.padStart(14)}`;
  const lines: string[] = [];
  for (let start = 0; start < members.length; start += 52) {
    const own = members.slice(start, start + 52).map(rowOf);
    const isLast = start + 52 >= members.length;
    const end = isLast ? ['', `${'TOTAL'.padEnd(80)}${dollars(sumOf(members)).padStart(14)}`] : [];
    const page = [...head, names, '', ...own, ...end];
    lines.push(...page, ...Array.from({ length: Math.max(0, 60 - page.length) }, () => ''));
  }
  return { name: 'a report in columns of characters', generator: 'pdf-lib', members, print: () => printReport(lines) };
}

function subtotalsOnly(): PrintedStatement {
  const members = printedMembers(24);
  const groups = [members.slice(0, 10), members.slice(10)];
  const rows = groups.flatMap((own) => [...dataRows(own), totalRow(own, 'Subtotal')]);
  return {
    name: 'subtotals without a grand total',
    generator: 'pdf-lib',
    members,
    print: () => printStatement([{ columns: COLUMNS, rows }], { titles: TITLES }),
  };
}

function sumAbove(): PrintedStatement {
  const members = printedMembers(12);
  const titles = [...TITLES, `Total commission paid: ${dollars(sumOf(members))}`];
  return {
    name: 'a sum above the rows only',
    generator: 'pdf-lib',
    members,
    print: () => printStatement([{ columns: COLUMNS, rows: dataRows(members) }], { titles }),
  };
}

export const DRAWN_STATEMENTS: readonly PrintedStatement[] = [
  table('one page', printedMembers(9)),
  table('many pages with footers', printedMembers(240), { footer: 'Page # - Northwind Health Plan' }),
  table('many pages without a repeated header', printedMembers(130), { repeatHeader: false }),
  table('a header of two lines', printedMembers(110), {}, stacked),
  table('wrapped names, other cells at the top', printedMembers(70), { rowHeight: 16 }, narrow),
  table('wrapped names, other cells in the middle', printedMembers(70), { rowHeight: 18, wrap: 'middle' }, narrow),
  table('pages turned by a quarter', printedMembers(80), { rotate: 270 }),
  table('text drawn sideways', printedMembers(80), { sideways: true }),
  table('a watermark across the rows', printedMembers(60), { watermark: 'DUPLICATE' }),
  table('lines that nearly touch', printedMembers(160), { rowHeight: 9 }),
  table('a serif font', printedMembers(60), { font: StandardFonts.TimesRoman, size: 9 }),
  table('a font of fixed width', printedMembers(60), { font: StandardFonts.Courier, size: 6 }),
  grouped(),
  withSummary(),
  report(),
  subtotalsOnly(),
  sumAbove(),
];
