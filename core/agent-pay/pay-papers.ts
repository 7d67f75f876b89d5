import type { Letterhead } from '../dispute/dispute-letter.ts';
import { type Money, moneyToDollars } from '../money.ts';
import { moneyColumn, named, once, sheetOf, textColumn, type WorkbookSheet } from '../report/workbook-sheet.ts';
import { dayName, dollars, monthName } from '../wording.ts';
import type { AgentSettlement, PayAdjustment } from './compose-run.ts';
import { partyId, type RunEntry } from './pay-run.ts';

/** The statement that an agent gets with the pay of a run. */
export interface AgentStatement {
  readonly agencyName: string;
  readonly letterhead: Letterhead | null;
  readonly agentName: string;
  readonly payDate: string;
  readonly isFinal: boolean;
  readonly settlement: AgentSettlement;
  readonly adjustments: readonly { readonly reason: string; readonly amount: Money }[];
  /** Paid in the calendar year up to this run, with it. */
  readonly yearToDate: Money;
  readonly lines: readonly StatementLine[];
}

export interface StatementLine extends Omit<RunEntry, 'party' | 'key'> {
  readonly carrierName: string;
  /** The sentence that tells what the carrier's statement changed for the member; null without one. */
  readonly finding: string | null;
}

/** Returns the summary as pairs of words and amounts. What did not happen has no row. */
function statementSummary(statement: AgentStatement): readonly (readonly [string, Money])[] {
  const { settlement, adjustments, yearToDate } = statement;
  const { before, after } = settlement;
  const rows: readonly (readonly [string, Money])[] = [
    ['Earned', settlement.earned],
    ['Taken back', settlement.takenBack],
    ...adjustments.map(({ reason, amount }) => [reason, amount] as const),
    ['Carried from before', before.waiting],
    ['Held back', -settlement.heldBack],
    ['Released from what was held back', settlement.released],
    ['Debt paid off', -settlement.recovered],
    ['Carried to the next run', -after.waiting],
    ['Owed to the agency, to be earned', after.debt - before.debt + settlement.recovered - settlement.advance],
  ];
  return [
    ...rows.filter(([, amount]) => amount !== 0),
    ['Paid', settlement.paid],
    ['Paid this year', yearToDate],
    ...(after.holdback === 0 ? [] : [['Held back in all', after.holdback] as const]),
    ...(after.debt === 0 ? [] : [['Debt in all', after.debt] as const]),
  ];
}

const LINE_COLUMNS = [
  named('carrierName', textColumn('Carrier', 26)),
  named('memberName', textColumn('Member', 26)),
  named('policy', textColumn('Policy', 18)),
  named('paidFor', textColumn('Paid for', 12)),
  named('statement', textColumn('Statement', 12)),
  named('received', moneyColumn('Commission', 14)),
  named('amount', moneyColumn('Your share', 14)),
  named('why', textColumn('By', 44)),
  named('finding', textColumn('What changed', 60)),
] as const;

/** Makes the workbook of a statement: the summary, and each line with its rule. */
export function statementSheets(statement: AgentStatement): readonly WorkbookSheet[] {
  const summary = statementSummary(statement).map(([what, amount]) => ({ what, amount: moneyToDollars(amount) }));
  return [
    sheetOf('Summary', [named('what', textColumn('What', 40)), named('amount', moneyColumn('Amount', 16))], {
      batches: once(summary),
      cells: (row) => row,
    }),
    sheetOf('Lines', LINE_COLUMNS, {
      batches: once(statement.lines),
      cells: ({ line, amount, why, carrierName, finding }) => ({
        ...{ carrierName, memberName: line.memberName ?? line.memberExternalId, policy: line.policy, why, finding },
        ...{ paidFor: monthName(line.coverageMonth ?? line.period), statement: monthName(line.period) },
        ...{ received: moneyToDollars(line.received), amount: moneyToDollars(amount) },
      }),
    }),
  ];
}

/** Writes the summary of the statement as plain text, for an email. */
export function summaryText(statement: AgentStatement): string {
  const { agencyName, letterhead, agentName, payDate, isFinal } = statement;
  return [
    ...headLines(letterhead, agencyName),
    '',
    `Commission statement for ${agentName}`,
    `Pay date: ${dayName(payDate)}${isFinal ? '' : ' (draft: this is not approved yet)'}`,
    '',
    ...columns(statementSummary(statement).map(([what, amount]) => [what, dollars(amount)])),
    '',
  ].join('\n');
}

function headLines(letterhead: Letterhead | null, agencyName: string): readonly string[] {
  if (letterhead === null) return [agencyName];
  const { name, address, email } = letterhead;
  return [name ?? agencyName, ...(address ?? '').split('\n'), email ?? ''].filter((line) => line.trim() !== '');
}

