import { z } from 'zod';
import { RATES_IN_BULK_MAX } from '../../core/limits/job-limits.ts';
import { periodText, recordId } from '../platform/shared-fields.ts';
import { rateTier, rateType } from './rate-records.ts';

const PLACES = 6;

/** The largest flat rate in dollars per life and month, above every rate that carriers pay. */
const FLAT_MAX = 10_000;

/**
 * The largest share of the premium. Life carriers pay up to 1.3 in the first year; a larger number is a percentage that was typed as a
 * fraction.
 */
const PERCENT_MAX = 1.5;

/** Returns the decimal text of a JSON number in its shortest form, which equals the written text up to 15 digits. */
function decimalOf(value: number): string | null {
  const text = String(value);
  const places = text.split('.')[1]?.length ?? 0;
  return /^\d+(\.\d+)?$/.test(text) && places <= PLACES ? text : null;
}

const FIRST_DAY = '1900-01-01';

const day = (description: string) =>
  z.iso
    .date('must be a date as YYYY-MM-DD')
    .refine((date) => date >= FIRST_DAY, `must not be before ${FIRST_DAY}`)
    .nullable()
    .default(null)
    .meta({ type: ['string', 'null'], format: 'date', description });

/** The largest policy month: a hundred years. */
const POLICY_MONTH_MAX = 1200;

const LIVES_MAX = 1_000_000;

const count = (max: number, description: string) =>
  z
    .int('must be a whole number')
    .min(1, 'must not be less than 1')
    .max(max, `must not be more than ${max}`)
    .nullable()
    .default(null)
    .meta({ type: ['integer', 'null'], minimum: 1, maximum: max, description });

const sentFields = {
  planCode: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'must not be longer than 200 characters')
    .nullable()
    .default(null)
    .meta({
      description:
        'The plan as the statement shows it: its code, else its name, else its product type. Absent: for every plan that has no rate of its own. Upper and lower case are the same.',
    }),
  rateType,
  rateValue: z
    .number()
    .min(0, 'must not be less than 0')
    .max(FLAT_MAX, `must not be more than ${FLAT_MAX}`)
    .refine((value) => value < 0 || value > FLAT_MAX || decimalOf(value) !== null, 'must not have more than 6 decimals')
    .meta({
      description: 'Dollars a life and month, or a fraction of the premium: 0.05 is 5 %. Up to 6 decimals.',
      // Without an example the reference page starts with the largest rate.
      example: 26.5,
    }),
  tier: rateTier.nullable().default(null),
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be two letters')
    .transform((letters) => letters.toUpperCase())
    .nullable()
    .default(null)
    .meta({
      type: ['string', 'null'],
      pattern: '^[A-Za-z]{2}$',
      description: 'Two letters; absent: every state.',
    }),
  effectiveFrom: day('First day it holds.'),
  effectiveTo: day('Last day it holds.'),
};

/** Fields that limit when and to whom a rate applies. */
const boundFields = {
  maxLives: count(LIVES_MAX, 'Of a flat rate: a household is paid for so many lives at most. Absent: for all of them.'),
  fromPolicyMonth: count(POLICY_MONTH_MAX, 'First month of the policy it holds for; 1 is that of the effective date.'),
  toPolicyMonth: count(
    POLICY_MONTH_MAX,
    'Last month of the policy it holds for. A member without an effective date has no rate with policy months.',
  ),
  fromLives: count(LIVES_MAX, 'The smallest group it holds for.'),
  toLives: count(LIVES_MAX, 'The largest group it holds for. A member without lives has no rate with a group size.'),
};

