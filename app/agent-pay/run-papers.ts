import { z } from 'zod';
import { compareSheet, type SheetAgent, type SheetDifference } from '../../core/agent-pay/compare-sheet.ts';
import {
  type AgentStatement,
  journalOf,
  statementSheets,
  statementText,
  summaryText,
} from '../../core/agent-pay/pay-papers.ts';
import { findingKey, partyId, payablesOf, type SettledBalance } from '../../core/agent-pay/pay-run.ts';
import { type Money, moneyToDollars } from '../../core/money.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownAgent } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { WorkbookSheet } from '../../core/report/workbook-sheet.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import { payBalance, payRunAgent, shownAgent } from './pay-run-record.ts';
import { type ComputedRun, computedRun, isFixed, type PayRunStore, type RunKey } from './pay-runs.ts';
import { money, readPaySetup, setupOf } from './pay-setup.ts';

/** Papers of a run: payments for the bank, the journal for the books, and a statement for each agent. */

export const payPayment = z
  .object({
    agentName: z.string(),
    amount: z.number(),
    payDate: z.iso.date(),
    reference: z.string().describe('The run.'),
  })
  .meta({ id: 'PayPayment' });
export type PayPayment = Readonly<z.output<typeof payPayment>>;
export const PAYMENT_COLUMNS = ['agentName', 'amount', 'payDate', 'reference'];

export const journalLine = z
  .object({
    date: z.iso.date(),
    account: z.string(),
    debit: z.number(),
    credit: z.number(),
    name: z.string().describe('The carrier or the agent.'),
    memo: z.string(),
    reference: z.string().describe('The run.'),
  })
  .meta({ id: 'PayJournalLine' });
export type PayJournalLine = Readonly<z.output<typeof journalLine>>;

/** The accounting programs whose own import takes the journal. */
export const ACCOUNTING_PROGRAMS = ['quickbooks', 'xero'] as const;

export const journal = z.object({
  program: z.enum(ACCOUNTING_PROGRAMS).nullable(),
  data: z.array(journalLine).readonly(),
});

export type AccountingProgram = (typeof ACCOUNTING_PROGRAMS)[number];

export interface JournalTable {
  readonly columns: readonly string[];
  readonly rowOf: (line: PayJournalLine) => object;
}

/** The table of the journal as a program imports it. Without a program it has the names of the API. */
export function journalTable(program: AccountingProgram | null): JournalTable {
  if (program === null) {
    return { columns: ['date', 'account', 'debit', 'credit', 'name', 'memo', 'reference'], rowOf: (line) => line };
  }
  return PROGRAM_TABLES[program];
}

/** Columns and dates are those of the journal templates of QuickBooks Online and Xero. */
const PROGRAM_TABLES: Readonly<Record<AccountingProgram, JournalTable>> = {
  quickbooks: {
    columns: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'],
    rowOf: ({ date, account, debit, credit, name, memo, reference }) => ({
      ...{
        JournalNo: `PAY-${date.replaceAll('-', '')}-${shortReference(reference)}`,
        JournalDate: dayOf(date, 'month/day/year'),
        AccountName: account,
      },
      ...{ Debits: debit === 0 ? null : debit, Credits: credit === 0 ? null : credit, Description: memo, Name: name },
    }),
  },
  xero: {
    columns: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    rowOf: ({ date, account, debit, credit, name, memo, reference }) => ({
      ...{
        '*Narration': `Agent pay ${date} (${shortReference(reference)})`,
        '*Date': dayOf(date, 'day/month/year'),
        Description: `${name}: ${memo}`,
      },
      ...{ '*AccountCode': account, '*TaxRate': 'Tax Exempt', '*Amount': debit === 0 ? -credit : debit },
    }),
  },
};

/** Tells two runs of one pay date apart. QuickBooks takes 21 characters as the number of a journal. */
function shortReference(runId: string): string {
  return runId.slice(0, 8);
}

function dayOf(date: string, order: 'month/day/year' | 'day/month/year'): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return order === 'month/day/year' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
}

