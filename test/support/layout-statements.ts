import type { StatementConfig } from '../../core/statement/config.ts';
import { type Dice, diceOf, personName } from '../../demo/statements/seeded.ts';
import { delimitedText, workbook } from '../../demo/statements/workbook.ts';

/**
 * A layout of random statements, which are made from a seed with a calculated total. It names columns and the kind of each: `Payment
 * Amount=amount:text`.
 */
export interface Layout {
  readonly fileType: 'csv' | 'xlsx';
  /** "Header=kind" in the order of the file, separated by bars. */
  readonly columns: string;
  readonly types: readonly string[];
  /** The types whose amounts are charged back. */
  readonly chargebacks?: readonly string[];
  readonly sheet?: string;
  /** Rows above the header. */
  readonly titles?: readonly (readonly string[])[];
  /** Rows below the data. "{total}" is replaced by the sum. */
  readonly footers?: readonly (readonly string[])[];
  /** A row above the lines of each agent; "{name}" and "{id}" are filled in. */
  readonly agentRow?: string;
  /** Rows that name blocks, inserted between the lines. */
  readonly labels?: readonly string[];
  /** Further sheets, unchanged. */
  readonly otherSheets?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** A second sheet with lines of its own, with its amount under another header. */
  readonly secondSheet?: { readonly name: string; readonly rename: Readonly<Record<string, string>> };
  readonly sheetsBefore?: boolean;
  readonly delimiter?: ',' | ';';
  readonly bom?: boolean;
  /** True when chargebacks are printed without a sign. */
  readonly unsigned?: boolean;
}

export interface LayoutLine {
  readonly member: Person;
  readonly cents: number;
  readonly month: number;
  readonly type: string;
}

interface Person {
  readonly id: string;
  readonly mbi: string;
  readonly policy: string;
  readonly first: string;
  readonly last: string;
  readonly state: string;
  readonly effective: Date;
  readonly term: Date | null;
  readonly plan: string;
  readonly planType: string;
  readonly contract: string;
  readonly pbp: string;
  readonly premium: number;
  readonly lives: number;
  readonly agent: { readonly id: string; readonly name: string };
}

export interface LayoutStatement {
  readonly bytes: Uint8Array;
  readonly lines: readonly LayoutLine[];
  /** The total of all lines in cents. */
  readonly totalCents: number;
  readonly header: readonly string[];
}

type Value = string | number | Date;

const YEAR = 2026;
const AGENTS = [
  { id: '10442871', name: 'CASTILLO, DANA' },
  { id: '17730064', name: 'WHITFIELD, OMAR' },
  { id: '19205518', name: 'NGUYEN, PRISCILLA' },
];
const PLANS = ['Advantage Choice', 'Giveback Gold', 'Silver Saver 2500', 'Total Care', 'Dental Vision Plus'];
const PLAN_TYPES = ['MAPD', 'PDP', 'DSNP', 'MA'];
const STATES = ['FL', 'TX', 'NC', 'OH', 'GA', 'NY'];
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY';

/** Writes a statement of `count` members with one to three lines each. */
export function layoutStatement(
  layout: Layout,
  { seed, count = 320 }: { seed: number; count?: number },
): LayoutStatement {
  const dice = diceOf(seed);
  const members = Array.from({ length: count }, (_, serial) => person(dice, serial));
  const lines = members.flatMap((member) => linesOf(dice, layout, member));
  const second =
    layout.secondSheet === undefined ? [] : members.slice(0, 80).flatMap((member) => linesOf(dice, layout, member));
  const all = [...lines, ...second];
  const totalCents = all.reduce((sum, { cents }) => sum + cents, 0);
  const header = columnsOf(layout).map(({ name }) => name);
  const main = sheetRows(layout, lines, dice);
  const others = otherSheets(layout, totalCents);
  const bytes =
    layout.fileType === 'csv'
      ? csvBytes(layout, main)
      : workbook({
          ...(layout.sheetsBefore && others),
          [layout.sheet ?? 'Sheet1']: main,
          ...(layout.secondSheet !== undefined && {
            [layout.secondSheet.name]: renamed(sheetRows(layout, second, dice), layout.secondSheet.rename),
          }),
          ...(!layout.sheetsBefore && others),
        });
  return { bytes, lines: all, totalCents, header };
}

