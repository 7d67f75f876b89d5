import { z } from '@hono/zod-openapi';
import { listedRate, type rateList } from '../../app/rates/new-rate.ts';
import { RATES_IN_BULK_MAX } from '../../core/limits/job-limits.ts';
import { scaleDecimal, unscaleDecimal } from '../../core/money.ts';
import type { FieldError } from '../../core/problem.ts';
import { boundsRank, boundsText, isAmbiguous, isSameBounds, keyWithoutBounds } from '../../core/scoring/rate-bounds.ts';
import { type DateOptions, readDate } from '../../core/statement/calendar-date.ts';
import { type CsvRow, csvField, readCsvTable } from './csv-table.ts';

export const rateCsv = z.string().openapi({
  description: `A header and a row for each rate. Columns are planCode, rateType, rateValue, tier, state, effectiveFrom, effectiveTo,
maxLives, fromPolicyMonth, toPolicyMonth, fromLives and toLives, in any order and spelling ("Plan Code"). The columns id, createdAt, workspaceId, basisPeriod, sampleSize and note
are ignored, so that the CSV of the list of rates can be sent back. A column of another name is refused, and so is a value of planName or productType.`,
  example: 'planCode,rateType,rateValue,tier,effectiveFrom\r\nGOLD-PPO,flat_per_member,26.50,,2026-01-01\r\n',
});

type ListedRate = z.output<typeof listedRate>;

/** A rate with the words by which error messages name its place in the request. */
export interface PlacedRate {
  readonly rate: ListedRate;
  readonly place: string;
}

export interface SentRates {
  readonly rates: readonly PlacedRate[];
  readonly faults: readonly FieldError[];
  readonly ignoredColumns: readonly string[];
}

export function ratesOfJson({ rates }: z.output<typeof rateList>): SentRates {
  return withoutRepeats({
    rates: rates.map((rate, index) => ({ rate, place: `rates[${index}]` })),
    faults: [],
    ignoredColumns: [],
  });
}

const BOUNDS = ['maxLives', 'fromPolicyMonth', 'toPolicyMonth', 'fromLives', 'toLives'] as const;

const COLUMNS = [
  ...(['planCode', 'rateType', 'rateValue', 'tier', 'state', 'effectiveFrom', 'effectiveTo'] as const),
  ...BOUNDS,
] as const;

/**
 * Columns that only the exported list of rates has. They are read so that a row is refused if it would mean something else without their
 * values.
 */
const GUARDS = ['source', 'planName', 'productType', 'carrierId'] as const;

type Column = (typeof COLUMNS)[number] | (typeof GUARDS)[number];

const fold = (header: string) => header.toLowerCase().replace(/[^a-z]/g, '');

/** Common header names of the columns of a rate. */
const USUAL: readonly (readonly [string, Column])[] = [
  ['plan', 'planCode'],
  ['type', 'rateType'],
  ['rate', 'rateValue'],
  ['value', 'rateValue'],
  ['effectivedate', 'effectiveFrom'],
  ['from', 'effectiveFrom'],
  ['enddate', 'effectiveTo'],
  ['to', 'effectiveTo'],
  ['minlives', 'fromLives'],
];

const BY_FOLDED: ReadonlyMap<string, Column> = new Map([
  ...USUAL,
  ...[...COLUMNS, ...GUARDS].map((name): [string, Column] => [fold(name), name]),
]);

/** Columns that set nothing: remarks, and columns of the exported list. */
const OF_THE_LIST = new Set(
  ['id', 'createdAt', 'workspaceId', 'basisPeriod', 'sampleSize', 'note', 'notes', 'comment', 'comments'].map(fold),
);