/** Lists what is to be sent to whom. Refuses an unknown run, and one that is not approved. */
export async function listPayments(runs: PayRunStore, key: RunKey): Promise<readonly PayPayment[] | Refused> {
  const computed = await approvedRun(runs, key, 'held');
  if (isRefused(computed)) return computed;
  const { run, whole, names } = computed;
  return whole.agents
    .filter(({ paid }) => paid > 0)
    .map(({ agentId, paid }) => ({
      ...{ agentName: names.agents.get(agentId) ?? '', amount: moneyToDollars(paid) },
      ...{ payDate: run.payDate, reference: run.id },
    }));
}

/** Lists the journal of a run for an accounting program. Refuses an unknown run, and one that is not approved. */
export async function listJournal(runs: PayRunStore, key: RunKey): Promise<readonly PayJournalLine[] | Refused> {
  const computed = await approvedRun(runs, key, null);
  if (isRefused(computed)) return computed;
  const { run, whole, names, adjustments } = computed;
  const lines = journalOf({
    ...{ entries: whole.entries, settlements: whole.agents },
    adjustments: adjustments.map((one) => ({ ...one, amount: money(one.amount) })),
    carrierName: (id) => names.carriers.get(id) ?? '',
    agentName: (id) => names.agents.get(id) ?? '',
  });
  return lines.map(({ debit, credit, ...line }) => ({
    ...{ date: run.payDate, ...line, debit: moneyToDollars(debit), credit: moneyToDollars(credit), reference: run.id },
  }));
}

/** Reads a run whose money may go out: a draft still changes. `entriesOf` names a party, as of `computedRun`. */
async function approvedRun(runs: PayRunStore, key: RunKey, entriesOf: string | null): Promise<ComputedRun | Refused> {
  const computed = await computedRun(runs, key, { entriesOf });
  if (isRefused(computed)) return computed;
  return isFixed(computed.run) ? computed : refuse('conflict', 'The run is not approved. Approve it first.');
}

export interface StatementOrder {
  readonly key: RunKey;
  readonly agentId: string;
  readonly agencyName: string;
}

/** An agent's statement of a run, as a workbook and as text. */
export interface AgentStatementPaper {
  readonly fileName: string;
  readonly payDate: string;
  readonly sheets: readonly WorkbookSheet[];
  readonly text: string;
  readonly summary: string;
}

/** Makes the statement of an agent. Refuses an agent who is not in the run. */
export async function agentStatement(
  runs: PayRunStore,
  { key, agentId, agencyName }: StatementOrder,
): Promise<AgentStatementPaper | Refused> {
  const computed = await computedRun(runs, key, { agent: agentId, entriesOf: agentId });
  if (isRefused(computed)) return computed;
  const { run, whole, names, adjustments } = computed;
  const settlement = whole.agents.find((agent) => agent.agentId === agentId);
  if (settlement === undefined) return refuse('not_found', 'The agent is not in this pay run.');
  const own = whole.entries.filter(({ party }) => partyId(party) === agentId);
  const [paid, findings] = await Promise.all([
    runs.paidInYear(key, run.paidOn ?? run.payDate),
    runs.findings(
      key.accountId,
      own.map(({ line }) => line),
    ),
  ]);
  const isFinal = isFixed(run);
  const statement: AgentStatement = {
    ...{ agencyName, letterhead: names.letterhead },
    ...{ agentName: names.agents.get(agentId) ?? '', payDate: run.payDate, isFinal, settlement },
    adjustments: adjustments
      .filter((one) => one.agentId === agentId && one.kind !== 'release')
      .map(({ reason, amount }) => ({ reason, amount: money(amount) })),
    yearToDate: (paid.get(agentId) ?? 0) + (isFinal ? 0 : settlement.paid),
    lines: own.map(({ line, amount, why }) => ({
      ...{ line, amount, why, carrierName: names.carriers.get(line.carrierId) ?? '' },
      finding: findings.get(findingKey(line)) ?? null,
    })),
  };
  const slug = statement.agentName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    fileName: `commission-${slug}-${run.payDate}`,
    payDate: run.payDate,
    sheets: statementSheets(statement),
    text: statementText(statement),
    summary: summaryText(statement),
  };
}

export const yearOfPay = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    paid: z.number().describe('By paid runs, by the day of payment.'),
  })
  .meta({ id: 'AgentYear' });
