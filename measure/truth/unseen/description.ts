import { addMonths, type Period } from '../../../core/period.ts';
import { delimitedText, workbook } from '../../../demo/statements/workbook.ts';
import { EVENT_KINDS, type EventKind, type ManyBook } from '../drawn/records.ts';
import { CANONICAL, type Field } from '../drawn/words.ts';
import { type BookCarrier, type Delivery, FACT_KINDS, type FactKind, type Range } from '../judging/truth.ts';
import { readPays, type UnseenRow } from './pays.ts';

/** Makes books from descriptions that were written by hand, as data. The truth of each member stands beside what it is paid. */

/** Members who are paid alike. Ids are the prefix and a running number. */
export interface Alike {
  readonly count: number;
  readonly id: string;
  readonly traits: string;
  /** The whole row or rows of an ordinary statement. Several are taken in turn. */
  readonly usual: readonly string[];
  readonly pays?: string;
  readonly truth?: string;
}

export interface Description {
  readonly name: string;
  /** The carrier's way to pay, in the words of the trade. */
  readonly about: string;
  readonly line: Exclude<BookCarrier, { slug: string }>['productLine'];
  readonly first: Period;
  readonly statements: number;
  /** The months by which a statement is after the coverage month that it usually pays. */
  readonly behind: number;
  readonly type: string;
  /** A field, or a text that each row repeats after a `=`, and the title of its column. */
  readonly columns: readonly (readonly [Field | `=${string}`, string])[];
  readonly file?: 'csv' | 'xlsx';
  /** The months from one statement to the next; without it, one. */
  readonly every?: number;
  /** The files of a month, of which the later ones are appended. A row without a mark stands in the member's usual file. */
  readonly files?: number;
  readonly dates?: DateForm;
  /** The form of the coverage month; without it, its first day. */
  readonly months?: MonthForm;
  readonly money?: MoneyForm;
  /** Names are printed as `LAST, FIRST`. */
  readonly lastFirst?: true;
  /** Rows stand in a section for each agent, below a row with this word and the agent, and above a subtotal. */
  readonly sections?: string;
  /** Rows above the header. */
  readonly titles?: readonly string[];
  /** The word of a last row with the sum of the amounts. */
  readonly total?: string;
  /** Money without a member, as `type@statement=dollars` above zero. */
  readonly unassigned?: string;
  readonly alike: readonly Alike[];
  /**
   * A line for each member: `id name plan agent state effective premium = usual : pays : truth`. An underscore is a space. The pays
   * are explained in pays.ts; the truth is `fact@statement`, `risk@statement=must-may`, and `claim@statement=must-may`, in dollars.
   */
  readonly members: string;
  /** The events of the carrier, as `kind@statement=scope`, in which the scope is a plan, an agent, a state, a first part of ids, or all. */
  readonly events?: string;
}

interface Member {
  readonly id: string;
  readonly otherIds: readonly string[];
  readonly traits: readonly string[];
  readonly rows: readonly (readonly UnseenRow[])[];
  readonly truth: readonly string[];
}

const TRAITS = ['name', 'plan', 'agent', 'state', 'effective', 'premium'] as const;

