/**
 * A second implementation of the rules of docs/howto/ask-for-the-money-back.md, in memory and in cents. It shares no code with the
 * service. Its carriers pay each member by the month, name the month of each line, and owe a contracted amount a member and month.
 */

export interface Line {
  readonly member: string;
  readonly cents: number;
  /** The coverage month. */
  readonly month: string;
}

interface Statement {
  readonly period: string;
  readonly lines: readonly Line[];
}

interface Rate {
  readonly id: string;
  readonly from: string;
  readonly cents: number;
}

export interface Carrier {
  readonly name: string;
  /** The statements, in ascending order of their periods. */
  statements: Statement[];
  rates: Rate[];
}

type Kind = 'underpaid' | 'missed_months' | 'wrong_chargeback' | 'double_chargeback';

export interface Claim {
  /** Stays the same when a chargeback turns out to be double. */
  readonly key: string;
  readonly carrier: string;
  readonly member: string;
  readonly period: string;
  readonly kind: Kind;
  /** The coverage months for which a later line may pay the claim. */
  readonly months: readonly string[];
  open: number;
  recovered: number;
  /** The rows that prove the claim, then the rows that paid a part of it. */
  readonly evidence: string[];
}

export const STATES = ['asked', 'answered', 'paid', 'refused'] as const;
export type State = (typeof STATES)[number];

interface DisputeRow {
  readonly key: string;
  readonly member: string;
  readonly period: string;
  readonly asked: number;
  /** The amount recovered before the dispute was opened. */
  readonly before: number;
  /** The claim's evidence at the time when the dispute was opened. */
  readonly evidence: readonly string[];
  open: number;
  recovered: number;
}

export interface Dispute {
  readonly name: string;
  readonly carrier: string;
  /** The state that the agency set. */
  set: State;
  isPaidByStatements: boolean;
  note: string | null;
  readonly rows: readonly DisputeRow[];
}

export type Reply<T> =
  | { readonly status: 200 | 201; readonly dispute: T }
  | { readonly status: 409 | 422; readonly names: readonly string[] };

export interface World {
  readonly carriers: readonly Carrier[];
  /** The disputes, in the order in which they were opened. */
  readonly disputes: Dispute[];
}

/** Returns what is open, by carrier, member, month and kind. */
export function openClaims({ carriers }: Pick<World, 'carriers'>): readonly Claim[] {
  return carriers.flatMap(claimsOf).filter(({ open }) => open > 0);
}

function claimsOf(carrier: Carrier): readonly Claim[] {
  const lines = carrier.statements.flatMap((statement) => statement.lines);
  const members = [...new Set(lines.map(({ member }) => member))].sort();
  return members.flatMap((member) => memberClaims(carrier, member));
}

function memberClaims(carrier: Carrier, member: string): readonly Claim[] {
  const claims: Claim[] = [];
  let lastPay = 0;
  let absent: string[] = [];
  for (const statement of carrier.statements) {
    const { period } = statement;
    const own = rowsOf(statement, member);
    if (own.length === 0) {
      absent.push(period);
      continue;
    }
    const positive = own.filter(({ cents }) => cents >= 0);
    const add = (kind: Kind, open: number, months: readonly string[]) => {
      const key = [carrier.name, member, period, kind.replace(/^(wrong|double)_/, '')].join(' ');
      const proof = key.endsWith('chargeback') ? own.filter(({ cents }) => cents < 0) : positive;
      const evidence = proof.map((row) => evidenceOf(row, row.cents < 0 ? 'charged_back' : 'paid'));
      claims.push({ key, carrier: carrier.name, member, period, kind, months, open, recovered: 0, evidence });
    };
    const owed = owedOf(carrier, statement, member);
    if (owed > 0) add('underpaid', owed, [...new Set(positive.map(({ month }) => month))]);
    const pay = sum(positive.filter(({ month }) => month === period).map(({ cents }) => cents));
    if (pay > 0) {
      const missed = absent.filter((one) => !positive.some(({ month }) => month === one));
      if (missed.length > 0 && lastPay > 0) add('missed_months', missed.length * lastPay, missed);
      lastPay = pay;
      absent = [];
    }
    const [chargeback] = own.filter(({ cents }) => cents < 0);
    if (chargeback !== undefined) {
      const isDouble = isChargedBack(carrier, member, chargeback.month, period);
      add(isDouble ? 'double_chargeback' : 'wrong_chargeback', -chargeback.cents, [chargeback.month]);
    }
  }
  for (const row of carrier.statements.flatMap((statement) => rowsOf(statement, member))) {
    let left = Math.max(row.cents, 0);
    for (const claim of claims) {
      if (claim.period >= row.period || !claim.months.includes(row.month)) continue;
      const paid = Math.min(left, claim.open);
      if (paid > 0) claim.evidence.push(evidenceOf(row, 'recovered'));
      claim.open -= paid;
      claim.recovered += paid;
      left -= paid;
    }
  }
  return claims;
}

interface Row extends Line {
  readonly period: string;
  /** The row number of a spreadsheet, below one row of headers. */
  readonly row: number;
}

function rowsOf({ period, lines }: Statement, member: string): readonly Row[] {
  return lines.map((line, index) => ({ ...line, period, row: index + 2 })).filter((row) => row.member === member);
}