export type AgentYear = Readonly<z.output<typeof yearOfPay>>;
export const AGENT_YEAR_COLUMNS = ['agentId', 'agentName', 'paid'];

/** Lists what each agent was paid in a calendar year, for form 1099-NEC. */
export async function listYear(runs: PayRunStore, accountId: string, year: number): Promise<readonly AgentYear[]> {
  const [paid, names] = await Promise.all([runs.sentInYear(accountId, year), runs.names(accountId)]);
  return [...paid]
    .map(([agentId, amount]) => ({ agentId, agentName: names.agents.get(agentId) ?? '', paid: moneyToDollars(amount) }))
    .sort((a, b) => (a.agentName < b.agentName ? -1 : 1));
}

const sheetDifference = z
  .object({
    agentId: z.string().nullable().describe('Null for a name that belongs to no agent.'),
    agentName: z.string(),
    run: z.number().nullable().describe('Paid by the run; null when the run has nothing for the agent.'),
    sheet: z.number().nullable().describe('The sum of the rows of the sheet; null without one.'),
    difference: z.number().describe('run - sheet.'),
    reasons: z.array(z.string()).readonly().describe('Known parts of the run that may explain it.'),
  })
  .meta({ id: 'SheetDifference' });

export const sheetComparison = z
  .object({
    data: z.array(sheetDifference).readonly().describe('The largest difference first.'),
    totals: z.object({ run: z.number(), sheet: z.number(), difference: z.number() }),
  })
  .meta({ id: 'SheetComparison' });
export type SheetComparison = Readonly<z.output<typeof sheetComparison>>;
export const SHEET_DIFFERENCE_COLUMNS = ['agentId', 'agentName', 'run', 'sheet', 'difference', 'reasons'];

/** Reads the agents of an account with all their names. */
export type ListSheetAgents = (accountId: string) => Promise<readonly SheetAgent[]>;

export interface SheetComparisons {
  readonly runs: PayRunStore;
  readonly listAgents: ListSheetAgents;
  readonly runIsolated: RunIsolated;
}

/** Compares what a run pays with the agency's own sheet, which is not stored. Refuses an unknown run, and a sheet that can't be read. */
export async function compareRunWithSheet(
  { runs, listAgents, runIsolated }: SheetComparisons,
  { key, bytes }: { readonly key: RunKey; readonly bytes: Uint8Array },
): Promise<SheetComparison | Refused> {
  const rows = await runIsolated(key.accountId, { name: 'readComparedSheet', input: { bytes } });
  if (isRefused(rows)) return rows;
  const [computed, agents] = await Promise.all([computedRun(runs, key), listAgents(key.accountId)]);
  if (isRefused(computed)) return computed;
  const found = compareSheet({ rows, agents, settlements: computed.whole.agents });
  const sum = (of: (one: SheetDifference) => Money) =>
    moneyToDollars(found.reduce<Money>((total, one) => total + of(one), 0));
  const inDollars = (amount: Money | null) => (amount === null ? null : moneyToDollars(amount));
  return {
    data: found.map(({ run, sheet, difference, ...one }) => ({
      ...one,
      ...{ run: inDollars(run), sheet: inDollars(sheet), difference: moneyToDollars(difference) },
    })),
    totals: {
      ...{ run: sum(({ run }) => run ?? 0), sheet: sum(({ sheet }) => sheet ?? 0) },
      difference: sum(({ difference }) => difference),
    },
  };
}

/** The pay of one agent by approved runs: statements, balance and years (docs/reference/agent-pay.md#the-agents-own-view). */

const paidStatement = payRunAgent
  .omit({ agentId: true, agentName: true })
  .extend({
    runId: z.string(),
    payDate: z.iso.date(),
    months: z.array(z.string()).readonly().describe('Months received.'),
    isPaid: z.boolean().describe('The money is sent.'),
    paidOn: z.iso.date().nullable(),
  })
  .meta({ id: 'PaidStatement' });

export const agentPay = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    balance: payBalance.describe('After the latest approved run. Advances are part of the debt until they are earned.'),
    years: z
      .array(z.object({ year: z.int(), paid: z.number() }))
      .readonly()
      .describe('By the day of payment, or by the pay date of what is not paid yet; newest first.'),
    statements: z.array(paidStatement).readonly().describe('Of approved runs, newest first.'),
  })
  .meta({ id: 'AgentPay' });