export function unseenBook(description: Description): ManyBook {
  const alike = description.alike.map(({ count }) => count);
  const before = alike.map((_, place) => alike.slice(0, place).reduce((sum, count) => sum + count, 0));
  const members = [
    ...description.alike.flatMap((one, place) => alikeMembers(one, description, before[place] ?? 0)),
    ...ownMembers(description),
  ];
  const periods = Array.from({ length: description.statements }, (_, at) =>
    addMonths(description.first, at * (description.every ?? 1)),
  );
  const notes = members.flatMap((member, index) => member.truth.map((text) => noteOf(text, index, description)));
  const ranges = (kind: string, at: number): Range =>
    notes
      .filter((note) => note.kind === kind && note.at === at)
      .reduce((sum, { must, may }) => ({ must: sum.must + must, may: sum.may + may }), { must: 0, may: 0 });
  const claims = notes
    .filter(({ kind }) => kind === 'claim')
    .map(({ member, at, must, may }) => ({ member, period: periods[at] ?? '', must, may }));
  return {
    name: description.name,
    seed: 0,
    carrier: {
      name: description.name,
      productLine: description.line,
      columnsByHand: Object.fromEntries(
        description.columns.flatMap(([field, header]) =>
          isField(field) && CANONICAL[field] ? [[CANONICAL[field], header]] : [],
        ),
      ),
    },
    contractedRates: [],
    deliveries: periods.flatMap((period, at) =>
      Array.from({ length: description.files ?? 1 }, (_, file) =>
        deliveryOf(description, members, { period, at, file: file + 1 }),
      ),
    ),
    dimensions: { book: description.name },
    truth: {
      ids: members.map(({ id, otherIds }) => [id, ...otherIds]),
      facts: notes.flatMap(({ member, at, kind }) =>
        isFact(kind) ? [{ member, period: periods[at] ?? '', kind }] : [],
      ),
      states: [],
      periods: periods.map((period, at) => {
        const cents = members.flatMap(({ rows }) => rows[at] ?? []).map((row) => row.cents);
        const sum = (sign: number): number => cents.reduce((total, one) => total + Math.max(0, sign * one), 0);
        const unassigned = unassignedRows(description, at).reduce((total, row) => total + row.cents, 0);
        return {
          period,
          atRisk: ranges('risk', at),
          owed: { must: 0, may: 0 },
          paidCents: sum(1) + unassigned,
          takenBackCents: sum(-1),
        };
      }),
      recoverable: {
        must: claims.reduce((sum, { must }) => sum + must, 0),
        may: claims.reduce((sum, { may }) => sum + may, 0),
      },
      events: (description.events ?? '')
        .split(/\s+/)
        .filter((text) => text !== '')
        .map((text) => eventOf(text, members, periods)),
      claims,
      scopes: members.map(({ traits, rows }) => scopesOf(traits, rows)),
    },
  };
}

function scopesOf(traits: readonly string[], rows: Member['rows']): readonly string[] {
  const shown = rows.flat().flatMap(({ plan, product, agent }) => [plan, product, agent]);
  return [...new Set([...traits.slice(1, 4), ...shown].flatMap((text) => (text ? [text.toUpperCase()] : [])))];
}

function isFact(kind: string): kind is FactKind {
  return FACT_KINDS.some((one) => one === kind);
}

function isEventKind(kind: string): kind is EventKind {
  return EVENT_KINDS.some((one) => one === kind);
}

/** Reads `kind@statement` or `kind@statement=must-may`. Statements are counted from 1. */
function noteOf(
  text: string,
  member: number,
  { name, statements }: Description,
): Range & { kind: string; at: number; member: number } {
  const [, kind = '', at = '', must, may] = /^(\w+)@(\d+)(?:=([\d.]+)(?:-([\d.]+))?)?$/.exec(text) ?? [];
  const isKnown = isFact(kind) || ((kind === 'risk' || kind === 'claim') && must !== undefined);
  if (!isKnown || Number(at) < 1 || Number(at) > statements) throw new Error(`${name}: "${text}" is no truth`);
  const least = Math.round(Number(must ?? 0) * 100);
  return {
    kind,
    at: Number(at) - 1,
    member,
    must: least,
    may: may === undefined ? least : Math.round(Number(may) * 100),
  };
}

function eventOf(
  text: string,
  members: readonly Member[],
  periods: readonly Period[],
): ManyBook['truth']['events'][number] {
  const [, kind = '', at = '', scope = ''] = /^(\w+)@(\d+)=(\S+)$/.exec(text) ?? [];
  if (!isEventKind(kind)) throw new Error(`"${text}" is no event`);
  const value = scope.replaceAll('_', ' ');
  const index = Number(at) - 1;
  const holds = ({ id, traits, rows }: Member): boolean =>
    (value === 'all' || id.startsWith(value) || traits.slice(1, 4).includes(value)) &&
    (index === 0 || rows.slice(0, index).some((list) => list.length > 0)) &&
    rows.slice(index).some((list) => list.length > 0);
  const named = members.flatMap((member, order) => (holds(member) ? [order] : []));
  return { kind, period: periods[index] ?? '', members: named };
}

const FIRST = 'Ada Ben Cora Dean Elsa Finn Gwen Hugh Isla Jude Kira Liam Mona Neil Opal Reed Sara Troy Uma Wade'.split(
  ' ',
);
const LAST = 'Abbott Bowen Corley Dalton Easton Foley Garner Hobbs Irwin Judd Keane Lowry Mabry Nash Orr Pruitt'.split(
  ' ',
);

