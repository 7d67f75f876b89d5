import { type Carrier, type Joined, type Line, type ListedPolicy, normal, type World } from './policies-model.ts';

/** A second implementation of the report of docs/howto/compare-with-your-book-of-business.md. */

export const KINDS = [
  'sold_never_paid',
  'active_but_dropped',
  'paid_not_listed',
  'ended_but_paid',
  'other_agent',
  'other_rate',
  'other_premium',
  'other_lives',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Finding {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly kind: Kind;
  readonly policyId: string;
  readonly lastPeriod: string | null;
  readonly lastAmount: number | null;
  readonly listed: string | null;
  readonly onStatement: string | null;
  readonly possibleMatch: string | null;
}

export interface ComparedList {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly compared: boolean;
  readonly listed: number;
  readonly active: number;
  readonly paid: number;
  readonly waiting: number;
}

export interface Report {
  readonly period: string | null;
  readonly lists: readonly ComparedList[];
  readonly findings: readonly Finding[];
}

interface Book {
  readonly carrier: Carrier;
  readonly workspaceId: string;
  /** The lines of each period up to `period`, in ascending order. */
  readonly months: ReadonlyMap<string, readonly Line[]>;
  readonly period: string;
  readonly joined: readonly Joined[];
}

export const statementKey = (carrierId: string, workspaceId: string, period: string) =>
  [carrierId, workspaceId, period].join(' ');

export function report(
  world: World,
  asked: { readonly period?: string; readonly carrierId?: string; readonly workspaceId?: string },
): Report {
  const books = new Map(
    world.policies
      .filter((one) => asked.carrierId === undefined || one.carrierId === asked.carrierId)
      .filter((one) => asked.workspaceId === undefined || one.workspaceId === asked.workspaceId)
      .map((one) => [`${one.carrierId} ${one.workspaceId} `, one]),
  );
  const periods = [...world.statements.keys()].flatMap((key) =>
    [...books.keys()].filter((book) => key.startsWith(book)).map((book) => key.slice(book.length)),
  );
  const period = asked.period ?? periods.toSorted().at(-1) ?? null;
  if (period === null) return { period, lists: [], findings: [] };
  const compared = [...books.values()].flatMap(({ carrierId, workspaceId }) => {
    const carrier = world.carriers.find((one) => one.carrierId === carrierId);
    return carrier === undefined ? [] : [compareBook(world, { carrier, workspaceId, period })];
  });
  return { period, lists: compared.map(({ list }) => list), findings: compared.flatMap(({ findings }) => findings) };
}

/** The listed policies of an id. */
interface Entry {
  readonly id: string;
  readonly policies: readonly ListedPolicy[];
}

function monthsOf(world: World, { carrier, workspaceId, period }: Omit<Book, 'months' | 'joined'>): Book['months'] {
  const book = statementKey(carrier.carrierId, workspaceId, '');
  const keys = [...world.statements.keys()].filter((key) => key.startsWith(book) && key <= book + period).sort();
  return new Map(keys.map((key) => [key.slice(book.length), world.statements.get(key) ?? []]));
}

function entriesOf(book: Book, policies: readonly ListedPolicy[]): readonly Entry[] {
  const byId = new Map<string, ListedPolicy[]>();
  for (const one of policies) {
    if (one.carrierId !== book.carrier.carrierId || one.workspaceId !== book.workspaceId) continue;
    const key = book.months.has(book.period) ? idKey(book.carrier, one.policyId) : normal(one.policyId);
    byId.set(key, [...(byId.get(key) ?? []), one]);
  }
  return [...byId].map(([id, own]) => ({ id, policies: own }));
}

export const idKey = ({ stripsZeros }: Carrier, id: string) =>
  stripsZeros ? normal(id).replace(/^0+(?=.)/u, '') : normal(id);

/** The member that an id belongs to. */
export function memberOf(
  { carrier, workspaceId, joined }: Pick<Book, 'carrier' | 'workspaceId' | 'joined'>,
  id: string,
): string {
  const own = joined.find(
    (one) =>
      one.carrierId === carrier.carrierId &&
      one.workspaceId === workspaceId &&
      idKey(carrier, one.externalId) === idKey(carrier, id),
  );
  return idKey(carrier, own?.member ?? id);
}

/** Returns the state of an id: active when any of its policies is active, ended when all are ended. */
function stateOf({ policies }: Entry, period: string): 'active' | 'ended' | 'else' {
  const states = policies.map((one) => {
    if (one.termDate !== null && one.termDate.slice(0, 7) < period) return 'ended';
    if (one.status === 'pending') return 'else';
    if (one.effectiveDate !== null && one.effectiveDate.slice(0, 7) > period) return 'else';
    return one.status === 'ended' && one.termDate === null ? 'ended' : 'active';
  });
  if (states.includes('active')) return 'active';
  return states.every((state) => state === 'ended') ? 'ended' : 'else';
}

/** The month's lines of one member. */
const memberLines = (book: Book, member: string, period: string) =>
  (book.months.get(period) ?? []).filter((line) => memberOf(book, line.member) === member);

const membersOf = (book: Book, lines: readonly Line[]) => [
  ...new Set(lines.map(({ member }) => memberOf(book, member))),
];

/** The months in which a member is present. A chargeback after a month without the member does not make it present. */
function presentMonths(book: Book, member: string): readonly string[] {
  const present: string[] = [];
  let isAbsent = false;
  for (const period of book.months.keys()) {
    const lines = memberLines(book, member, period);
    if (lines.length === 0) isAbsent ||= present.length > 0;
    else if (!isAbsent || lines.some(({ cents }) => cents >= 0)) {
      present.push(period);
      isAbsent = false;
    }
  }
  return present;
}

const net = (lines: readonly Line[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

/** Makes a test of whether a line has the entry's id or policy number as its policy number. */
function hasNumberOf({ policies }: Entry): (line: Line) => boolean {
  const ids = policies.flatMap(({ policyId, policyNumber }) => [policyId, policyNumber ?? policyId]);
  const numbers = new Set(ids.map(normal));
  return ({ policy }) => policy !== null && numbers.has(normal(policy));
}

/** The present members of the entry: the member with the listed id, otherwise the members with one of its policy numbers. */
function presentMembers(book: Book, entry: Entry): readonly string[] {
  const present = presentIn(book);
  const member = memberOf(book, entry.id);
  if (present.includes(member)) return [member];
  const numbered = membersOf(book, (book.months.get(book.period) ?? []).filter(hasNumberOf(entry)));
  return present.filter((member) => numbered.includes(member));
}

/** Stands for a last period that the model leaves open: that of the policy number or that of its member. */
export const SOME_PERIOD = 'some';

/** The last month and amount of an id that the period does not have. */
function lastSeen(book: Book, entry: Entry): Pick<Finding, 'lastPeriod' | 'lastAmount'> | null {
  const member = memberOf(book, entry.id);
  const lastPeriod = presentMonths(book, member).at(-1);
  if (lastPeriod !== undefined) return { lastPeriod, lastAmount: net(memberLines(book, member, lastPeriod)) };
  const isSeen = [...book.months.values()].flat().some(hasNumberOf(entry));
  return isSeen ? { lastPeriod: SOME_PERIOD, lastAmount: null } : null;
}

interface Matched {
  readonly entry: Entry;
  readonly state: ReturnType<typeof stateOf>;
  readonly members: readonly string[];
}

function compareBook(world: World, asked: Omit<Book, 'months' | 'joined'>) {
  const book = { ...asked, months: monthsOf(world, asked), joined: world.joined };
  const { carrier, workspaceId, period } = book;
  const isCompared = book.months.has(period);
  const matched = entriesOf(book, world.policies).map((entry): Matched => {
    return { entry, state: stateOf(entry, period), members: isCompared ? presentMembers(book, entry) : [] };
  });
  const active = matched.filter(({ state }) => state === 'active');
  const absent = active.filter(({ members }) => members.length === 0);
  const unlisted = isCompared ? notListed(book, matched) : [];
  const waiting = absent.filter(({ entry }) => lastSeen(book, entry) === null && isNew(entry, period));
  return {
    list: {
      carrierId: carrier.carrierId,
      workspaceId,
      compared: isCompared,
      listed: matched.length,
      active: active.length,
      paid: active.length - absent.length,
      waiting: isCompared ? waiting.length : 0,
    },
    findings: isCompared
      ? [
          ...absent.filter((one) => !waiting.includes(one)).map(({ entry }) => absentFinding(book, entry, unlisted)),
          ...unlisted,
          ...endedButPaid(book, matched),
          ...active.flatMap((one) => differences(book, one, matched)),
        ]
      : [],
  };
}

const isPaid = (book: Book, member: string) => net(memberLines(book, member, book.period)) > 0;

function finding(book: Book, more: Partial<Finding> & Pick<Finding, 'kind' | 'policyId'>): Finding {
  return {
    carrierId: book.carrier.carrierId,
    workspaceId: book.workspaceId,
    lastPeriod: null,
    lastAmount: null,
    listed: null,
    onStatement: null,
    possibleMatch: null,
    ...more,
  };
}

/** True if the policies began in the period or in the two months before, so that the first payment may still come. */
function isNew({ policies }: Entry, period: string): boolean {
  const active = policies.filter((one) => stateOf({ id: '', policies: [one] }, period) === 'active');
  const since = active.map(({ effectiveDate }) => effectiveDate ?? '').sort()[0] ?? '';
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(5))];
  return since >= new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 10);
}

