import { z } from 'zod';
import { type Fields, line } from './book-model-cases.ts';
import type { ModelLine } from './book-model-record.ts';
import type { BookSettings } from './scored-book.ts';

/**
 * Reads books from a table of text with a case a line: the months of member A, `=>`, and what is expected of the last month. The expected
 * text may stand on the next line, and a title with a colon before the months. A line that begins with `#` is a comment.
 *
 *     less than before: Jan 60 premium=600 | Feb 40 premium=400 => info 20: Paid $20.00 less.
 *
 * A month has its lines, separated by ` + `; without a line the member is not on the statement. Months are of 2026, `Dec25` is of 2025. A
 * line has its amount, and then fields as `name=value`, `name="some words"`, `name=` for null, or the name of a group of fields. `B:50` is
 * a line of member B. Names in brackets after the last month are settings of the book.
 */
export interface MonthsCase {
  /** The text before the months that ends with a colon, or else the whole case. */
  readonly title: string;
  readonly months: Readonly<Record<string, readonly ModelLine[]>>;
  readonly expected: string;
  readonly settings: Partial<BookSettings>;
}

/** The names that the cases of a table use. */
interface TableNames {
  readonly fields?: Readonly<Record<string, Fields>>;
  readonly settings?: Readonly<Record<string, Partial<BookSettings>>>;
}

const FIELD_NAMES = [
  ...([
    'policy',
    'premium',
    'lives',
    'monthsPaid',
    'planCode',
    'planName',
    'agentId',
    'agentName',
    'memberName',
  ] as const),
  ...([
    'email',
    'state',
    'effectiveDate',
    'termDate',
    'county',
    'carrierStatus',
    'productType',
    'rate',
    'split',
  ] as const),
  ...(['coverageMonth', 'paidThrough', 'transactionType'] as const),
] as const satisfies readonly (keyof Fields)[];
const namedField = z.partialRecord(z.enum(FIELD_NAMES), z.string().nullable());

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reads a table. Throws for text that it does not understand, and for names that it does not know. */
export function casesOf(table: string, names: TableNames = {}): readonly MonthsCase[] {
  return table
    .replace(/\n\s*=>/g, ' =>')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'))
    .map((text) => caseOf(text, names));
}

function caseOf(text: string, { fields = {}, settings = {} }: TableNames): MonthsCase {
  const [, title = text, book = '', ofBook = '', expected] =
    /^(?:([^=]*?): )?(.*?)(?: \[(.*?)\])? => (.*)$/.exec(text) ?? [];
  if (expected === undefined) throw new Error(`Not a case: ${text}`);
  return {
    title,
    months: Object.fromEntries(book.split(' | ').map((month) => monthOf(month, fields))),
    expected,
    settings: merged(namesIn(ofBook).map((name) => known(settings, name))),
  };
}

function monthOf(text: string, groups: Readonly<Record<string, Fields>>): readonly [string, readonly ModelLine[]] {
  const [, name = '', year = '26', rest = ''] = /^(\w{3})(\d\d)?(?: (.*))?$/.exec(text.trim()) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) throw new Error(`Not a month: ${text}`);
  const lines = rest === '' ? [] : rest.split(' + ').map((one) => lineOf(one, groups));
  return [`20${year}-${String(month).padStart(2, '0')}`, lines];
}

function lineOf(text: string, groups: Readonly<Record<string, Fields>>): ModelLine {
  const [amount = '', ...more] = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const [, member = 'A', paid] = /^(?:(\w+):)?(-?[\d.]+)$/.exec(amount) ?? [];
  if (paid === undefined) throw new Error(`Not an amount: ${text}`);
  const parts = more.map((part): Fields => {
    const [, field, value = ''] = /^(\w+)=(.*)$/.exec(part) ?? [];
    return field === undefined
      ? known(groups, part)
      : namedField.parse({ [field]: value === '' ? null : value.replaceAll('"', '') });
  });
  return line(member, paid, merged(parts));
}

const namesIn = (text: string) => text.split(' ').filter((name) => name !== '');

/** Joins records. A later one replaces values of those before it. */
const merged = <Part extends object>(parts: readonly Partial<Part>[]): Partial<Part> => {
  const all: Partial<Part> = {};
  for (const part of parts) Object.assign(all, part);
  return all;
};

function known<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`Unknown name: ${name}`);
  return value;
}
