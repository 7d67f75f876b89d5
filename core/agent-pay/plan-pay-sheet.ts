import { readAgentName } from '../agents/agent-name.ts';
import type { Money } from '../money.ts';
import { dollars } from '../wording.ts';
import type { PaySheetRow } from './read-pay-sheet.ts';

/** Decides what each row of a sheet of agents changes (docs/reference/agent-pay.md#import-a-sheet). */

export const PAY_SHEET_STATES = ['new', 'changed', 'same', 'faulty'] as const;
type PaySheetState = (typeof PAY_SHEET_STATES)[number];

/** Shares of commission in per cent. */
export interface SheetShares {
  readonly firstYear: number;
  readonly renewal: number;
}

/** The fields of an agent's record that a sheet can change. */
export interface SheetAgentFields {
  readonly agentId: string;
  readonly name: string;
  readonly npn: string | null;
  readonly email: string | null;
  readonly uplineId: string | null;
  readonly taxFormOn: string | null;
}

/** An agent whom the account has, with the terms of today. */
export interface SheetKnownAgent extends SheetAgentFields {
  readonly isHouse: boolean;
  /** Names on statements. */
  readonly texts: readonly string[];
  /** The shares, when one plan with nothing else counts in all months. */
  readonly shares: SheetShares | null;
  readonly opening: Money;
  /** True after an approved run settled with the agent: the opening balance no longer counts. */
  readonly isSettled: boolean;
  /** True when the terms have an upline by month, which wins over that of the record. */
  readonly hasDatedUplines: boolean;
}

/** A row with what it changes. */
export interface PlannedPayRow {
  readonly sheet: PaySheetRow;
  readonly state: PaySheetState;
  /** The agent of the row; for a new agent the id that it gets. Null for a faulty row. */
  readonly agentId: string | null;
  readonly isNew: boolean;
  /** The changes in words. */
  readonly changes: readonly string[];
  /** Why the row can't be taken, in words. */
  readonly detail: string | null;
  /** The record as it will be; null when it stays. */
  readonly record: SheetAgentFields | null;
  /** New shares; null when they stay. */
  readonly shares: SheetShares | null;
  /** The new opening balance; null when it stays. */
  readonly opening: Money | null;
}

export interface PaySheetOrder {
  readonly rows: readonly PaySheetRow[];
  readonly known: readonly SheetKnownAgent[];
  readonly newId: () => string;
  /** The day for a tax form that is on file since nobody knows when. */
  readonly today: string;
}

/** Plans all rows. Two rows of one agent are both faulty, and so are rows whose uplines lead back to the same agent. */
export function planPaySheet({ rows, known, newId, today }: PaySheetOrder): readonly PlannedPayRow[] {
  const find = agentFinder(known);
  const targets = rows.map((sheet) => targetOf(sheet, find, newId));
  const findAny = agentFinder([...known, ...targets.flatMap(({ agent }) => (agent?.isNew === true ? [agent] : []))]);
  const claims = Map.groupBy(targets, ({ agent }) => (agent === null ? null : claimOf(agent)));
  const numbers = Map.groupBy(rows, ({ npn }) => npn);
  const planned = targets.map(({ sheet, agent, detail }) => {
    if (agent === null) return faulty(sheet, detail);
    if ((claims.get(claimOf(agent))?.length ?? 0) > 1)
      return faulty(sheet, 'Another row of the sheet is the same agent.');
    if (sheet.npn !== null && (numbers.get(sheet.npn)?.length ?? 0) > 1)
      return faulty(sheet, 'Another row of the sheet has the same NPN.');
    return planRow(sheet, agent, { findAny, today });
  });
  return withoutCircles(planned, known);
}

interface Target extends SheetKnownAgent {
  readonly isNew: boolean;
}

type Found = SheetKnownAgent | 'several' | null;
type FindAgent = (wanted: { readonly npn: string | null; readonly name: string | null }) => Found;

/** Finds agents by NPN, else by the words of a name if one agent has them. */
function agentFinder(agents: readonly SheetKnownAgent[]): FindAgent {
  const byNpn = new Map(agents.map((agent) => [agent.npn, agent]));
  const byWords = new Map<string, Set<SheetKnownAgent>>();
  for (const agent of agents)
    for (const text of [agent.name, ...agent.texts]) {
      const key = wordsOf(text);
      byWords.set(key, (byWords.get(key) ?? new Set()).add(agent));
    }
  return ({ npn, name }) => {
    const numbered = npn === null ? undefined : byNpn.get(npn);
    if (numbered !== undefined) return numbered;
    const [only = null, ...more] = byWords.get(wordsOf(name ?? '')) ?? [];
    return more.length > 0 ? 'several' : only;
  };
}

const wordsOf = (name: string) => readAgentName(name)?.key ?? name.toLowerCase();
/** New agents have different ids, so rows of one new agent are found by its words. */
const claimOf = (agent: Target) => (agent.isNew ? `new ${wordsOf(agent.name)}` : agent.agentId);

interface RowTarget {
  readonly sheet: PaySheetRow;
  readonly agent: Target | null;
  readonly detail: string;
}