/** Writes the statement as plain text for a PDF. Columns are two spaces apart; below each line are its rule and what changed. */
export function statementText(statement: AgentStatement): string {
  const [head = '', ...rows] = columns([
    ['Member', 'Policy', 'Paid for', 'Carrier', 'Commission', 'Share'],
    ...statement.lines.map(lineCells),
  ]);
  const told = statement.lines.flatMap((line, at) => [rows[at] ?? '', `    ${reasonOf(line)}`]);
  return [summaryText(statement), head, ...told, ''].join('\n');
}

function lineCells({ line, amount, carrierName }: StatementLine): readonly string[] {
  const member = line.memberName ?? line.memberExternalId ?? 'No member';
  const paidFor = monthName(line.coverageMonth ?? line.period);
  return [member, line.policy ?? '–', paidFor, carrierName, dollars(line.received), dollars(amount)];
}

function reasonOf({ why, finding }: StatementLine): string {
  return finding === null ? why : `${why}. ${finding}`;
}

/** Pads cells to columns. A column whose cells are all amounts is aligned to the right. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const isAmount = widths.map((_, at) => rows.slice(1).every((cells) => /^-?\$/.test(cells[at] ?? '')));
  return rows.map((cells) =>
    cells
      .map((cell, at) => (isAmount[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A line of the books of the agency: one side has the amount, the other zero. */
interface JournalLine {
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
  /** The carrier or agent that the amount is about. */
  readonly name: string;
  readonly memo: string;
}

interface JournalOrder {
  readonly entries: readonly Pick<RunEntry, 'line' | 'party' | 'amount'>[];
  readonly adjustments: readonly PayAdjustment[];
  readonly settlements: readonly Pick<AgentSettlement, 'agentId' | 'before' | 'after' | 'advance' | 'recovered'>[];
  readonly carrierName: (carrierId: string) => string;
  readonly agentName: (agentId: string) => string;
}

/**
 * Returns the journal of a run: commission as income by carrier, and what agents earned as an expense that is payable, by carrier and
 * agent. Held commission is a liability. Advances to agents grow and shrink with the debt of agents, so that the payable is what they wait
 * for: paid now, waiting or held back. Debits and credits are equal.
 */
export function journalOf({
  entries,
  adjustments,
  settlements,
  carrierName,
  agentName,
}: JournalOrder): readonly JournalLine[] {
  const byCarrier = [...Map.groupBy(entries, ({ line }) => line.carrierId)];
  return [
    ...byCarrier.flatMap(([carrierId, of]) => {
      const received = sum(of);
      const held = sum(of.filter(({ party }) => party === 'held'));
      const name = carrierName(carrierId);
      return [
        ...posted('Commissions received', 'Held commissions', {
          amount: held,
          name,
          memo: 'No agent, plan or rule yet',
        }),
        ...posted('Commissions received', 'Commission income', { amount: received - held, name, memo: 'Commission' }),
      ];
    }),
    ...byCarrier.flatMap(([carrierId, of]) => {
      const ofAgents = Map.groupBy(
        of.filter(({ party }) => typeof party !== 'string'),
        ({ party }) => partyId(party),
      );
      return [...ofAgents].flatMap(([agentId, own]) =>
        posted('Agent commissions', 'Agent commissions payable', {
          ...{ amount: sum(own), name: agentName(agentId), memo: carrierName(carrierId) },
        }),
      );
    }),
    ...adjustments
      .filter(({ kind }) => kind !== 'release')
      .flatMap(({ agentId, kind, amount }) =>
        posted(kind === 'advance' ? 'Advances to agents' : 'Agent commissions', 'Agent commissions payable', {
          ...{ amount, name: agentName(agentId), memo: kind },
        }),
      ),
    ...settlements.flatMap(({ agentId, before, after, advance, recovered }) => {
      const owed = after.debt - before.debt + recovered - advance;
      const name = agentName(agentId);
      return [
        ...posted('Advances to agents', 'Agent commissions payable', {
          amount: owed,
          name,
          memo: 'owed to the agency',
        }),
        ...posted('Agent commissions payable', 'Advances to agents', {
          amount: recovered,
          name,
          memo: 'debt paid off',
        }),
      ];
    }),
  ];
}

interface Posting {
  readonly amount: Money;
  readonly name: string;
  readonly memo: string;
}

/** Posts an amount to two accounts. A negative amount changes their sides. */
function posted(debited: string, credited: string, { amount, name, memo }: Posting): readonly JournalLine[] {
  if (amount === 0) return [];
  const [from, to] = amount > 0 ? [debited, credited] : [credited, debited];
  const size = Math.abs(amount);
  return [
    { account: from, debit: size, credit: 0, name, memo },
    { account: to, debit: 0, credit: size, name, memo },
  ];
}

function sum(entries: readonly { readonly amount: Money }[]): Money {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