const evidenceOf = ({ period, row, cents }: Row, what: string) => `${period} ${row} ${cents} ${what}`;

/** Returns by how much the month's lines are short of the contracted rate, beyond a cent. */
function owedOf(carrier: Carrier, statement: Statement, member: string): number {
  const paid = rowsOf(statement, member).filter(({ cents }) => cents >= 0);
  const owed = rateOn(carrier, statement.period) - sum(paid.map(({ cents }) => cents));
  return paid.length > 0 && owed > 1 ? owed : 0;
}

/** Returns the sum that the home page asks for: everything owed for a month, whatever was paid later. */
export function owedForMonth({ carriers }: World, period: string): number {
  const owed = carriers.flatMap((carrier) =>
    carrier.statements
      .filter((statement) => statement.period === period)
      .flatMap((statement) =>
        [...new Set(statement.lines.map(({ member }) => member))].map((member) => owedOf(carrier, statement, member)),
      ),
  );
  return sum(owed);
}

/** Returns whether a statement before the period charged the month back and no later one paid it again. */
function isChargedBack(carrier: Carrier, member: string, month: string, before: string): boolean {
  const [last] = carrier.statements
    .filter(({ period }) => period < before)
    .flatMap((statement) => rowsOf(statement, member))
    .filter((row) => row.month === month && row.period !== month)
    .slice(-1);
  return last !== undefined && last.cents < 0;
}

function rateOn({ rates }: Carrier, period: string): number {
  const held = rates.filter(({ from }) => from <= period).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return held.at(-1)?.cents ?? 0;
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export const stateOf = ({ set, isPaidByStatements }: Dispute): State => (isPaidByStatements ? 'paid' : set);

const isClosedByAgency = ({ set }: Dispute) => set === 'paid' || set === 'refused';
const isOpen = (dispute: Dispute) => !isClosedByAgency(dispute) && !dispute.isPaidByStatements;

/** The dispute that holds a claim: an open one, or one that is open again when a statement is taken back. */
export function disputeOf({ disputes }: World, key: string): Dispute | null {
  return disputes.find((one) => !isClosedByAgency(one) && one.rows.some((row) => row.key === key)) ?? null;
}

interface Asked {
  readonly name: string;
  /** Keys of claims; any other text is nobody's claim. */
  readonly keys: readonly string[];
  readonly rows: readonly { readonly carrier: string; readonly member: string; readonly period: string }[];
  readonly note?: string | null;
}

/** POST /v1/disputes. */
export function openDispute(world: World, { name, keys, rows, note = null }: Asked): Reply<Dispute> {
  const open = openClaims(world);
  const named = keys.map((key) => open.filter((claim) => claim.key === key));
  const ofRows = rows.map((row) =>
    open.filter(({ carrier, member, period }) => [carrier, member, period].join() === Object.values(row).join()),
  );
  const faults = [
    ...named.flatMap((found, index) => (found.length === 0 ? [`claimIds[${index}]`] : [])),
    ...ofRows.flatMap((found, index) => (found.length === 0 ? [`rows[${index}]`] : [])),
  ];
  if (faults.length > 0) return { status: 422, names: faults };
  const claims = [...new Set([...named, ...ofRows].flat())];
  const [first] = claims;
  if (first === undefined || claims.some(({ carrier }) => carrier !== first.carrier)) {
    return { status: 422, names: [keys.length > 0 ? 'claimIds' : 'rows'] };
  }
  const taken = claims.flatMap(({ key }) => disputeOf(world, key)?.name ?? []);
  if (taken.length > 0) return { status: 409, names: taken };
  const dispute: Dispute = {
    name,
    carrier: first.carrier,
    set: 'asked',
    isPaidByStatements: false,
    note,
    rows: claims.map((claim) => ({ ...claim, asked: claim.open, before: claim.recovered, recovered: 0 })),
  };
  world.disputes.push(dispute);
  return { status: 201, dispute };
}

/** PATCH /v1/disputes/{disputeId}. */
export function changeDispute(
  dispute: Dispute,
  change: { readonly state?: State; readonly note?: string | null },
): Reply<Dispute> {
  if (change.state === undefined && change.note === undefined) return { status: 422, names: [] };
  const { state = stateOf(dispute) } = change;
  if (state !== stateOf(dispute)) {
    const isForward = isOpen(dispute) && STATES.indexOf(state) > STATES.indexOf(dispute.set);
    if (!isForward) return { status: 409, names: [] };
    dispute.set = state;
  }
  if (change.note !== undefined) dispute.note = change.note;
  return { status: 200, dispute };
}

/** Updates the carrier's disputes as a job does. */
export function followDisputes({ carriers, disputes }: World, name: string): void {
  const claims = carriers.filter((one) => one.name === name).flatMap(claimsOf);
  for (const dispute of disputes.filter((one) => one.carrier === name && !isClosedByAgency(one))) {
    for (const row of dispute.rows) {
      const claim = claims.find(({ key }) => key === row.key);
      row.open = claim?.open ?? 0;
      const paid = (claim?.recovered ?? row.before) - row.before;
      row.recovered = Math.min(Math.max(paid, 0), row.asked);
    }
    dispute.isPaidByStatements =
      dispute.rows.every(({ open }) => open === 0) && dispute.rows.some(({ recovered }) => recovered > 0);
  }
}
