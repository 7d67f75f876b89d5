import type { Evidence, WorksheetHead, WorksheetRow } from './owed-worksheet.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  named,
  REFERENCE_COLUMNS,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from './workbook-sheet.ts';

/** Writes the dispute worksheet as tables: the rows of a CSV file and the sheets of a workbook. */

const COLUMNS = [
  named('carrierName', textColumn('Carrier', 24)),
  named('period', textColumn('Period', 9)),
  ...MEMBER_COLUMNS,
  named('expected', moneyColumn('Expected', 13)),
  named('actual', moneyColumn('Actual', 13)),
  named('difference', moneyColumn('Difference', 13)),
  named('certainty', textColumn('Certainty', 10)),
  named('rate', textColumn('Rate used', 44)),
  named('evidence', textColumn('Evidence', 50)),
  ...REFERENCE_COLUMNS,
];

/** Headers of the CSV file. */
export const WORKSHEET_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

type FlatRow = Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>>;

/** Flattens a worksheet row: rates and evidence become text. */
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
    certainty: row.certainty,
    rate: row.basis,
    evidence: evidenceText(row.evidence),
    memberRefId: row.memberRefId,
    carrierId: row.carrierId,
    workspaceId: row.workspaceId,
  };
}

/**
 * Returns a sheet of rows and a summary by carrier. The summary is read after the rows, because it states their number.
 */
export function worksheetSheets(
  { from, to, totals, byCarrier }: WorksheetHead,
  batches: AsyncIterable<readonly WorksheetRow[]>,
): readonly WorkbookSheet[] {
  const range = from === null || to === null ? 'No data' : from === to ? from : `${from} to ${to}`;
  const sums = (of: WorksheetHead['totals']) => [
    ...[of.members, of.memberMonths, of.expected, of.actual],
    ...[of.difference, of.differenceEstimated],
  ];
  let listed = 0;
  return [
    {
      name: 'Summary',
      columns: [
        textColumn('Carrier', 32),
        textColumn('Period', 20),
        wholeColumn('Members', 10),
        wholeColumn('Member months', 15),
        moneyColumn('Expected', 15),
        moneyColumn('Actual', 15),
        moneyColumn('Difference', 15),
        moneyColumn('Of it estimated', 15),
      ],
      async *batches() {
        yield byCarrier.map((carrier) => [carrier.carrierName, range, ...sums(carrier)]);
        yield [['Total', range, ...sums(totals)]];
        if (listed < totals.memberMonths)
          yield [[`The sheet Underpaid lists ${listed} of ${totals.memberMonths} rows; the totals hold all.`]];
      },
    },
    sheetOf('Underpaid', COLUMNS, {
      batches,
      cells: (row) => {
        listed += 1;
        return worksheetLine(row);
      },
    }),
  ];
}

function evidenceText(evidence: WorksheetRow['evidence']): string {
  return evidence.map(fileText).join('; ');
}

/** Formats `summit.xlsx Sheet "Detail" rows 3, 7-9`. Ranges keep an employer's rows short. */
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