export function ratesOfCsv(csv: string, carrierId: string): SentRates {
  const { headers, rows, faults } = readCsvTable(
    csv,
    (names) => names.filter((name) => BY_FOLDED.has(fold(name))).length,
  );
  const named = headers.map((header) => BY_FOLDED.get(fold(header)));
  const ignoredColumns = headers.filter((header, place) => named[place] === undefined && header.trim() !== '');
  const wrong = [...faults, ...(headers.length === 0 && faults.length > 0 ? [] : headerFaults(headers, named))];
  if (!named.includes('rateType') || !named.includes('rateValue')) return { rates: [], faults: wrong, ignoredColumns };
  if (rows.length > RATES_IN_BULK_MAX) {
    const detail = `has ${rows.length} rates; a list may have ${RATES_IN_BULK_MAX}`;
    return { rates: [], faults: [{ field: 'body', detail }, ...wrong], ignoredColumns };
  }
  const read = rows.map((row) => readRow(row, { headers, named, carrierId }));
  return withoutRepeats({
    rates: read.flatMap(({ rate, place }) => (rate === null ? [] : [{ rate, place }])),
    faults: [...wrong, ...namelessFaults(headers, rows), ...read.flatMap((one) => one.faults)],
    ignoredColumns,
  });
}

function headerFaults(headers: readonly string[], named: readonly (Column | undefined)[]): readonly FieldError[] {
  const twice = headers.flatMap((header, place) => {
    const name = named[place];
    const isRepeat = name !== undefined && named.indexOf(name) < place;
    return isRepeat ? [{ field: csvField(1, header), detail: 'is there twice' }] : [];
  });
  const missing = (['rateType', 'rateValue'] as const)
    .filter((name) => !named.includes(name))
    .map((name) => ({ field: 'row 1', detail: `names no column ${name}` }));
  // An unread column might limit the rate to some members. Without that column the rate would apply to everybody, so an unknown column is
  // refused.
  const unknown = headers.flatMap((header, place) => {
    const isKnown = named[place] !== undefined || header.trim() === '' || OF_THE_LIST.has(fold(header));
    return isKnown ? [] : [{ field: csvField(1, header), detail: 'is no column of rates: take it out' }];
  });
  return [...twice, ...missing, ...unknown];
}

/** Refuses cells below a blank header: like an unknown column they might limit the rate. Blank cells are accepted. */
function namelessFaults(headers: readonly string[], rows: readonly CsvRow[]): readonly FieldError[] {
  return rows
    .filter(({ cells }) => headers.some((header, place) => header.trim() === '' && (cells[place]?.trim() ?? '') !== ''))
    .map(({ number }) => ({
      field: `row ${number}`,
      detail: 'has a cell in a column without a name: name the column',
    }));
}

interface Sheet {
  readonly headers: readonly string[];
  readonly named: readonly (Column | undefined)[];
  readonly carrierId: string;
}

function readRow(
  { number, cells }: CsvRow,
  { headers, named, carrierId }: Sheet,
): { readonly rate: ListedRate | null; readonly place: string; readonly faults: readonly FieldError[] } {
  const place = `row ${number}`;
  const faults: FieldError[] = [];
  const fieldOf = (column: Column) => csvField(number, headers[named.indexOf(column)]);
  const cell = (column: Column) => cells[named.indexOf(column)]?.trim() ?? '';
  const report = (column: Column, detail: string) => faults.push({ field: fieldOf(column), detail });
  const rateType = fold(cell('rateType')) === 'percentofpremium' ? 'percent_of_premium' : flatType(cell('rateType'));
  const values = {
    planCode: cell('planCode') || null,
    rateType,
    rateValue: readValue(cell('rateValue'), rateType),
    tier: cell('tier').toLowerCase() || null,
    state: cell('state') || null,
    effectiveFrom: readDay(cell('effectiveFrom'), (detail) => report('effectiveFrom', detail)),
    effectiveTo: readDay(cell('effectiveTo'), (detail) => report('effectiveTo', detail)),
    ...Object.fromEntries(BOUNDS.map((column) => [column, readCount(cell(column))])),
  };
  for (const { column, detail } of guardFaults(cell, carrierId)) report(column, detail);
  const parsed = listedRate.safeParse(values);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = COLUMNS.find((name) => name === path[0]);
    if (column !== undefined)
      report(column, column === 'rateValue' && values.rateValue === null ? NO_NUMBER : (PROBLEMS[column] ?? message));
  }
  return { rate: faults.length === 0 && parsed.success ? parsed.data : null, place, faults };
}

/** Messages that replace the schema's for values that a cell cannot have. */
const PROBLEMS: Readonly<Partial<Record<Column, string>>> = {
  rateType: 'must be "flat per member" or "percent of premium"',
  tier: 'must be initial, renewal or blank',
};