function columnsOf({ columns }: Layout): { name: string; kind: string }[] {
  return columns.split('|').map((column) => {
    const at = column.lastIndexOf('=');
    return { name: column.slice(0, at), kind: column.slice(at + 1) };
  });
}

function sheetRows(layout: Layout, lines: readonly LayoutLine[], dice: Dice): Value[][] {
  const columns = columnsOf(layout);
  const row = (line: LayoutLine): Value[] => columns.map(({ kind }) => cellValue(kind, line, layout, dice));
  const rows: Value[][] = [...(layout.titles ?? []).map((title) => [...title]), columns.map(({ name }) => name)];
  if (layout.agentRow === undefined) rows.push(...lines.map(row));
  else {
    for (const agent of AGENTS) {
      rows.push([layout.agentRow.replace('{name}', agent.name).replace('{id}', agent.id)]);
      const own = lines.filter(({ member }) => member.agent === agent);
      for (const [index, line] of own.entries()) {
        if (index % 60 === 0) rows.push([layout.labels?.[(index / 60) % layout.labels.length] ?? 'RENEWAL BUSINESS']);
        rows.push(row(line));
      }
    }
  }
  const total = (lines.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2);
  rows.push(...(layout.footers ?? []).map((footer) => footer.map((text) => text.replace('{total}', total))));
  return rows;
}

function linesOf(dice: Dice, { types, chargebacks = [] }: Layout, member: Person): LayoutLine[] {
  const count = dice.chance(0.12) ? dice.int(2, 3) : 1;
  return Array.from({ length: count }, () => {
    const isCharged = chargebacks.length > 0 && dice.chance(0.06);
    const cents = dice.chance(0.02) ? 0 : dice.int(450, 62_500);
    return {
      member,
      cents: isCharged || (chargebacks.length === 0 && dice.chance(0.04)) ? -Math.max(1, cents) : cents,
      month: dice.int(1, 3),
      type: dice.pick(isCharged ? chargebacks : types),
    };
  });
}

function person(dice: Dice, serial: number): Person {
  const letter = () => dice.pick([...LETTERS]);
  const { first, last } = personName(dice);
  const hasEnded = dice.chance(0.05);
  return {
    id: `${String(81_000_000 + serial * 37 + dice.int(0, 36))}`,
    mbi: `${dice.int(1, 9)}${letter()}${dice.int(0, 9)}${dice.int(0, 9)}${letter()}${dice.int(0, 9)}${dice.int(0, 9)}${letter()}${letter()}${dice.int(10, 99)}`,
    policy: `${letter()}${String(4_000_000 + serial * 13 + dice.int(0, 12)).padStart(9, '0')}`,
    first,
    last,
    state: dice.pick(STATES),
    effective: new Date(Date.UTC(dice.int(2019, 2025), dice.int(0, 11), 1)),
    term: hasEnded ? new Date(Date.UTC(YEAR, dice.int(0, 2), 28)) : null,
    plan: dice.pick(PLANS),
    planType: dice.pick(PLAN_TYPES),
    contract: dice.pick(['H1234', 'H5521', 'S5601']),
    pbp: String(dice.int(1, 120)).padStart(3, '0'),
    premium: dice.int(2_000, 90_000),
    lives: dice.chance(0.8) ? 1 : dice.int(2, 6),
    agent: dice.pick(AGENTS),
  };
}

function cellValue(kind: string, line: LayoutLine, layout: Layout, dice: Dice): Value {
  const [what = '', form = ''] = kind.split(':');
  const { member } = line;
  const coverage = new Date(Date.UTC(YEAR, line.month - 1, 1));
  switch (what) {
    case 'amount':
      return amountValue(layout.unsigned ? Math.abs(line.cents) : line.cents, form);
    case 'premium':
      return amountValue(member.premium, form);
    case 'eff':
      return dateValue(member.effective, form);
    case 'term':
      return member.term === null ? '' : dateValue(member.term, form);
    case 'month':
      return dateValue(coverage, form);
    case 'paid':
      return dateValue(new Date(Date.UTC(YEAR, 2, 15)), form);
    case 'day':
      return dateValue(new Date(Date.UTC(YEAR, line.month - 1, dice.int(1, 28))), form);
    case 'through':
      return dateValue(new Date(Date.UTC(YEAR, line.month, 0)), form);
    case 'rate':
      return form === 'pct' ? '12%' : form === 'num' ? 12.5 : '0.125';
    case 'lives':
      return form === 'num' ? member.lives : String(member.lives);
    case 'type':
      return line.type;
    case 'back':
      return line.cents < 0 ? 'Y' : 'N';
    case 'const':
      return form;
    case 'pick':
      return dice.pick(form.split('/'));
    case 'int':
      return String(dice.int(1, 99));
    case 'code':
      return String(dice.int(100_000, 999_999));
    default:
      return personValue(what, form, member);
  }
}