function absentFinding(book: Book, entry: Entry, unlisted: readonly Finding[]): Finding {
  const similar = unlisted.map(({ policyId }) => policyId).filter((id) => bare(id) === bare(entry.id));
  const last = lastSeen(book, entry);
  return finding(book, {
    kind: last === null ? 'sold_never_paid' : 'active_but_dropped',
    policyId: entry.id,
    possibleMatch: similar.sort()[0] ?? null,
    ...last,
  });
}

/** An id without punctuation and leading zeros. */
const bare = (id: string) => id.replaceAll(/[^A-Z0-9]/gu, '').replace(/^0+/u, '');

function notListed(book: Book, matched: readonly Matched[]): readonly Finding[] {
  const listed = new Set(matched.flatMap(({ members }) => members));
  return presentIn(book)
    .filter((member) => !listed.has(member) && isPaid(book, member))
    .map((member) => finding(book, { kind: 'paid_not_listed', policyId: member, ...paidNow(book, [member]) }));
}

const paidNow = (book: Book, members: readonly string[]) => ({
  lastPeriod: book.period,
  lastAmount: net(members.flatMap((member) => memberLines(book, member, book.period))),
});

const presentIn = (book: Book) =>
  membersOf(book, book.months.get(book.period) ?? []).filter(
    (member) => presentMonths(book, member).at(-1) === book.period,
  );

