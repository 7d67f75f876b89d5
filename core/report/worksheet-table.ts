import { z } from 'zod';
import { CERTAINTIES } from '../scoring/signal.ts';
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

const sums = {
  members: z.int().describe('Underpaid members.'),
  memberMonths: z.int().describe('Members and months, each of which is a row.'),
  expected: z.number(),
  actual: z.number(),
  difference: z.number().describe('Dollars owed: expected less actual.'),
  differenceEstimated: z.number().describe('The part of difference that rests on an estimated rate: check it first.'),
};

/** An underpaid member and month, with what proves it. Amounts are dollars. */
export const worksheetRow = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    period: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    expected: z.number(),
    actual: z.number().describe('What was paid; chargebacks take nothing from it.'),
    difference: z.number(),
    certainty: z.enum(CERTAINTIES).meta({
      description: 'How sure the difference is: ask for what is certain, and check the rest first.',
      example: 'certain',
    }),
    rates: z
      .array(
        z.object({
          rateType: z.enum(['flat_per_member', 'percent_of_premium']),
          rateValue: z.number().describe('Dollars a life and month, or a fraction of the premium.'),
          source: z.enum(['contracted', 'estimated']),
          planCode: z.string().nullable(),
          tier: z.enum(['initial', 'renewal']).nullable(),
          state: z.string().nullable(),
          planName: z.string().nullable(),
          productType: z.string().nullable(),
          maxLives: z.int().nullable(),
          fromPolicyMonth: z.int().nullable(),
          toPolicyMonth: z.int().nullable(),
          fromLives: z.int().nullable(),
          toLives: z.int().nullable(),
        }),
      )
      .readonly()
      .describe(
        "What was expected by: one rate, unless policies of the member have different ones. None where the statement's own rate was applied.",
      ),
    evidence: z
      .array(
        z.object({
          fileId: z.string(),
          fileName: z.string(),
          sheet: z
            .int()
            .describe('Counted from 1 among the sheets of the workbook that were read; 1 for CSV; the page of a PDF.'),
          sheetName: z
            .string()
            .nullable()
            .describe('Null for CSV, and for a workbook that was read before the names of sheets were kept.'),
          rowNumbers: z.array(z.int()).readonly(),
        }),
      )
      .readonly()
      .describe('The rows that show what was paid, as a spreadsheet numbers them; for a PDF the lines of the page.'),
    basis: z
      .string()
      .describe("The rates in words with their bounds, or the statement's own rate; the column `rate` of CSV."),
  })
  .meta({ id: 'OwedWorksheetRow' });
export type WorksheetRow = Readonly<z.output<typeof worksheetRow>>;
export type Evidence = WorksheetRow['evidence'][number];

/** Totals over all underpaid members and months, regardless of the page. */
export const worksheetHeadRecord = z.object({
  from: z.string().nullable().describe('First month looked at; null when there is no data at all.'),
  to: z.string().nullable(),
  totals: z.object(sums).describe('Summed exactly, then rounded.'),
  byCarrier: z
    .array(z.object({ carrierId: z.string(), carrierName: z.string(), ...sums }))
    .readonly()
    .describe('Most owed first.'),
});
export type WorksheetHead = Readonly<z.output<typeof worksheetHeadRecord>>;

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
