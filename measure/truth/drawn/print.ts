import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { delimitedText, type WorkbookValue, workbook } from '../../../demo/statements/workbook.ts';
import type { BookCarrier, ContractedRate, Delivery } from '../judging/truth.ts';
import { type Carrier, DIMENSIONS } from './carrier.ts';
import { fridayOf } from './changes.ts';
import { AGENTS, firstDayOf, lagOf, lastDay, premiumAt, rateAt, traitsAt } from './policies.ts';
import type { Records, Row } from './records.ts';
import { rowsOf } from './story.ts';
import { CANONICAL, type Field, VOCABULARIES, type Vocabulary } from './words.ts';

/** Prints the statements of a played book in the columns and words of its carrier. */

interface Layout {
  readonly fields: readonly Field[];
  readonly words: Vocabulary;
}

interface Printed {
  readonly carrier: BookCarrier;
  readonly deliveries: readonly Delivery[];
}

export function printBook(records: Records): Printed {
  const { carrier } = records;
  const dice = diceOf(Math.imul(carrier.seed + 3, 69_069));
  const relaid = carrier.traits.change === 'new_layout' ? dice.int(3, carrier.months - 3) : carrier.months;
  const names: readonly string[] = DIMENSIONS.vocabulary;
  const own = names.indexOf(carrier.traits.vocabulary);
  const before = layoutOf(carrier, wordsOf(names[own]), dice);
  const after = layoutOf(carrier, wordsOf(names[(own + 1) % names.length]), dice);
  const wrong = carrier.traits.rhythm === 'corrected_file' ? dice.int(2, carrier.months - 2) : -1;
  const rows = records.policies.flatMap((policy) =>
    records.paymentsOf(policy).flatMap((payment) => rowsOf(records, policy, payment)),
  );
  const deliveries: Delivery[] = [];
  for (let at = 0; at < carrier.months; at += 1) {
    const layout = at < relaid ? before : after;
    const month = rows.filter(({ payment }) => payment.at === at).toSorted(byName);
    const send = (list: readonly Row[], mode: Delivery['mode']): void => {
      if (list.length > 0)
        deliveries.push(deliveryOf(records, { layout, at, rows: list, mode, file: deliveries.length }));
    };
    if (at === wrong) {
      send(
        month.filter((_, index) => index % 9 !== 4),
        'ingest',
      );
      send(month, 'replace');
      continue;
    }
    const files = [...Map.groupBy(month, (row) => fileOf(records, row))].toSorted(([one], [other]) => one - other);
    for (const [order, [, list]] of files.entries()) send(list, order === 0 ? 'ingest' : 'append');
  }
  return {
    carrier: bookCarrier(records, before, relaid < carrier.months ? { at: relaid, layout: after } : null),
    deliveries,
  };
}

function wordsOf(name: string | undefined): Vocabulary {
  const words = VOCABULARIES[name ?? ''];
  if (words === undefined) throw new RangeError(`There is no vocabulary ${name}`);
  return words;
}

function layoutOf({ columns, traits }: Carrier, words: Vocabulary, dice: Dice): Layout {
  const optional: readonly (readonly [boolean, readonly Field[]])[] = [
    [columns.has('policy'), ['policy']],
    [traits.grain === 'coverage', ['product']],
    [columns.has('agent'), ['agent', 'agent_id']],
    [columns.has('coverage'), ['coverage']],
    [columns.has('effective'), ['effective']],
    [columns.has('term'), ['term']],
    [columns.has('type'), ['type']],
    [columns.has('premium'), ['premium']],
    [columns.has('rate') && traits.basis !== 'flat', ['rate']],
    [columns.has('lives'), ['lives']],
    [columns.has('months'), ['months']],
    [columns.has('state'), ['state']],
    [columns.has('status'), ['status']],
    [columns.has('cms_new'), ['cms_new']],
    [traits.step === 'age', ['age']],
  ];
  const shown = optional.flatMap(([isShown, fields]) => (isShown ? fields : []));
  const names: readonly Field[] = words.names === 'two' ? ['last', 'first'] : ['name'];
  return { words, fields: ['id', ...names, ...dice.sample(['plan', ...shown] as const, shown.length + 1), 'amount'] };
}

function byName(one: Row, other: Row): number {
  const [a, b] = [one, other].map(({ policy }) => `${policy.last} ${policy.first} ${policy.id}`);
  return (a ?? '') < (b ?? '') ? -1 : a === b ? 0 : 1;
}

/** Returns the number of the file in which a row is sent. */
function fileOf(records: Records, row: Row): number {
  const { rhythm } = records.carrier.traits;
  if (rhythm === 'by_agent') return AGENTS.findIndex(({ id }) => id === agentOf(row).id);
  if (rhythm !== 'weekly') return 0;
  const { later, day } = fridayOf(records, row.payment.from + lagOf(records.carrier), row.policy.draftDay);
  return later === 1 ? 0 : Math.floor((day - 1) / 7);
}

function agentOf({ policy, payment, unit }: Row): (typeof AGENTS)[number] {
  const { agent } = traitsAt(policy, payment.priced);
  if (unit.kind !== 'second_agent') return agent;
  return AGENTS.find(({ id }) => id !== agent.id) ?? agent;
}

interface File {
  readonly layout: Layout;
  readonly at: number;
  readonly rows: readonly Row[];
  readonly mode: Delivery['mode'];
  readonly file: number;
}