type AgentPay = Readonly<z.output<typeof agentPay>>;

/** Finds the pay of an agent. Refuses an unknown agent; to an agent all others are unknown. */
export async function findAgentPay(
  runs: PayRunStore,
  key: { readonly accountId: string; readonly agentId: string },
): Promise<AgentPay | Refused> {
  const [names, settled] = await Promise.all([runs.names(key.accountId), runs.settledWith(key)]);
  const agentName = names.agents.get(key.agentId);
  if (agentName === undefined) return unknownAgent();
  const years = Map.groupBy(settled, ({ payDate, paidOn }) => Number((paidOn ?? payDate).slice(0, 4)));
  const statements = settled.map((one) => {
    const { agentId: _, agentName: _name, ...amounts } = shownAgent(one, names.agents);
    const { runId, payDate, months, isPaid, paidOn } = one;
    return { runId, payDate, months, isPaid, paidOn, ...amounts };
  });
  return {
    agentId: key.agentId,
    agentName,
    balance: statements[0]?.after ?? { waiting: 0, holdback: 0, debt: 0 },
    years: [...years]
      .map(([year, of]) => ({ year, paid: moneyToDollars(of.reduce<Money>((sum, { paid }) => sum + paid, 0)) }))
      .sort((a, b) => b.year - a.year),
    statements,
  };
}

/** The payables: sums that the agency owes its agents at the moment (docs/reference/agent-pay.md#what-comes-out). */

const amounts = {
  due: z.number().describe('By approved runs that are not paid yet.'),
  waiting: z.number().describe('Below the smallest payment, to be paid by a later run.'),
  holdback: z.number().describe('Held back until it is released.'),
  debt: z.number().describe('What the agent owes: more was taken back than earned, or an advance is not earned yet.'),
  total: z.number().describe('due + waiting + holdback - debt; negative when the agent owes more.'),
};

const agentPayable = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    ...amounts,
    dueSince: z.iso.date().nullable().describe('The pay date of the oldest run with money due.'),
  })
  .meta({ id: 'AgentPayable' });

export const agentPayables = z
  .object({
    data: z.array(agentPayable).readonly().describe('The largest total first.'),
    totals: z.object(amounts).describe('The sums over all agents.'),
  })
  .meta({ id: 'AgentPayables' });
type AgentPayables = Readonly<z.output<typeof agentPayables>>;

const SUMMED = ['due', 'waiting', 'holdback', 'debt', 'total'] as const;
export const PAYABLE_COLUMNS = ['agentId', 'agentName', ...SUMMED, 'dueSince'];
/** The columns of the list that hold dollars. */
export const PAYABLE_MONEY: readonly string[] = SUMMED;

/** The facts that payables are made of, as one moment of the database shows it. */
interface PayableFacts {
  readonly settled: readonly SettledBalance[];
  /** The setup in force as it is stored; null without one. */
  readonly setup: unknown;
  readonly names: ReadonlyMap<string, string>;
}

export type ReadPayables = (accountId: string) => Promise<PayableFacts>;

/** Lists what each agent is owed, with the sums. */
export async function listPayables(read: ReadPayables, accountId: string): Promise<AgentPayables> {
  const { settled, setup, names } = await read(accountId);
  const payables = payablesOf(settled, setup === null ? [] : setupOf(readPaySetup(setup)).agents);
  const sumOf = (name: (typeof SUMMED)[number]) =>
    moneyToDollars(payables.reduce((sum, payable) => sum + payable[name], 0));
  return {
    data: payables.map(({ agentId, dueSince, due, waiting, holdback, debt, total }) => ({
      ...{ agentId, agentName: names.get(agentId) ?? '', dueSince, due: moneyToDollars(due) },
      ...{ waiting: moneyToDollars(waiting), holdback: moneyToDollars(holdback), debt: moneyToDollars(debt) },
      total: moneyToDollars(total),
    })),
    totals: {
      ...{ due: sumOf('due'), waiting: sumOf('waiting'), holdback: sumOf('holdback'), debt: sumOf('debt') },
      total: sumOf('total'),
    },
  };
}