function alikeMembers(
  { count, id, traits, usual, pays, truth }: Alike,
  description: Description,
  before: number,
): Member[] {
  return Array.from({ length: count }, (_, index) => {
    // No two members of a book share a name: 20 first and 16 last names make 320 different ones.
    const place = before + index;
    const name = `${FIRST[place % FIRST.length]} ${LAST[(place + 3 * Math.floor(place / FIRST.length)) % LAST.length]}`;
    const own = usual[index % usual.length] ?? '';
    const premium = /p([\d.]+)/.exec(own)?.[1] ?? '';
    const rows = readPays(pays ?? `$*${description.statements}`, own, description.statements);
    return {
      id: `${id}${String(index + 11)}`,
      otherIds: otherIds(`${id}${String(index + 11)}`, rows),
      traits: [name, ...traits.split(' ').map((word) => word.replaceAll('_', ' ')), premium],
      rows,
      truth: (truth ?? '').split(/\s+/).filter((text) => text !== ''),
    };
  });
}

function ownMembers(description: Description): Member[] {
  return description.members
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [head = '', pays = '', truth = ''] = line.split(/ : ?| :$/);
      const [words = '', usual = ''] = head.split(' = ');
      const [id = '', ...traits] = words.trim().split(/\s+/);
      if (traits.length !== TRAITS.length) throw new Error(`${description.name}: ${id} has ${traits.length} traits`);
      const rows = readPays(pays, usual.trim(), description.statements);
      return {
        id,
        otherIds: otherIds(id, rows),
        traits: traits.map((word) => (word === '-' ? '' : word.replaceAll('_', ' '))),
        rows,
        truth: truth
          .trim()
          .split(/\s+/)
          .filter((text) => text !== ''),
      };
    });
}

function otherIds(id: string, rows: Member['rows']): readonly string[] {
  return [...new Set(rows.flat().flatMap((row) => (row.id === null ? [] : [`${row.id}${id}`])))];
}

/** The money without a member of one statement. */
function unassignedRows({ unassigned }: Description, at: number): readonly { type: string; cents: number }[] {
  return [...(unassigned ?? '').matchAll(/(\S+)@(\d+)=([\d.]+)/g)].flatMap(([, type = '', statement, dollars]) =>
    Number(statement) - 1 === at ? [{ type: type.replaceAll('_', ' '), cents: Math.round(Number(dollars) * 100) }] : [],
  );
}

interface Place {
  readonly period: Period;
  readonly at: number;
  /** Counted from 1 within the month. */
  readonly file: number;
}

interface PrintedLine {
  readonly member: Member;
  readonly row: UnseenRow;
}

function agentOf({ member, row }: PrintedLine): string {
  return row.agent ?? member.traits[TRAITS.indexOf('agent')] ?? '';
}

function cellOf(description: Description, period: Period, field: Field, line: PrintedLine): string {
  const { dates = 'us', months = 'day', money = 'plain', lastFirst = false } = description;
  const { member, row } = line;
  const trait = (name: (typeof TRAITS)[number]): string => member.traits[TRAITS.indexOf(name)] ?? '';
  const name = row.first === null ? trait('name') : `${row.first} ${trait('name').split(' ').at(-1)}`;
  const printed: Partial<Record<Field, string>> = {
    id: `${row.id ?? ''}${member.id}`,
    name: lastFirst ? lastNameFirst(name) : name,
    plan: row.plan ?? trait('plan'),
    agent: agentOf(line),
    state: trait('state'),
    effective: printedDate(row.effective ?? trait('effective'), dates),
    premium: printedMoney(row.premium ?? trait('premium'), money),
    coverage: printedMonth(addMonths(period, -description.behind + row.offset), months, dates),
    months: String(row.months),
    type: row.type ?? description.type,
    term: printedDate(row.term ?? '', dates),
    lives: row.lives ?? '1',
    rate: row.rate ?? '',
    product: row.product ?? '',
    amount: printedMoney(dollarsOf([row]), money),
  };
  return printed[field] ?? '';
}

function dollarsOf(rows: readonly { readonly cents: number }[]): string {
  return (rows.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2);
}

