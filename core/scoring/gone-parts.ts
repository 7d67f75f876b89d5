import { foldText, singleSpaced } from '../folded-text.ts';
import { addMoney, type Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { dollars, quoted } from '../wording.ts';
import {
  addToRecord,
  isSameCoverage,
  type MemberMonth,
  newRecord,
  type PolicyRecord,
  type RecordDraft,
  type ScorableLine,
} from './member-month.ts';
import { regularLines } from './regular-pay.ts';

/** The parts of a policy's pay, by coverage and by agent, and the parts that are gone from one statement to the next. */

/** A policy, or one coverage of it, with all fields that determine its expected pay. */
export type RatedPart = Pick<
  PolicyRecord,
  'planCode' | 'planName' | 'productType' | 'state' | 'effectiveDate' | 'premium' | 'lives' | 'monthsPaid' | 'paid'
>;

/**
 * Splits a policy into its paid coverages, such as medical and dental, in the order of their first lines. Lines with equal plans and
 * product types form a coverage, and a blank equals any value. A policy with a single coverage is returned as it is.
 */
export function policyCoverages(record: PolicyRecord): readonly RatedPart[] {
  if (record.lines.length === 1) return [record];
  const coverages: RecordDraft[] = [];
  for (const line of record.lines) {
    if (line.amount < 0) continue;
    const known = coverages.find((coverage) => isSameCoverage(coverage, line));
    if (known === undefined) coverages.push(newRecord(line));
    else addToRecord(known, line);
  }
  if (coverages.length < 2) return [record];
  for (const coverage of coverages) {
    coverage.state ??= record.state;
    coverage.effectiveDate ??= record.effectiveDate;
  }
  return coverages;
}

/** A coverage of a member who has several, such as medical and dental, with its regular pay. */
interface PaidCoverage extends CoverageName {
  readonly amount: Money;
}
/** The fields of `MemberHistory` that this module reads and makes. */
interface CoverageHistory {
  readonly partsPaid: readonly string[];
  readonly paidMonths: number;
}
type CoverageName = Pick<ScorableLine, 'planCode' | 'planName' | 'productType'>;

/** Maximum number of coverages that are stored. */
const COVERAGES_MAX = 8;
const NONE: readonly never[] = [];
/** The separator between the fields of an encoded coverage, which contain no tabs. */
const SEPARATOR = '\t';

/** Encodes the regular pay of each coverage for `MemberHistory`. Returns none for a member with a single coverage. */
export function paidCoverages(month: MemberMonth, kindOf: LineKindOf): readonly string[] {
  if (month.lineCount === 1 || !hasSeveral(month)) return NONE;
  const regular = regularLines(month, kindOf);
  const amounts = new Map<string, Money>();
  for (const record of month.records) {
    const lines = record.lines.filter((line) => regular.has(line));
    if (lines.length === 0) continue;
    const coverages = policyCoverages({ ...record, lines });
    for (const { planCode, planName, productType, paid } of coverages) {
      const key = [planCode, planName, productType].map((text) => singleSpaced(text ?? '')).join(SEPARATOR);
      amounts.set(key, addMoney(amounts.get(key) ?? 0, coverages.length === 1 ? sumOf(lines) : paid));
    }
  }
  if (amounts.size < 2 || amounts.size > COVERAGES_MAX) return NONE;
  return [...amounts].map(([key, amount]) => `${amount}${SEPARATOR}${key}`).sort();
}

function hasSeveral({ records }: MemberMonth): boolean {
  let first: ScorableLine | undefined;
  for (const { lines } of records) {
    for (const line of lines) {
      first ??= line;
      const { planCode, planName, productType } = first;
      if (line.planCode !== planCode || line.planName !== planName || line.productType !== productType) return true;
    }
  }
  return false;
}

function sumOf(lines: readonly ScorableLine[]): Money {
  let sum: Money = 0;
  for (const { amount } of lines) sum = addMoney(sum, amount);
  return sum;
}

function paidCoverageFrom(stored: string): PaidCoverage {
  const [amount, planCode, planName, productType] = stored.split(SEPARATOR);
  return {
    amount: Number(amount),
    planCode: planCode || null,
    planName: planName || null,
    productType: productType || null,
  };
}

/** Returns whether a line pays for a coverage that the member had on the statement before. */
export function wasPaid({ history, profile }: Paid, line: ScorableLine): boolean {
  const before = coveragesBefore(history).map(paidCoverageFrom);
  return (before.length === 0 ? [profile] : before).some((coverage) => isSameCoverage(coverage, line));
}

/** The fields of a member's earlier row that name its coverages. */
interface Paid {
  readonly history: Pick<CoverageHistory, 'partsPaid'>;
  readonly profile: CoverageName;
}

/**
 * Returns coverages that were paid before and have no line now, the best paid first. Returns none if no earlier coverage is left. A line of
 * a new plan may replace a coverage, unless both product types are known and differ.
 */
function goneCoverages(stored: readonly string[], { records }: MemberMonth): readonly PaidCoverage[] {
  const before = stored.map(paidCoverageFrom);
  const lines = records.flatMap((record) => record.lines);
  const gone = before.filter((coverage) => !lines.some((line) => isSameCoverage(coverage, line)));
  if (gone.length === 0 || gone.length === before.length) return NONE;
  const added = lines.filter((line) => !before.some((coverage) => isSameCoverage(coverage, line)));
  return gone
    .filter((coverage) => !added.some((line) => mayTakePlaceOf(coverage, line)))
    .sort((one, other) => other.amount - one.amount);
}

function mayTakePlaceOf({ productType: before }: CoverageName, { productType: now }: CoverageName): boolean {
  return before === null || now === null || foldText(before) === foldText(now);
}

/** Returns the encoded coverages of a member's latest regular pay; none for a single coverage. */
function coveragesBefore({ partsPaid }: Pick<CoverageHistory, 'partsPaid'>): readonly string[] {
  return partsPaid.filter((part) => !isAgentShare(part));
}

/** Returns a clause about missing coverages, as the reason for less pay; null if none is missing, or if the numbers of months differ. */
export function goneCoverageClause(before: CoverageHistory, now: CoverageHistory, month: MemberMonth): string | null {
  const stored = coveragesBefore(before);
  if (stored.length === 0 || before.paidMonths !== now.paidMonths) return null;
  const [first, second, ...others] = goneCoverages(stored, month);
  if (first === undefined) return null;
  const types = stored.map((text) => foldText(paidCoverageFrom(text).productType ?? ''));
  const named = (coverage: PaidCoverage) => `${nameOf(coverage, types)} line (${dollars(coverage.amount)})`;
  if (second === undefined) return `the ${named(first)} is not on this statement`;
  const both = `the ${named(first)} and the ${named(second)}`;
  if (others.length === 0 && both.length <= BOTH_MAX) return `${both} are not on this statement`;
  const count = others.length + 1;
  return `the ${named(first)} and ${count} other${count === 1 ? '' : 's'} are not on this statement`;
}

/** Returns whether a member's latest regular pay is for several coverages. Their rates differ, so that their sum has none. */
export function hasCoverages(history: CoverageHistory): boolean {
  return coveragesBefore(history).length > 1;
}

/** Returns a clause about the only coverage that is paid less than before; null if none or several are, or if the coverages differ. */
export function lessCoverageClause(before: CoverageHistory, now: CoverageHistory): string | null {
  const stored = coveragesBefore(before);
  const amounts = new Map(coveragesBefore(now).map((text) => [keyOf(text), paidCoverageFrom(text).amount]));
  if (stored.length !== amounts.size || before.paidMonths !== now.paidMonths) return null;
  const less = stored.flatMap((text) => {
    const coverage = paidCoverageFrom(text);
    const is = amounts.get(keyOf(text)) ?? coverage.amount;
    return is < coverage.amount ? [{ coverage, is }] : [];
  });
  const [only, ...others] = less;
  if (only === undefined || others.length > 0) return null;
  const types = stored.map((text) => foldText(paidCoverageFrom(text).productType ?? ''));
  return `the ${nameOf(only.coverage, types)} line is ${dollars(only.is)}, was ${dollars(only.coverage.amount)}`;
}

/** Returns the encoded name of an encoded coverage. */
const keyOf = (stored: string) => stored.slice(stored.indexOf(SEPARATOR));

/** Maximum number of characters for two names of coverages, so that the sentence stays short. */
const BOTH_MAX = 80;

/** Returns the name of a coverage: its product type, or its plan if several coverages have this type. */
function nameOf({ planCode, planName, productType }: PaidCoverage, types: readonly string[]): string {
  const plan = planName ?? planCode;
  const isOnlyOne = productType !== null && types.filter((type) => type === foldText(productType)).length === 1;
  const name = isOnlyOne ? productType : (plan ?? productType ?? '');
  return SHORT_CODE.test(name) ? name : quoted(name);
}

/** Matches a short code, which is written without quotation marks. */
const SHORT_CODE = /^\p{L}[\p{L}\p{N}-]{0,11}$/u;

type Agent = Pick<ScorableLine, 'agentId' | 'agentName'>;
/** The fields of `MemberHistory` that this module reads. */
interface ShareHistory {
  readonly partsPaid: readonly string[];
  readonly paidMonths: number;
}
/** The share of one of several agents in a month's regular pay. */
interface AgentShare extends Agent {
  readonly amount: Money;
}

/** Maximum number of agents whose shares are stored. */
const AGENTS_MAX = 8;
/** The beginning of an encoded share. Coverages are in the same list, and begin with an amount. */
const AGENT_PREFIX = 'agent';

/** Encodes the share of each agent for `MemberHistory`. Returns none for a single agent, and if a line names no agent. */
export function paidAgents(month: MemberMonth, kindOf: LineKindOf): readonly string[] {
  if (month.lineCount === 1 || !hasSeveralAgents(month)) return NONE;
  const shares: (Agent & { amount: Money })[] = [];
  for (const { amount, agentId, agentName } of regularLines(month, kindOf)) {
    if (agentId === null && agentName === null) return NONE;
    const known = shares.find((share) => isSameAgent(share, { agentId, agentName }));
    if (known === undefined) shares.push({ amount, agentId, agentName });
    else known.amount = addMoney(known.amount, amount);
  }
  if (shares.length < 2 || shares.length > AGENTS_MAX) return NONE;
  return shares
    .map(({ amount, agentId, agentName }) =>
      [AGENT_PREFIX, amount, singleSpaced(agentId ?? ''), singleSpaced(agentName ?? '')].join(SEPARATOR),
    )
    .sort();
}

function hasSeveralAgents({ records }: MemberMonth): boolean {
  const first = records[0]?.lines[0];
  return records.some(({ lines }) =>
    lines.some((line) => line.agentId !== first?.agentId || line.agentName !== first?.agentName),
  );
}

/** Returns whether an encoded text is an agent's share; otherwise it is a coverage. */
function isAgentShare(stored: string): boolean {
  return stored.startsWith(`${AGENT_PREFIX}${SEPARATOR}`);
}

function shareFrom(stored: string): AgentShare {
  const [, amount, agentId, agentName] = stored.split(SEPARATOR);
  return { amount: Number(amount), agentId: agentId || null, agentName: agentName || null };
}

/**
 * Returns a sentence about agents who were paid before and have no line now (docs/reference/signals.md#an-agent-who-leaves-a-split). Null
 * if none is gone, if the numbers of months differ, and if a line names a new agent or none, because it may be the missing share.
 */
export function goneAgents(
  before: ShareHistory,
  now: ShareHistory,
  { month: { records }, recordOfAgent }: { readonly month: MemberMonth; readonly recordOfAgent: RecordOfAgent },
): string | null {
  const shares = before.partsPaid.filter(isAgentShare).map(shareFrom);
  if (shares.length === 0 || before.paidMonths !== now.paidMonths) return null;
  const lines = records.flatMap((record) => record.lines);
  if (!lines.every((line) => shares.some((share) => isSameAgent(share, line, recordOfAgent)))) return null;
  const [first, ...others] = shares
    .filter((share) => !lines.some((line) => isSameAgent(share, line, recordOfAgent)))
    .sort((one, other) => other.amount - one.amount);
  if (first === undefined) return null;
  const agent = `agent ${quoted(first.agentName ?? first.agentId ?? '')} (${dollars(first.amount)})`;
  if (others.length === 0) return `The line of ${agent} is not on this statement.`;
  const more = others.length === 1 ? 'one other' : `${others.length} others`;
  return `The lines of ${agent} and ${more} are not on this statement.`;
}

/** The agents of an agency, as far as the names and numbers of statements belong to a record (docs/reference/agents.md#whose-a-row-is). */

interface NamedAgent {
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** Returns the id of the record that a row with this number and name belongs to; null without one. */
export type RecordOfAgent = (agent: NamedAgent) => string | null;

/** A name or number of an agent, in lower case. */
export interface KnownAgentText {
  readonly kind: 'name' | 'number';
  readonly folded: string;
  readonly agentId: string;
}

/** Makes the rule whose a row is, for the statements of one carrier: the record of the number, else that of the name. */
export function recordsOfAgents(texts: readonly KnownAgentText[]): RecordOfAgent {
  if (texts.length === 0) return NO_RECORDS;
  const records = new Map(texts.map(({ kind, folded, agentId }) => [`${kind} ${folded}`, agentId]));
  const find = (kind: KnownAgentText['kind'], text: string | null) =>
    text === null ? undefined : records.get(`${kind} ${text.toLowerCase()}`);
  return ({ agentId, agentName }) => find('number', agentId) ?? find('name', agentName) ?? null;
}

/** The rule of an agency without records. */
export const NO_RECORDS: RecordOfAgent = () => null;

/** Returns whether two rows name one agent: by the record where both have one, else by the number, else by the name. */
export function isSameAgent(one: NamedAgent, other: NamedAgent, recordOf: RecordOfAgent = NO_RECORDS): boolean {
  const [first, second] = [recordOf(one), recordOf(other)];
  if (first !== null && second !== null) return first === second;
  if (one.agentId !== null && other.agentId !== null) return foldText(one.agentId) === foldText(other.agentId);
  return one.agentName !== null && other.agentName !== null && foldText(one.agentName) === foldText(other.agentName);
}
