import { readAgentName } from '../agents/agent-name.ts';
import type { Money } from '../money.ts';
import type { FieldError, Refused } from '../problem.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { readNamedColumns } from '../roster/read-roster.ts';
import { readAmount } from '../statement/amount.ts';
import type { StatementSource } from '../statement/source.ts';
import { dollars } from '../wording.ts';
import type { AgentSettlement } from './compose-run.ts';
import { isTotalRow } from './read-pay-sheet.ts';

/** Compares a run with the spreadsheet by which agents were paid before (docs/reference/agent-pay.md#your-sheet-said). */

export interface SheetRow {
  readonly agent: string;
  readonly amount: Money;
}

const SHEET_COLUMNS = ['agent', 'amount'] as const;
const SHEET_NAMES = {
  agent: 'agent agentname name producer producername writingagent payee agentnumber npn',
  amount: 'amount paid pay net netpay total commission payment',
};
const SHEET_ROWS_MAX = 5_000;

/**
 * Reads a sheet of agents and amounts. Blank amounts are zero, and rows of totals are left out. Refuses a sheet
 * without these columns or without a row, and names every amount that can't be read.
 */
export function readComparedSheet(source: StatementSource): readonly SheetRow[] | Refused {
  const found = readNamedColumns(source, {
    ...{ columns: SHEET_COLUMNS, names: SHEET_NAMES },
    isHeader: (has) => has('agent') && has('amount'),
  });
  if (found === null)
    return refuse(
      'validation_error',
      'No row names a column of agents, such as "Agent" or "Name", and one of amounts, such as "Paid" or "Amount".',
    );
  const faults: FieldError[] = [];
  const rows = found.flatMap(({ row, cell, text }): readonly SheetRow[] => {
    const agent = text('agent');
    if (agent === null || isTotalRow(agent)) return [];
    const amount = cell('amount');
    if (amount === null || text('amount') === null) return [{ agent, amount: 0 }];
    const reading = readAmount(amount, { decimal: '.', creditDebitMark: 'ignore' });
    if (reading.ok) return [{ agent, amount: reading.amount }];
    faults.push({ field: `row ${row}`, detail: `has an amount that ${reading.problem}` });
    return [];
  });
  if (faults.length > 0) return refuseFields(faults);
  if (rows.length === 0) return refuse('validation_error', 'The sheet has no row below its header.');
  if (rows.length > SHEET_ROWS_MAX)
    return refuse('validation_error', `The sheet has more than ${SHEET_ROWS_MAX.toLocaleString('en-US')} rows.`);
  return rows;
}

/** An agent with the names and numbers of statements. */
export interface SheetAgent {
  readonly agentId: string;
  readonly name: string;
  readonly texts: readonly string[];
}

export interface SheetDifference {
  /** Null for a name that belongs to no agent. */
  readonly agentId: string | null;
  readonly agentName: string;
  /** Paid by the run; null when the run has nothing for the agent. */
  readonly run: Money | null;
  readonly sheet: Money | null;
  readonly difference: Money;
  readonly reasons: readonly string[];
}

export interface SheetOrder {
  readonly rows: readonly SheetRow[];
  readonly agents: readonly SheetAgent[];
  readonly settlements: readonly AgentSettlement[];
}

/** Returns a row for each agent of the run and of the sheet: differences first, the largest at the top. Rows of one agent add up. */
export function compareSheet({ rows, agents, settlements }: SheetOrder): readonly SheetDifference[] {
  const find = agentFinder(agents);
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]));
  const sheet = new Map<string, { agentId: string | null; name: string; amount: Money }>();
  for (const { agent, amount } of rows) {
    const agentId = find(agent);
    const key = agentId ?? `name ${agent.toLowerCase()}`;
    const known = sheet.get(key);
    if (known === undefined) sheet.set(key, { agentId, name: names.get(agentId ?? '') ?? agent, amount });
    else known.amount += amount;
  }
  const paid = new Map(settlements.map((settlement) => [settlement.agentId, settlement]));
  const inRun = settlements.map((settlement) => {
    const { agentId } = settlement;
    const said = sheet.get(agentId);
    return differenceOf({ agentId, name: names.get(agentId) ?? '', settlement, sheet: said?.amount ?? null });
  });
  const onlySheet = [...sheet.values()].flatMap(({ agentId, name, amount }) =>
    agentId !== null && paid.has(agentId) ? [] : [differenceOf({ agentId, name, settlement: null, sheet: amount })],
  );
  return [...inRun, ...onlySheet].toSorted(
    (a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.agentName < b.agentName ? -1 : 1),
  );
}

/** Finds an agent by a name or number of statements in any case, else by the words of the name if one agent has them. */
function agentFinder(agents: readonly SheetAgent[]): (text: string) => string | null {
  const byText = new Map<string, string>();
  const byWords = new Map<string, Set<string>>();
  for (const { agentId, name, texts } of agents)
    for (const text of [name, ...texts]) {
      byText.set(text.toLowerCase(), agentId);
      const words = readAgentName(text)?.key;
      if (words !== undefined) byWords.set(words, (byWords.get(words) ?? new Set()).add(agentId));
    }
  return (text) => {
    const [only, ...more] = byWords.get(readAgentName(text)?.key ?? '') ?? [];
    return byText.get(text.trim().toLowerCase()) ?? (more.length === 0 ? (only ?? null) : null);
  };
}

interface Compared {
  readonly agentId: string | null;
  readonly name: string;
  readonly settlement: AgentSettlement | null;
  readonly sheet: Money | null;
}

function differenceOf({ agentId, name, settlement, sheet }: Compared): SheetDifference {
  const run = settlement?.paid ?? null;
  const difference = (run ?? 0) - (sheet ?? 0);
  const reasons = difference === 0 ? [] : reasonsFor({ agentId, settlement, sheet, difference });
  return { agentId, agentName: name, run, sheet, difference, reasons };
}

function reasonsFor({
  agentId,
  settlement,
  sheet,
  difference,
}: Omit<Compared, 'name'> & { readonly difference: Money }): readonly string[] {
  if (settlement === null)
    return [agentId === null ? 'No agent has this name or number.' : 'The run has nothing for the agent.'];
  const { before, after } = settlement;
  const parts: readonly (readonly [string, Money])[] = [
    ['Taken back', settlement.takenBack],
    ['Adjustments', settlement.adjustments],
    ['Advance', settlement.advance],
    ['Held back', -settlement.heldBack],
    ['Released from what was held back', settlement.released],
    ['Debt paid off', -settlement.recovered],
    ['Carried from before', before.waiting],
    ['Carried to the next run', -after.waiting],
  ];
  const known = parts
    .filter(([, amount]) => amount !== 0)
    .toSorted(([, a], [, b]) => Number(b === difference) - Number(a === difference))
    .map(([what, amount]) => `${what}: ${dollars(amount)}${amount === difference ? ', exactly the difference' : ''}.`);
  return sheet === null ? ['The sheet does not have the agent.', ...known] : known;
}