function personValue(what: string, form: string, member: Person): Value {
  switch (what) {
    case 'id':
      return form === 'num' ? Number(member.id) : form === 'quoted' ? `'${member.id}` : member.id;
    case 'mbi':
      return member.mbi;
    case 'policy':
      if (form === 'suffix') return `${member.policy}_HMO`;
      if (form === 'change') return `${member.policy.slice(1)} 00`;
      return form === 'coded' ? `DF  ${member.policy.slice(1)}` : member.policy;
    case 'name':
      return form === 'plain' ? `${member.first} ${member.last}` : `${member.last}, ${member.first}`.toUpperCase();
    case 'first':
      return member.first;
    case 'last':
      return member.last;
    case 'agent':
      return form === 'id' ? member.agent.id : member.agent.name;
    case 'agentfirst':
      return member.agent.name.split(', ')[1] ?? '';
    case 'agentlast':
      return member.agent.name.split(', ')[0] ?? '';
    case 'state':
      return member.state;
    case 'plan':
      return member.plan;
    case 'plantype':
      return member.planType;
    case 'contract':
      return member.contract;
    case 'pbp':
      return member.pbp;
    case 'plancode':
      return `${member.contract}-${member.pbp}`;
    case 'blank':
      return '';
    default:
      throw new RangeError(`No kind of column is called "${what}"`);
  }
}

function amountValue(cents: number, form: string): Value {
  const dollars = cents / 100;
  const plain = Math.abs(dollars).toFixed(2);
  const grouped = plain.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  switch (form) {
    case 'num':
      return dollars;
    case 'paren':
      return cents < 0 ? `(${grouped})` : grouped;
    case 'dollar':
      return cents < 0 ? `($${grouped})` : `$${grouped}`;
    case 'minus':
      return cents < 0 ? `${plain}-` : plain;
    case 'comma':
      return `${cents < 0 ? '-' : ''}${plain.replace('.', ',')}`;
    case 'quoted':
      return `'${dollars}`;
    default:
      return String(dollars);
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateValue(date: Date, form: string): Value {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  switch (form) {
    case 'cell':
      return date;
    case 'us':
      return `${month}/${day}/${year}`;
    case 'short':
      return `${Number(month)}/${Number(day)}/${year.slice(2)}`;
    case 'eu':
      return `${day}/${month}/${year}`;
    case 'time':
      return `${year}-${month}-${day}T00:00:00.000`;
    case 'ymd':
      return `${year}${month}${day}`;
    case 'ym':
      return `${year}${month}`;
    case 'my':
      return `${month}/${year}`;
    case 'mon':
      return `${MONTHS[Number(month) - 1] ?? ''} ${year.slice(2)}`;
    case 'serial':
      return String(Math.round(date.getTime() / 86_400_000) + 25_569);
    default:
      return `${year}-${month}-${day}`;
  }
}

function otherSheets({ otherSheets: sheets = {} }: Layout, totalCents: number): Readonly<Record<string, Value[][]>> {
  const said = (value: string) => (value === 'total of the lines' ? (totalCents / 100).toFixed(2) : value);
  return Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, rows.map((row) => row.map(said))]));
}

function renamed(rows: Value[][], names: Readonly<Record<string, string>>): Value[][] {
  return rows.map((row) => row.map((value) => (typeof value === 'string' ? (names[value] ?? value) : value)));
}

function csvBytes({ delimiter = ',', bom = false }: Layout, rows: readonly (readonly Value[])[]): Uint8Array {
  const text = delimitedText(
    rows.map((row) => row.map((value) => (value instanceof Date ? value.toISOString() : String(value)))),
    delimiter,
  );
  return new TextEncoder().encode(bom ? `\ufeff${text}` : text);
}

/** Returns the options for opening a file before its format is known. */
export function readOptions(fileType: 'csv' | 'xlsx'): Pick<StatementConfig, 'fileType' | 'encoding' | 'delimiter'> {
  return { fileType, encoding: 'auto', delimiter: 'auto' };
}
