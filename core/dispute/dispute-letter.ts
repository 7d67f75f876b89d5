import { type Exact, exactToDollars } from '../money.ts';
import type { ClaimEvidence } from '../report/claim.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  monthColumn,
  named,
  once,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from '../report/workbook-sheet.ts';
import { dayName, exactDollars, monthName } from '../wording.ts';
import { type DisputeRow, disputeText, type NewDispute } from './dispute.ts';

/** The writing agent of a claim's statement month, as far as it is known. */
export interface WritingAgent {
  readonly agentName: string | null;
  /** The number in the national registry of producers, of the agent's record. */
  readonly agentNpn: string | null;
  /** The number that the carrier's statement has. */
  readonly agentNumber: string | null;
}

const CLAIM_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('period', monthColumn('Statement', 11)),
  ...MEMBER_COLUMNS,
  named('agentName', textColumn('Agent', 20)),
  named('agentNpn', textColumn('NPN', 12)),
  named('agentNumber', textColumn('Agent number', 14)),
  named('asked', moneyColumn('Amount', 13)),
  named('recovered', moneyColumn('Paid since', 13)),
  named('ask', textColumn('What we ask', 60)),
];

const EVIDENCE_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('memberExternalId', textColumn('Member ID', 18)),
  named('memberName', textColumn('Member', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('period', monthColumn('Statement', 11)),
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
const NO_AGENT: WritingAgent = { agentName: null, agentNpn: null, agentNumber: null };

/**
 * Returns the workbook that goes with a dispute's letter. One sheet has the claims, the other the statement rows that
 * prove them.
 */
export function disputeSheets(
  rows: readonly (Omit<DisputeRow, 'evidence'> & WritingAgent & { readonly evidence: readonly ClaimEvidence[] })[],
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
      memberExternalId: row.memberExternalId,
      memberName: row.memberName,
      policyNumber: row.policyNumber,
      number: index + 1,
      paid: exactToDollars(line.amount),
      shows: SHOWS[line.what],
    })),
  );
  return [
    sheetOf('Claims', CLAIM_COLUMNS, {
      batches: once([...claims, { ...NO_MEMBER, ...NO_AGENT, ...total, number: null, period: 'Total' }]),
      cells: (row) => row,
    }),
    sheetOf('Evidence', EVIDENCE_COLUMNS, { batches: once(evidence), cells: (row) => row }),
  ];
}

/** The agency on its letters, as far as it is known. */
export interface Letterhead {
  readonly name: string | null;
  readonly address: string | null;
  readonly contact: string | null;
  /** The address for answers of carriers. */
  readonly email: string | null;
  /** The agency's number in the national registry of producers. */
  readonly npn: string | null;
}

/** The addressee of a carrier's letters, as far as it is known. */
export interface Department {
  readonly name: string | null;
  readonly email: string | null;
  readonly address: string | null;
}

export const NO_LETTERHEAD: Letterhead = { name: null, address: null, contact: null, email: null, npn: null };
export const NO_DEPARTMENT: Department = { name: null, email: null, address: null };

interface LetterFacts {
  readonly disputeId: string;
  readonly agencyName: string;
  /** An ISO date. */
  readonly date: string;
  readonly letterhead?: Letterhead;
  readonly department?: Department;
}

/** Returns the reference of a letter: the beginning of its id, which people can read out. */
const letterReference = (disputeId: string): string => disputeId.slice(0, 8).toUpperCase();

/** Returns the letter of a dispute as plain text for an email or a carrier's portal. */
export function disputeLetter(
  { carrierName, rows }: Pick<NewDispute, 'carrierName'> & { readonly rows: readonly LetterRow[] },
  { disputeId, agencyName, date, letterhead = NO_LETTERHEAD, department = NO_DEPARTMENT }: LetterFacts,
): string {
  const agency = oneLine(letterhead.name ?? agencyName);
  const isCertain = rows.every(({ certainty }) => certainty === 'certain');
  const npn = letterhead.npn === null ? [] : [`NPN ${oneLine(letterhead.npn)}`];
  const contact = letterhead.contact === null ? [] : [oneLine(letterhead.contact)];
  const email = letterhead.email === null ? [] : [letterhead.email];
  const head = [
    `To: ${oneLine(carrierName)}, ${oneLine(department.name ?? 'commission team')}`,
    ...linesOf(department.address).map((line) => `    ${line}`),
    `From: ${[agency, ...npn].join(', ')}`,
    ...linesOf(letterhead.address).map((line) => `      ${line}`),
  ];
  return `${head.join('\n')}
Date: ${dayName(date)}
Reference: ${letterReference(disputeId)}
Subject: ${letterSubject(rows)}

Dear commission team,

We compared your commission statements month by month and found the items below. ${isCertain ? DEMAND : REQUEST}

${tableOf(rows)}

${rows.map((row, index) => `${index + 1}. ${row.ask}${agentWords(row)}`).join('\n')}

The rows of your statements that show each item are in the workbook that comes with this letter. Please name the reference above in your answer.

Kind regards
${[...contact, agency, ...email].join('\n')}
`;
}

type LetterRow = Pick<
  DisputeRow,
  'certainty' | 'period' | 'memberExternalId' | 'memberName' | 'policyNumber' | 'askedAmount' | 'ask'
> &
  Partial<WritingAgent>;

/** Names the writing agent of an item: ` Agent: Lee Park, NPN 1122334.` Without an NPN it is the statement's number. */
function agentWords({ agentName = null, agentNpn = null, agentNumber = null }: LetterRow): string {
  const number =
    agentNpn !== null ? `NPN ${oneLine(agentNpn)}` : agentNumber !== null ? `number ${oneLine(agentNumber)}` : null;
  const words = [agentName === null ? null : cell(agentName), number].filter((text) => text !== null);
  return words.length === 0 ? '' : ` Agent: ${words.join(', ')}.`;
}

/** Returns what the letter is about, in one line. */
export function letterSubject(rows: readonly Pick<DisputeRow, 'certainty' | 'askedAmount'>[]): string {
  const isCertain = rows.every(({ certainty }) => certainty === 'certain');
  return `Commission statements to be ${isCertain ? 'corrected' : 'checked'}: ${disputeText(rows)}`;
}

const linesOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');

const DEMAND =
  'Please check each of them, and pay or return the amount with your next statement. If an item is not due, please tell us why.';
/** The words for a letter with items that are not certain. */
const REQUEST =
  'Please check each of them: pay or return with your next statement what is due, and where an item is a question, please answer it.';

const HEADER = ['No.', 'Statement', 'Member ID', 'Member', 'Policy', 'Amount'] as const;
/** Longest cell of the table. */
const CELL_CHARACTERS_MAX = 40;

function tableOf(rows: readonly LetterRow[]): string {
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