function deliveryOf(description: Description, members: readonly Member[], { period, at, file }: Place): Delivery {
  const { files = 1, total, money = 'plain', sections } = description;
  const usual = (order: number): number => (order % files) + 1;
  const lines = members.flatMap((member, order) =>
    (member.rows[at] ?? []).filter((row) => (row.file ?? usual(order)) === file).map((row) => ({ member, row })),
  );
  const only = (texts: Partial<Record<string, string>>): string[] =>
    description.columns.map(([field]) => texts[field] ?? '');
  const printed = (list: readonly PrintedLine[]): string[][] =>
    list.map((line) =>
      description.columns.map(([field]) =>
        isField(field) ? cellOf(description, period, field, line) : field.slice(1),
      ),
    );
  const section = (agent: string): string[][] => {
    const own = lines.filter((line) => agentOf(line) === agent);
    const dollars = dollarsOf(own.map(({ row }) => row));
    const subtotal = only({ id: `Subtotal ${agent}`, amount: printedMoney(dollars, money) });
    return [[`${sections} ${agent}`], ...printed(own), subtotal];
  };
  const unassigned = file === files ? unassignedRows(description, at) : [];
  const dollars = dollarsOf([...lines.map(({ row }) => row), ...unassigned]);
  const table = [
    ...(description.titles ?? []).map((title) => [title]),
    description.columns.map(([, title]) => title),
    ...(sections === undefined ? printed(lines) : [...new Set(lines.map(agentOf))].toSorted().flatMap(section)),
    ...unassigned.map((row) => only({ type: row.type, amount: printedMoney(dollarsOf([row]), money) })),
    ...(total === undefined ? [] : [only({ id: total, amount: printedMoney(dollars, money) })]),
  ];
  const isWorkbook = description.file === 'xlsx';
  const part = files === 1 ? '' : `-${file}`;
  return {
    period,
    fileName: `${description.name.toLowerCase().replaceAll(' ', '-')}-${period}${part}.${isWorkbook ? 'xlsx' : 'csv'}`,
    mode: file === 1 ? 'ingest' : 'append',
    bytes: isWorkbook ? workbook({ Statement: table }) : new TextEncoder().encode(delimitedText(table, ',')),
    netCents: Math.round(Number(dollars) * 100),
  };
}

function isField(field: Field | `=${string}`): field is Field {
  return !field.startsWith('=');
}

/** The forms in which carriers print dates, months, names and dollars. */

/** 01/05/2026, 2026-01-05, 1/5/26, or 05-Jan-2026. */
type DateForm = 'us' | 'iso' | 'short' | 'named';
/** The first day as a date, 2026-01, 01/2026, or Jan 2026. */
type MonthForm = 'day' | 'iso' | 'slash' | 'named';
/** -1234.50, (1234.50), or -$1,234.50. */
type MoneyForm = 'plain' | 'brackets' | 'dollar';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns an empty text for a date that the statement does not show. */
function printedDate(iso: string, form: DateForm): string {
  const [year = '', month = '', day] = iso.split('-');
  if (day === undefined) return '';
  if (form === 'us') return `${month}/${day}/${year}`;
  if (form === 'short') return `${Number(month)}/${Number(day)}/${year.slice(2)}`;
  return form === 'iso' ? iso : `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

function printedMonth(period: Period, form: MonthForm, date: DateForm): string {
  const [year = '', month = ''] = period.split('-');
  if (form === 'day') return printedDate(`${period}-01`, date);
  if (form === 'iso') return period;
  return form === 'slash' ? `${month}/${year}` : `${MONTHS[Number(month) - 1]} ${year}`;
}

/** Prints dollars that stand as plain digits, and leaves an empty text empty. */
function printedMoney(dollars: string, form: MoneyForm): string {
  if (dollars === '' || form === 'plain') return dollars;
  const digits = dollars.replace('-', '');
  const isNegative = dollars.startsWith('-');
  if (form === 'brackets') return isNegative ? `(${digits})` : digits;
  const [whole = '', cents] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${isNegative ? '-' : ''}$${grouped}${cents === undefined ? '' : `.${cents}`}`;
}

/** Prints `Ada Bowen` as `BOWEN, ADA`. */
function lastNameFirst(name: string): string {
  const words = name.toUpperCase().split(' ');
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
