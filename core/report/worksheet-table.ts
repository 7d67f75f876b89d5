import type { Evidence, WorksheetHead, WorksheetRow } from './owed-worksheet.ts';

/** The dispute worksheet as tables for people: the rows of its CSV, and the sheets of its workbook. */

export type SheetCell = string | number | null;

/** A sheet of a workbook. Texts are harmless and amounts formatted once it is written, not before. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly {
    readonly title: string;
    readonly width: number;
    readonly format: 'text' | 'whole' | 'money';
  }[];
  /** Asked for once, when the sheet is written: the last sheet first. */
  readonly batches: () => AsyncIterable<readonly (readonly SheetCell[])[]>;
}

const COLUMNS = [
  { title: 'carrierName', label: 'Carrier', width: 24, format: 'text' },
  { title: 'period', label: 'Period', width: 9, format: 'text' },
  { title: 'memberExternalId', label: 'Member ID', width: 18, format: 'text' },
  { title: 'memberName', label: 'Member', width: 24, format: 'text' },
  { title: 'policyNumber', label: 'Policy', width: 18, format: 'text' },
  { title: 'planName', label: 'Plan', width: 20, format: 'text' },
  { title: 'expected', label: 'Expected', width: 13, format: 'money' },
  { title: 'actual', label: 'Actual', width: 13, format: 'money' },
  { title: 'difference', label: 'Difference', width: 13, format: 'money' },
  { title: 'rate', label: 'Rate used', width: 44, format: 'text' },
  { title: 'evidence', label: 'Evidence', width: 50, format: 'text' },
  { title: 'memberRefId', label: 'Reference', width: 38, format: 'text' },
  { title: 'carrierId', label: 'Carrier reference', width: 38, format: 'text' },
  { title: 'workspaceId', label: 'Workspace reference', width: 38, format: 'text' },
] as const;

export const WORKSHEET_COLUMNS: readonly string[] = COLUMNS.map(({ title }) => title);

type FlatRow = Readonly<Record<(typeof COLUMNS)[number]['title'], SheetCell>>;

/** A member and month, with rates and evidence as text. */
export function worksheetLine(row: WorksheetRow): FlatRow {
  return {
    carrierName: row.carrierName,
    period: row.period,
    memberExternalId: row.memberExternalId,
    memberName: row.memberName,
    policyNumber: row.policyNumber,
    planName: row.planName,
    expected: row.expected,
    actual: row.actual,
    difference: row.difference,
    rate: row.basis,
    evidence: evidenceText(row.evidence),
    memberRefId: row.memberRefId,
    carrierId: row.carrierId,
    workspaceId: row.workspaceId,
  };
}

/** A summary by carrier, which is read after the rows, so that it can say how many there were; and the rows. */
export function worksheetSheets(
  { from, to, totals, byCarrier }: WorksheetHead,
  batches: AsyncIterable<readonly WorksheetRow[]>,
): readonly WorkbookSheet[] {
  const range = from === null || to === null ? 'No data' : from === to ? from : `${from} to ${to}`;
  const sums = (of: WorksheetHead['totals']) => [of.members, of.memberMonths, of.expected, of.actual, of.difference];
  let listed = 0;
  return [
    {
      name: 'Summary',
      columns: [
        { title: 'Carrier', width: 32, format: 'text' },
        { title: 'Period', width: 20, format: 'text' },
        { title: 'Members', width: 10, format: 'whole' },
        { title: 'Member months', width: 15, format: 'whole' },
        { title: 'Expected', width: 15, format: 'money' },
        { title: 'Actual', width: 15, format: 'money' },
        { title: 'Difference', width: 15, format: 'money' },
      ],
      async *batches() {
        yield byCarrier.map((carrier) => [carrier.carrierName, range, ...sums(carrier)]);
        yield [['Total', range, ...sums(totals)]];
        if (listed < totals.memberMonths)
          yield [[`The sheet Underpaid lists ${listed} of ${totals.memberMonths} rows; the totals hold all.`]];
      },
    },
    {
      name: 'Underpaid',
      columns: COLUMNS.map(({ label, width, format }) => ({ title: label, width, format })),
      async *batches() {
        for await (const batch of batches) {
          listed += batch.length;
          yield batch.map(cellsOf);
        }
      },
    },
  ];
}

function cellsOf(row: WorksheetRow): readonly SheetCell[] {
  const line = worksheetLine(row);
  return COLUMNS.map(({ title }) => line[title]);
}

function evidenceText(evidence: WorksheetRow['evidence']): string {
  return evidence.map(fileText).join('; ');
}

/** `summit.xlsx Sheet "Detail" rows 3, 7-9`: ranges, because an employer's rows may be all of a file's. */
function fileText({ fileName, sheet, sheetName, rowNumbers }: Evidence): string {
  const ranges: [first: number, last: number][] = [];
  for (const row of rowNumbers) {
    const range = ranges.at(-1);
    if (range?.[1] === row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  const rows = ranges.map(rangeText).join(', ');
  const numbered = sheet > 1 ? [`Sheet ${sheet}`] : [];
  const place = [fileName, ...(sheetName === null ? numbered : [`Sheet "${sheetName}"`])].join(' ');
  return `${place} ${rowNumbers.length === 1 ? 'row' : 'rows'} ${rows}`;
}

function rangeText([first, last]: readonly [first: number, last: number]): string {
  if (first === last) return `${first}`;
  return last === first + 1 ? `${first}, ${last}` : `${first}-${last}`;
}