function deliveryOf(records: Records, { layout, at, rows, mode, file }: File): Delivery {
  const { carrier } = records;
  const { words, fields } = layout;
  const period = records.period(at);
  const netCents = rows.reduce((sum, { cents }) => sum + cents, 0);
  const isWorkbook = carrier.traits.file === 'xlsx';
  const header = fields.map((field) => words.headers[field]);
  const footer = fields.map((_, column) =>
    column === 0 ? 'Total' : column === fields.length - 1 ? money(netCents, words) : '',
  );
  const table: WorkbookValue[][] = [
    ...(words.title ? [['Commission Statement'], [`${carrier.name}, ${period}`]] : []),
    header,
    ...rows.map((row) => fields.map((field) => cell(records, row, field, words))),
    ...(words.footer ? [footer] : []),
  ];
  const fileName = `drawn-${carrier.seed}-${period}-${file}.${isWorkbook ? 'xlsx' : 'csv'}`;
  const texts = table.map((line) => line.map((value) => (typeof value === 'string' ? value : isoDay(value))));
  const bytes = isWorkbook ? workbook({ Detail: table }) : new TextEncoder().encode(delimitedText(texts, ','));
  return { period, fileName, mode, bytes, netCents };
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function cell(records: Records, row: Row, field: Field, words: Vocabulary): WorkbookValue {
  const { carrier } = records;
  const { policy, unit, payment, cents } = row;
  const { plan, lives } = traitsAt(policy, payment.priced);
  const { id, effective } = traitsAt(policy, payment.at);
  const first = carrier.traits.grain === 'person' ? unit.first : policy.first;
  const day = (iso: string): WorkbookValue => dateOf(iso, words, carrier.traits.file === 'xlsx');
  const printed: Readonly<Record<Field, () => WorkbookValue>> = {
    id: () => id,
    policy: () => policy.number,
    name: () => (first === '' ? policy.last : `${policy.last}, ${first}`),
    last: () => policy.last,
    first: () => first,
    plan: () => plan,
    product: () => unit.coverage,
    agent: () => agentOf(row).name,
    agent_id: () => agentOf(row).id,
    coverage: () => monthText(records.period(payment.from), words, day),
    effective: () => day(firstDayOf(carrier, effective)),
    term: () => (payment.term === null ? '' : day(lastDay(carrier, payment.term))),
    type: () => words.types[unit.kind === 'override' && payment.sign === 1 ? 'override' : payment.type],
    premium: () => money(premiumCents(records, row), words),
    rate: () => rateText(records, row),
    lives: () => String(payment.heads ?? lives),
    months: () => String(payment.months),
    state: () => policy.state,
    status: () => (payment.term === null ? 'Active' : 'Terminated'),
    age: () => String(Math.floor((policy.age + payment.from) / 12)),
    cms_new: () => (payment.from - effective < 12 ? 'Y' : 'N'),
    amount: () => money(cents, words),
  };
  return printed[field]();
}

/** The premium that a row is for. An advance prints the premium of a month. */
function premiumCents({ carrier }: Records, { policy, unit, payment }: Row): number {
  const { sign, months, scale, heads, type, priced } = payment;
  if (heads !== undefined) return sign * policy.premium * heads;
  const printed = type === 'advance' ? 1 : months;
  return sign * Math.round(premiumAt(carrier, policy, unit, priced) * printed * scale);
}

function rateText(records: Records, { policy, unit, payment }: Row): string {
  const { carrier } = records;
  if (records.unpaidPlans.includes(policy.plan)) return '0%';
  const isOfPremium = carrier.traits.basis !== 'per_life';
  const share = unit.coverage !== '' && isOfPremium ? 1 : unit.share;
  const rate = rateAt(carrier, policy, payment.rated, payment.priced, records.cutOf(policy, payment.priced)) * share;
  return isOfPremium ? `${Number((rate * 100).toFixed(4))}%` : (rate / 100).toFixed(2);
}

function dateOf(iso: string, { dates }: Vocabulary, isWorkbook: boolean): WorkbookValue {
  if (isWorkbook) return new Date(`${iso}T00:00:00Z`);
  const [year, month, date] = iso.split('-');
  return dates === 'iso' ? iso : `${month}/${date}/${year}`;
}

function monthText(period: string, { months }: Vocabulary, day: (iso: string) => WorkbookValue): WorkbookValue {
  const [year, month] = period.split('-');
  if (months === 'us_date') return day(`${period}-01`);
  return months === 'iso_month' ? period : `${month}/${year}`;
}

function money(cents: number, { money: form }: Vocabulary): string {
  const amount = (Math.abs(cents) / 100).toFixed(2);
  const text = form === 'dollar' ? `$${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}` : amount;
  if (cents >= 0) return text;
  return form === 'brackets' ? `(${text})` : `-${text}`;
}

function columnsOf({ fields, words }: Layout): Readonly<Record<string, string>> {
  const pairs = fields.flatMap((field) => {
    const name = CANONICAL[field];
    return name === undefined ? [] : [[name, words.headers[field]] as const];
  });
  return Object.fromEntries(pairs);
}

function bookCarrier(
  records: Records,
  before: Layout,
  after: { readonly at: number; readonly layout: Layout } | null,
): BookCarrier {
  const { name, productLine } = records.carrier;
  const later =
    after === null ? {} : { columnsLater: { from: records.period(after.at), columns: columnsOf(after.layout) } };
  return { name, productLine, columnsByHand: columnsOf(before), ...later };
}

/** The rate that an agency with a contract types: one for all members, where the carrier has one. */
export function contractedRatesOf({ isContracted, traits, rate, cents }: Carrier): readonly ContractedRate[] {
  if (!isContracted) return [];
  return traits.basis === 'flat'
    ? [{ rateType: 'flat_per_member', rateValue: (cents[0] ?? 0) / 100 }]
    : [{ rateType: 'percent_of_premium', rateValue: rate }];
}