interface SentRate {
  readonly rateType: z.output<typeof rateType>;
  readonly rateValue: number;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

const isFraction = ({ rateType: type, rateValue }: SentRate) =>
  type !== 'percent_of_premium' || rateValue <= PERCENT_MAX;

const FRACTION = {
  path: ['rateValue'],
  error: 'must not be more than 1.5: a share of the premium is a fraction, 0.05 is 5 %',
  when: ({ value }: { readonly value: unknown }) => typeof fieldOf(value, 'rateValue') === 'number',
};

const isInOrder = ({ effectiveFrom, effectiveTo }: SentRate) =>
  !effectiveFrom || !effectiveTo || effectiveFrom <= effectiveTo;

const ORDER = {
  path: ['effectiveTo'],
  error: 'must not be before effectiveFrom',
  when: ({ value }: { readonly value: unknown }) =>
    [fieldOf(value, 'effectiveFrom'), fieldOf(value, 'effectiveTo')].every(isDay),
};

interface SentBounds {
  readonly rateType: z.output<typeof rateType>;
  readonly maxLives: number | null;
  readonly fromPolicyMonth: number | null;
  readonly toPolicyMonth: number | null;
  readonly fromLives: number | null;
  readonly toLives: number | null;
}

const inOrder = (from: number | null, to: number | null) => from === null || to === null || from <= to;

const areNumbers =
  (...names: readonly string[]) =>
  ({ value }: { readonly value: unknown }) =>
    names.every((name) => isNumber(fieldOf(value, name)));

const areMonthsInOrder = (rate: SentBounds) => inOrder(rate.fromPolicyMonth, rate.toPolicyMonth);

const MONTHS_ORDER = {
  path: ['toPolicyMonth'],
  error: 'must not be less than fromPolicyMonth',
  when: areNumbers('fromPolicyMonth', 'toPolicyMonth'),
};

const areLivesInOrder = (rate: SentBounds) => inOrder(rate.fromLives, rate.toLives);

const LIVES_ORDER = {
  path: ['toLives'],
  error: 'must not be less than fromLives',
  when: areNumbers('fromLives', 'toLives'),
};

const mayHaveMaxLives = ({ rateType: type, maxLives }: SentBounds) =>
  type !== 'percent_of_premium' || maxLives === null;

const NO_MAX_LIVES = {
  path: ['maxLives'],
  error: 'must be absent for a share of the premium, which no number of lives multiplies',
  when: areNumbers('maxLives'),
};

export const newRate = z
  .strictObject({ carrierId: recordId('The carrier that pays it.'), ...sentFields, ...boundFields })
  .refine(areMonthsInOrder, MONTHS_ORDER)
  .refine(areLivesInOrder, LIVES_ORDER)
  .refine(mayHaveMaxLives, NO_MAX_LIVES)
  .refine(isFraction, FRACTION)
  .refine(isInOrder, ORDER)
  .transform(({ rateValue, ...rate }) => ({ ...rate, rateValue: decimalOf(rateValue) ?? '', ...OF_ALL_PARTS }))
  .meta({ id: 'NewExpectedRate' });

/** A rate in a list of rates of one carrier, which the request names. */
export const listedRate = z
  .strictObject({ ...sentFields, ...boundFields })
  .refine(areMonthsInOrder, MONTHS_ORDER)
  .refine(areLivesInOrder, LIVES_ORDER)
  .refine(mayHaveMaxLives, NO_MAX_LIVES)
  .refine(isFraction, FRACTION)
  .refine(isInOrder, ORDER)
  .transform(({ rateValue, ...rate }) => ({ ...rate, rateValue: decimalOf(rateValue) ?? '', ...OF_ALL_PARTS }));

/** Many rates of one carrier, as JSON and as CSV. */

export const rateList = z.strictObject({
  rates: z.array(listedRate).max(RATES_IN_BULK_MAX, `must not hold more than ${RATES_IN_BULK_MAX} rates`).meta({
    description:
      'Each takes the place of the rate of the same plan, tier, state, first day, policy months and group size.',
  }),
});

/** The fields that only an estimate may have, all empty. */
const OF_ALL_PARTS: { readonly planName: string | null; readonly productType: string | null } = {
  planName: null,
  productType: null,
};

export const estimateConfirmation = z.strictObject({
  fromPeriod: periodText(
    'The first month the rate holds for. Absent: the month the estimate was made from.',
  ).optional(),
});

/** Reads a field of a rate. Refinements run even when another field is invalid, so they must check the values that they compare. */
function fieldOf(rate: unknown, name: string): unknown {
  return typeof rate === 'object' && rate !== null
    ? new Map<string, unknown>(Object.entries(rate)).get(name)
    : undefined;
}

const isNumber = (value: unknown) => typeof value === 'number';

const isDay = (value: unknown) => typeof value === 'string' && z.iso.date().safeParse(value).success;
