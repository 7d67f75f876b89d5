import { type Exact, exactToDollars } from '../money.ts';
import type { ClaimEvidence } from '../report/claim.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  named,
  once,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from '../report/workbook-sheet.ts';
import { dayName, exactDollars, monthName } from '../wording.ts';
import { type DisputeRow, disputeText, type NewDispute } from './dispute.ts';

const CLAIM_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('period', textColumn('Statement', 10)),
  ...MEMBER_COLUMNS,
  named('asked', moneyColumn('Amount', 13)),
  named('recovered', moneyColumn('Paid since', 13)),
  named('ask', textColumn('What we ask', 80)),
];

const EVIDENCE_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('period', textColumn('Statement', 10)),
  named('fileName', textColumn('File', 36)),
  named('sheet', wholeColumn('Sheet', 8)),
  named('rowNumber', wholeColumn('Row', 8)),
  named('paid', moneyColumn('Amount', 13)),
  named('shows', textColumn('What it shows', 16)),
];

const SHOWS: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'paid later',
};

/** The member's cells of the row of totals. */
const NO_MEMBER = { memberExternalId: null, memberName: null, policyNumber: null, planName: null };

/**
 * Returns the workbook that goes with a dispute's letter. One sheet has the claims, the other the statement rows that
 * prove them.
 */
export function disputeSheets(
  rows: readonly (Omit<DisputeRow, 'evidence'> & { readonly evidence: readonly ClaimEvidence[] })[],
): readonly WorkbookSheet[] {
  const sum = (amount: (row: (typeof rows)[number]) => Exact) =>
    exactToDollars(rows.reduce((total, row) => total + amount(row), 0n));
  const claims = rows.map((row, index) => ({
    ...row,
    number: index + 1,
    asked: exactToDollars(row.askedAmount),
    recovered: exactToDollars(row.recoveredAmount),
  }));
  const total = { asked: sum((row) => row.askedAmount), recovered: sum((row) => row.recoveredAmount), ask: null };
  const evidence = rows.flatMap((row, index) =>
    row.evidence.map((line) => ({
      ...line,
      number: index + 1,
      paid: exactToDollars(line.amount),
      shows: SHOWS[line.what],
    })),
  );
  return [
    sheetOf('Claims', CLAIM_COLUMNS, {
      batches: once([...claims, { ...NO_MEMBER, ...total, number: null, period: 'Total' }]),
      cells: (row) => row,
    }),
    sheetOf('Evidence', EVIDENCE_COLUMNS, { batches: once(evidence), cells: (row) => row }),
  ];
}

/** Returns the letter of a dispute as plain text for an email or a carrier's portal. `date` is an ISO date. */
export function disputeLetter(
  { carrierName, rows }: NewDispute,
  { disputeId, agencyName, date }: { readonly disputeId: string; readonly agencyName: string; readonly date: string },
): string {
  const agency = oneLine(agencyName);
  const isCertain = rows.every(({ certainty }) => certainty === 'certain');
  return `To: ${oneLine(carrierName)}, commission team
From: ${agency}
Date: ${dayName(date)}
Reference: ${disputeId}
Subject: Commission statements to be ${isCertain ? 'corrected' : 'checked'}: ${disputeText(rows)}

Dear commission team,

We compared your commission statements month by month and found the items below. ${isCertain ? DEMAND : REQUEST}

${tableOf(rows)}

${rows.map(({ ask }, index) => `${index + 1}. ${ask}`).join('\n')}

The rows of your statements that show each item are in the workbook that comes with this letter. Please name the
reference above in your answer.

Kind regards
${agency}
`;
}

const DEMAND = `Please check each of them, and pay or
return the amount with your next statement. If an item is not due, please tell us why.`;
/** The words for a letter with items that are not certain. */
const REQUEST = `Please check each of them:
pay or return with your next statement what is due, and where an item is a question, please answer it.`;

const HEADER = ['No.', 'Statement', 'Member ID', 'Member', 'Policy', 'Amount'] as const;
/** Longest cell of the table. */
const CELL_CHARACTERS_MAX = 40;

function tableOf(rows: readonly DisputeRow[]): string {
  const cells = rows.map((row, index) => [
    String(index + 1),
    monthName(row.period),
    cell(row.memberExternalId),
    cell(row.memberName),
    cell(row.policyNumber),
    exactDollars(row.askedAmount),
  ]);
  const total = exactDollars(rows.reduce((sum, { askedAmount }) => sum + askedAmount, 0n));
  const table = [[...HEADER], ...cells, ['', 'Total', '', '', '', total]];
  const widths = HEADER.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const amountColumn = HEADER.length - 1;
  return table
    .map((line) =>
      line
        .map((text, column) =>
          column === amountColumn ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(text: string | null): string {
  const letters = [...oneLine(text ?? '')];
  return letters.length > CELL_CHARACTERS_MAX
    ? `${letters.slice(0, CELL_CHARACTERS_MAX - 1).join('')}…`
    : letters.join('');
}

/** Joins the lines of a text, because a name from a statement must not add lines to the letter. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