function targetOf(sheet: PaySheetRow, find: FindAgent, newId: () => string): RowTarget {
  const { npn, name, fault } = sheet;
  if (fault !== null || name === null) return { sheet, agent: null, detail: `The row ${fault ?? 'names nobody'}.` };
  const found = find({ npn, name });
  if (found === 'several')
    return { sheet, agent: null, detail: 'More than one agent has this name. Add the NPN, or join their records.' };
  if (found === null) return { sheet, agent: newAgent(newId(), name, npn), detail: '' };
  if (npn !== null && found.npn !== null && found.npn !== npn)
    return { sheet, agent: null, detail: `${found.name} has the NPN ${found.npn}.` };
  return { sheet, agent: { ...found, isNew: false }, detail: '' };
}

function newAgent(agentId: string, name: string, npn: string | null): Target {
  return {
    ...{ agentId, name, npn, email: null, uplineId: null, taxFormOn: null, isHouse: false, texts: [], isNew: true },
    ...{ shares: null, opening: 0, isSettled: false, hasDatedUplines: false },
  };
}

function planRow(
  sheet: PaySheetRow,
  agent: Target,
  { findAny, today }: { readonly findAny: FindAgent; readonly today: string },
): PlannedPayRow {
  const upline = sheet.upline === null ? null : findAny({ npn: sheet.upline, name: sheet.upline });
  if (sheet.upline !== null && upline === null)
    return faulty(sheet, `Neither the sheet nor the records have the upline "${sheet.upline.slice(0, 100)}".`);
  if (upline === 'several')
    return faulty(sheet, `More than one agent could be the upline "${sheet.upline?.slice(0, 100)}". Write its NPN.`);
  const { agentId, name } = agent;
  const record: SheetAgentFields = {
    ...{ agentId, name, npn: sheet.npn ?? agent.npn, email: sheet.email ?? agent.email },
    uplineId: upline?.agentId ?? agent.uplineId,
    taxFormOn: sheet.taxForm === true ? (agent.taxFormOn ?? today) : (sheet.taxForm ?? agent.taxFormOn),
  };
  const shares = sheetShares(sheet);
  const newShares = shares !== null && isSame(shares, agent.shares) ? null : shares;
  const opening = sheet.opening === agent.opening ? null : sheet.opening;
  if (agent.hasDatedUplines && record.uplineId !== agent.uplineId)
    return faulty(sheet, 'The agent has uplines by month. Change them on the page of plans.');
  if (agent.isHouse && newShares !== null)
    return faulty(sheet, "The agent is the agency's own account, which keeps all and has no plan.");
  if (agent.isSettled && opening !== null)
    return faulty(sheet, 'A run has settled with the agent already. Add an adjustment to a run instead.');
  const changes = [
    ...(agent.isNew ? ['New agent'] : []),
    ...(record.npn === agent.npn ? [] : [`NPN ${record.npn}`]),
    ...(record.email === agent.email ? [] : [`Email ${record.email}`]),
    ...(record.uplineId === agent.uplineId ? [] : [`Upline ${upline?.name ?? ''}`]),
    ...(record.taxFormOn === agent.taxFormOn ? [] : [`Tax form on file since ${record.taxFormOn}`]),
    ...(newShares === null ? [] : [`Plan ${sharesInWords(newShares)}`]),
    ...(opening === null ? [] : [openingInWords(opening)]),
  ];
  return {
    ...{ sheet, agentId, isNew: agent.isNew, changes, detail: null, shares: newShares, opening },
    state: agent.isNew ? 'new' : changes.length === 0 ? 'same' : 'changed',
    record: changes.length === 0 ? null : record,
  };
}

function faulty(sheet: PaySheetRow, detail: string): PlannedPayRow {
  const nothing = { agentId: null, isNew: false, changes: [], record: null, shares: null, opening: null };
  return { sheet, state: 'faulty', detail, ...nothing };
}

function sheetShares({ firstYear, renewal }: PaySheetRow): SheetShares | null {
  return firstYear === null || renewal === null ? null : { firstYear, renewal };
}

function isSame(one: SheetShares, other: SheetShares | null): boolean {
  return one.firstYear === other?.firstYear && one.renewal === other.renewal;
}

/** Names a plan by its shares: "60 % first year, 70 % renewal". */
export function sharesInWords({ firstYear, renewal }: SheetShares): string {
  return firstYear === renewal ? `${firstYear} %` : `${firstYear} % first year, ${renewal} % renewal`;
}

function openingInWords(opening: Money): string {
  if (opening === 0) return 'No opening balance';
  return opening < 0
    ? `Opening balance: the agent owes ${dollars(-opening)}`
    : `Opening balance: the agent is owed ${dollars(opening)}`;
}

function withoutCircles(
  planned: readonly PlannedPayRow[],
  known: readonly SheetKnownAgent[],
): readonly PlannedPayRow[] {
  const uplines = new Map(known.map(({ agentId, uplineId }) => [agentId, uplineId]));
  for (const { record } of planned) if (record !== null) uplines.set(record.agentId, record.uplineId);
  const isInCircle = (agentId: string) => {
    const seen = new Set<string>();
    let above = uplines.get(agentId) ?? null;
    while (above !== null && above !== agentId && !seen.has(above)) {
      seen.add(above);
      above = uplines.get(above) ?? null;
    }
    return above === agentId;
  };
  return planned.map((row) =>
    row.record !== null && isInCircle(row.record.agentId)
      ? faulty(row.sheet, 'The uplines lead back to the same agent.')
      : row,
  );
}
