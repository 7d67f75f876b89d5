import type { Evidence, OwedWorksheet, RateUsed, WorksheetRow } from './owed-worksheet.ts';

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
  readonly rows: readonly (readonly SheetCell[])[];
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

/** One row for each member and month, with rates and evidence as text. */
export function worksheetTable({ data }: OwedWorksheet): readonly FlatRow[] {
  return data.map((row) => ({
    carrierName: row.carrierName,
    period: row.period,
    memberExternalId: row.memberExternalId,
    memberName: row.memberName,
    policyNumber: row.policyNumber,
    planName: row.planName,
    expected: row.expected,
    actual: row.actual,
    difference: row.difference,
    rate: row.rates.map(rateText).join('; '),
    evidence: evidenceText(row.evidence),
    memberRefId: row.memberRefId,
    carrierId: row.carrierId,
    workspaceId: row.workspaceId,
  }));
}

/** A summary by carrier, and the rows. */
export function worksheetSheets(worksheet: OwedWorksheet): readonly WorkbookSheet[] {
  const { from, to, totals, byCarrier, truncated, data } = worksheet;
  const range = from === null || to === null ? 'No data' : from === to ? from : `${from} to ${to}`;
  const sums = (of: OwedWorksheet['totals']) => [of.members, of.memberMonths, of.expected, of.actual, of.difference];
  const notes = truncated
    ? [[`The sheet Underpaid lists the ${data.length} largest of ${totals.memberMonths} rows; the totals hold all.`]]
    : [];
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
      rows: [
        ...byCarrier.map((carrier) => [carrier.carrierName, range, ...sums(carrier)]),
        ['Total', range, ...sums(totals)],
        ...notes,
      ],
    },
    {
      name: 'Underpaid',
      columns: COLUMNS.map(({ label, width, format }) => ({ title: label, width, format })),
      rows: worksheetTable(worksheet).map((row) => COLUMNS.map(({ title }) => row[title])),
    },
  ];
}

/** "50 a member and month, contracted, plan GOLD, renewal, TX". */
function rateText({ rateType, rateValue, source, planCode, tier, state }: RateUsed): string {
  const value = rateType === 'flat_per_member' ? `$${rateValue} a life and month` : `${rateValue} of the premium`;
  const plan = planCode === null ? 'all plans' : `plan ${planCode}`;
  return [value, source, plan, tier, state].filter((part) => part !== null).join(', ');
}

function evidenceText(evidence: WorksheetRow['evidence']): string {
  return evidence.map(fileText).join('; ');
}

/** "summit.csv rows 3, 7-9": ranges, because an employer's rows may be all of a file's. */
function fileText({ fileName, sheet, rowNumbers }: Evidence): string {
  const ranges: [first: number, last: number][] = [];
  for (const row of rowNumbers) {
    const range = ranges.at(-1);
    if (range?.[1] === row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  const rows = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
  const place = sheet > 1 ? `${fileName} sheet ${sheet}` : fileName;
  return `${place} ${rowNumbers.length === 1 ? 'row' : 'rows'} ${rows}`;
}