const NO_NUMBER = 'must be a number such as 26.50, or a share of the premium such as 5%';

/** Returns a non-number for text that is not a whole number; the schema then refuses the bound. */
function readCount(cell: string): number | null {
  if (cell === '') return null;
  return /^\d+(\.0*)?$/.test(cell) ? Number(cell) : Number.NaN;
}

function flatType(cell: string): string {
  return fold(cell) === 'flatpermember' ? 'flat_per_member' : cell;
}

/** Returns null for text that is not a number; the schema then refuses the rate. "5%" is 0.05. */
function readValue(cell: string, rateType: string): number | null {
  const match = /^(-?)\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?\s*(%?)$/.exec(cell);
  const digits = `${match?.[2]?.replaceAll(',', '') ?? ''}${match?.[3] ?? ''}`;
  if (match === null || !/\d/.test(digits)) return null;
  const isPercent = match[4] === '%';
  if (isPercent && rateType !== 'percent_of_premium') return null;
  const scaled = scaleDecimal(`${match[1]}${digits}`, SHARE_PLACES);
  if (scaled === null) return null;
  return Number(unscaleDecimal(scaled, isPercent ? SHARE_PLACES + 2 : SHARE_PLACES));
}

/**
 * The decimal places that are kept while a rate is read. They are more than a rate may have, so that a rate with too many is refused and
 * not rounded.
 */
const SHARE_PLACES = 15;

const DATES: DateOptions = { order: 'MDY', openEnded: ['9999-12-31', '2078-12-31'] };

function readDay(cell: string, report: (detail: string) => void): string | null {
  const reading = readDate(cell, DATES);
  if (reading.ok) return reading.date;
  report(`${reading.problem}: write it as YYYY-MM-DD or MM/DD/YYYY`);
  return null;
}

/** Fields that no request sets. Rates of a plan's name or a product type come from confirmed estimates only. */
const NOT_SET = {
  planName:
    "can not be set: write the plan's code or name into planCode; a confirmed estimate stays as it is if its row is left out",
  productType:
    'can not be set: write it into planCode where the statement shows no plan; a confirmed estimate stays as it is if its row is left out',
};

function guardFaults(
  cell: (column: Column) => string,
  carrierId: string,
): readonly { readonly column: Column; readonly detail: string }[] {
  const faults: { readonly column: Column; readonly detail: string }[] = [];
  const other = cell('carrierId');
  if (other !== '' && other.toLowerCase() !== carrierId)
    faults.push({ column: 'carrierId', detail: 'is not the carrier that the request names' });
  const source = cell('source').toLowerCase();
  if (source !== '' && source !== 'contracted')
    faults.push({ column: 'source', detail: 'is not contracted: confirm an estimate instead' });
  for (const column of ['planName', 'productType'] as const) {
    if (cell(column) !== '') faults.push({ column, detail: NOT_SET[column] });
  }
  return faults;
}

/** Refuses repeated rates: each rate may be listed once, because two rates for the same members would contradict each other. */
function withoutRepeats({ rates, faults, ignoredColumns }: SentRates): SentRates {
  const known = new Map<string, PlacedRate[]>();
  const repeats: FieldError[] = [];
  for (const placed of rates) {
    const { rate, place } = placed;
    const key = keyWithoutBounds(rate);
    const alike = known.get(key) ?? [];
    const other = alike.find((before) => isSameBounds(rate, before.rate) || isAmbiguous(rate, before.rate));
    if (other === undefined) known.set(key, [...alike, placed]);
    else repeats.push({ field: place, detail: repeatOf(rate, other) });
  }
  return { rates, faults: [...faults, ...repeats], ignoredColumns };
}

function repeatOf(rate: ListedRate, { rate: other, place }: PlacedRate): string {
  if (!isSameBounds(rate, other))
    return `has bounds (${boundsText(rate)}) that overlap those of ${place} (${boundsText(other)})`;
  return boundsRank(rate) === 0
    ? `has the plan, tier, state and first day of ${place}`
    : `has the plan, tier, state, first day and bounds of ${place}`;
}