/** Finds members who are paid although their policy ended. A member with another listed id that has not ended is paid for that id. */
function endedButPaid(book: Book, matched: readonly Matched[]): readonly Finding[] {
  const others = new Set(matched.filter(({ state }) => state !== 'ended').flatMap(({ members }) => members));
  return matched
    .filter(({ state }) => state === 'ended')
    .flatMap(({ entry, members }) => {
      const paid = members.filter((member) => !others.has(member) && isPaid(book, member));
      if (paid.length === 0) return [];
      return [finding(book, { kind: 'ended_but_paid', policyId: entry.id, ...paidNow(book, paid) })];
    });
}

function differences(book: Book, { entry, members }: Matched, matched: readonly Matched[]): readonly Finding[] {
  const [member] = members;
  const isOwn = matched.flatMap((one) => one.members).filter((one) => one === member).length === 1;
  if (member === undefined || members.length > 1 || !isOwn) return [];
  const own = entry.policies.filter((one) => stateOf({ id: '', policies: [one] }, book.period) === 'active');
  const shown = shownOf(memberLines(book, member, book.period));
  const found = (kind: Kind, listed: string, onStatement: string) =>
    finding(book, { kind, policyId: entry.id, listed, onStatement, ...paidNow(book, [member]) });
  const agent = common(own.map((one) => one.agent));
  const rate = common(own.map((one) => one.rate));
  const premium = total(own.map((one) => one.premium));
  const lives = total(own.map((one) => one.lives));
  const names = [shown.agent, shown.agentId].filter((name) => name !== null);
  return [
    ...(agent !== null && names.length > 0 && !names.some((name) => words(name) === words(agent))
      ? [found('other_agent', agent, names.join(', '))]
      : []),
    ...(rate !== null && shown.rate !== null && rate !== shown.rate && rate !== 100 * shown.rate
      ? [found('other_rate', `${rate * 100} %`, `${shown.rate * 100} %`)]
      : []),
    ...(premium !== null && shown.premium !== null && premium !== shown.premium
      ? [found('other_premium', premium.toFixed(2), shown.premium.toFixed(2))]
      : []),
    ...(lives !== null && shown.lives !== null && lives !== shown.lives
      ? [found('other_lives', String(lives), String(shown.lives))]
      : []),
  ];
}

const words = (name: string) => name.toUpperCase().split(/[ ,]+/u).sort().join(' ');

function common<T>(values: readonly (T | null)[]): T | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

const total = (values: readonly (number | null)[]) =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);

/**
 * The values of a member's row: those of the record with the largest amount, and the rate of its largest payment; premiums are the sum of
 * all records.
 */
function shownOf(lines: readonly Line[]) {
  const records = [...Map.groupBy(lines, ({ policy }) => normal(policy ?? ''))]
    .toSorted(([a, one], [b, other]) => Math.abs(net(other)) - Math.abs(net(one)) || (a < b ? -1 : 1))
    .map(([, own]) => own);
  const principal = records[0] ?? [];
  const first = <K extends keyof Line>(own: readonly Line[], field: K) =>
    own.map((line) => line[field]).find((value) => value !== null) ?? null;
  const payments = principal
    .filter(({ cents, rate }) => cents >= 0 && rate !== null)
    .toSorted((one, other) => other.cents - one.cents || (other.rate ?? 0) - (one.rate ?? 0));
  const premiums = records.map((own) => first(own, 'premium')).filter((premium) => premium !== null);
  return {
    agent: first(principal, 'agent'),
    agentId: first(principal, 'agentId'),
    rate: first(payments, 'rate'),
    lives: first(principal, 'lives'),
    premium: premiums.length === 0 ? null : total(premiums),
  };
}
