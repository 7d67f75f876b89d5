import fc from 'fast-check';
import type { ModelConfig, ModelInput } from './book-model.ts';
import type { ModelOperation } from './book-model-operations.ts';
import type { ModelRate } from './book-model-owed.ts';
import type { ModelFile, ModelLine } from './book-model-record.ts';

/**
 * Makes random books for the book model and the code compared with it. They have few members, policies, plans and months, so that these
 * meet, and amounts at the edges of tolerances and of cents. All legal contents of carriers' files occur. Contents that the parser never
 * passes on (blank texts, more than four places) do not occur.
 */

const MEMBERS = ['A1', 'B2', '00C3', 'Dé4', 'E5'] as const;
const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-05', '2026-06', '2027-01'] as const;

/** Makes the usual value most of the time. Otherwise no member would stay unchanged, because a line has many fields. */
function usually<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight: 20 },
    { arbitrary: fc.constantFrom(usual, ...others), weight: 1 },
  );
}

/** Makes the usual text, an equivalent spelling of it, another text, or null. */
function text(usual: string, ...others: readonly string[]): fc.Arbitrary<string | null> {
  return usually<string | null>(usual, usual.toLowerCase(), ` ${usual.replaceAll(' ', '  ')} `, ...others, null);
}

/** Makes amounts that are often at an edge: of the default tolerance around 50, of a percentage, of a cent, of zero. */
const amount: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constant('50'), weight: 10 },
  { arbitrary: fc.constantFrom('50.01', '50.0101', '49.99', '49.9899', '55', '45', '40'), weight: 6 },
  { arbitrary: fc.constantFrom('0', '-50', '-49.99', '-20'), weight: 4 },
  {
    arbitrary: fc.constantFrom('0.01', '-0.01', '0.0049', '0.005', '-0.005', '12.3456', '-12.3456', '9999999.99'),
    weight: 1,
  },
  { arbitrary: fc.integer({ min: -1_000_000, max: 2_000_000 }).map(tenThousandths), weight: 1 },
);

function tenThousandths(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Makes the id in any spelling with the same normal form. */
function spelledId(id: string): fc.Arbitrary<string> {
  const wide = id.replace(/[A-E]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
  return fc.constantFrom(
    id,
    id.toLowerCase(),
    ` ${id}`,
    `${id.slice(0, 1)} ${id.slice(1)}`,
    `${id}\u00a0`,
    wide,
    id.normalize('NFD'),
  );
}

const member = fc.constantFrom(...MEMBERS).chain(spelledId);

/** A line with all its optional fields. */
const lineArbitrary: fc.Arbitrary<ModelLine> = fc.record({
  member,
  policy: usually<string | null>('P1', 'P2', 'P10', ' p1 ', 'p 1', '\uff301', null),
  amount,
  premium: usually<string | null>('1000', '1000.004', '999.995', '500.5', '0', null),
  lives: usually<string | null>(null, '1', '1.0', '2', '1.5'),
  monthsPaid: usually<string | null>(null, '1', '0.5'),
  planCode: text('MA-1', 'MA-2', 'PDP'),
  planName: text('Gold Plan', 'Silver Plan'),
  agentId: text('AG 7', 'AG 8'),
  agentName: text('Ann Lee', 'Bo Ray'),
  memberName: text('Doe, Jane', 'Doe, John'),
  email: text('jane@example.com', 'john@example.com'),
  state: text('FL', 'TX'),
  effectiveDate: usually<string | null>('2025-08-01', '2024-12-31', '2025-01-01', '2026-04-01', null),
  termDate: usually<string | null>(null, '2026-03-31'),
  carrierStatus: text('Active', 'Termed'),
  productType: text('MA', 'PDP'),
});

/** Lines with some duplicates: identical lines are legal, and both count. */
const lines: fc.Arbitrary<ModelLine[]> = fc
  .array(fc.tuple(lineArbitrary, usually(false, true)), { minLength: 1, maxLength: 8 })
  .map((entries) => entries.flatMap(([line, twice]) => (twice ? [line, line] : [line])));

function fileOf(period: string): fc.Arbitrary<ModelFile> {
  return lines.map((ofFile) => ({ period, lines: ofFile }));
}

/** One to six periods in any order of arrival, with gaps, some split over files. */
export const filesArbitrary: fc.Arbitrary<ModelFile[]> = fc
  .array(fc.constantFrom(...MONTHS), { minLength: 1, maxLength: 8 })
  .chain((periods) => fc.tuple(...periods.slice(0, 6).map(fileOf)));

/** Bounds of rates. Bounds of one kind never overlap, because two rates that could both apply are refused. */
const BOUNDS: readonly Pick<ModelRate, 'fromPolicyMonth' | 'toPolicyMonth' | 'fromLives' | 'toLives'>[] = [
  { toPolicyMonth: 8 },
  { fromPolicyMonth: 9, toPolicyMonth: 12 },
  { fromPolicyMonth: 13 },
  { toLives: 1 },
  { fromLives: 2 },
  { toPolicyMonth: 9, fromLives: 2 },
  { toPolicyMonth: 9, toLives: 1 },
  { fromPolicyMonth: 10, fromLives: 1 },
];

const rate: fc.Arbitrary<ModelRate> = fc
  .record({
    planCode: fc.constantFrom<string | undefined>(undefined, 'MA-1', ' ma-1', 'MA-2'),
    state: fc.constantFrom<string | undefined>(undefined, 'FL', 'TX'),
    tier: fc.constantFrom<ModelRate['tier']>(undefined, 'initial', 'renewal'),
    kind: fc.oneof(
      fc.record({
        rateType: fc.constant('flat_per_member' as const),
        rateValue: fc.constantFrom('50', '50.01', '50.010001', '0', '33.3333'),
      }),
      fc.record({
        rateType: fc.constant('percent_of_premium' as const),
        rateValue: fc.constantFrom('0.05', '0.050001', '0.123456', '0', '1'),
      }),
    ),
    effectiveFrom: fc.constantFrom<string | undefined>(undefined, '2025-12-01', '2025-12-02', '2026-01-01'),
    effectiveTo: fc.constantFrom<string | undefined>(undefined, '2026-01-31', '2026-02-01', '2026-12-31'),
    bounds: fc.oneof({ arbitrary: fc.constant({}), weight: 2 }, { arbitrary: fc.constantFrom(...BOUNDS), weight: 1 }),
    maxLives: fc.constantFrom(undefined, undefined, 1),
  })
  .map(({ planCode, state, tier, kind, effectiveFrom, effectiveTo, bounds, maxLives }) => ({
    ...kind,
    ...bounds,
    ...(maxLives === undefined || kind.rateType !== 'flat_per_member' ? {} : { maxLives }),
    ...(planCode === undefined ? {} : { planCode }),
    ...(state === undefined ? {} : { state }),
    ...(tier === undefined ? {} : { tier }),
    ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
    ...(effectiveTo === undefined ? {} : { effectiveTo }),
  }));

/** Makes rates that differ in plan, state, tier, first day or bounds, because a later equal rate would replace the earlier. */
export const ratesArbitrary: fc.Arbitrary<ModelRate[]> = fc.uniqueArray(rate, {
  maxLength: 6,
  selector: ({ planCode, state, tier, effectiveFrom, fromPolicyMonth, toPolicyMonth, fromLives, toLives }) =>
    [
      planCode?.trim().toUpperCase(),
      state,
      tier,
      effectiveFrom,
      fromPolicyMonth,
      toPolicyMonth,
      fromLives,
      toLives,
    ].join('|'),
});

export const configArbitrary: fc.Arbitrary<ModelConfig> = fc.record({
  toleranceAbsolute: fc.constantFrom('0.01', '0', '0.005', '5', '10'),
  tolerancePercent: fc.constantFrom('0', '0.000001', '0.0002', '0.1', '1'),
});

/** A book of any kind. */
export const bookArbitrary: fc.Arbitrary<ModelInput> = fc.record({
  files: filesArbitrary,
  rates: ratesArbitrary,
  estimates: fc.boolean(),
  config: configArbitrary,
});

/** Makes a line of a statement with rates that can be estimated: a share of the premium, a usual amount, or neither. */
const estimableLine = (id: string, { regular, flat, cut, named }: EstimableKind): fc.Arbitrary<ModelLine> => {
  const one = fc.record({
    member: fc.constant(id),
    policy: fc.constant(null),
    amount: regular
      ? cut
        ? fc.constantFrom('40', '40.4', '51')
        : usually('50', '50.5', '51', '150', '100')
      : fc.oneof(
          fc.constantFrom('25', '30', '75.5', '0', '-25'),
          fc.integer({ min: 1, max: 1_000_000 }).map(tenThousandths),
        ),
    premium: regular
      ? fc.constantFrom<string | null>('1000', '1000', '1000', '1000', '1000', '1010', '990', '0', null)
      : fc.constantFrom('1000', '200', null),
    lives: fc.constantFrom<string | null>(null, null, '2', '1.5', '3'),
    monthsPaid: fc.constantFrom<string | null>(null, '0.5'),
    planCode: named ? fc.constant(null) : usually<string | null>('MA-1', 'ma-1', 'MA-2', null),
    planName: named ? fc.constantFrom('Gold', 'gold ', 'Silver', null) : fc.constant(null),
    productType: named ? fc.constantFrom('MA', 'Dental  HMO', 'dental hmo', null) : fc.constant(null),
    effectiveDate: named ? usually<string | null>('2025-08-01', '2024-08-15', null) : fc.constant(null),
  });
  if (!flat) return one;
  const [single, ...others] = cut ? HOUSEHOLDS_CUT : HOUSEHOLDS;
  return fc
    .record({ one, paid: usually<readonly [string | null, string]>(single, ...others) })
    .map(({ one: { premium: _, monthsPaid: _months, ...line }, paid: [lives, amount] }) => ({
      ...line,
      lives,
      amount,
    }));
};

/** Lives and pay: fifty per life, for at most three lives. */
const HOUSEHOLDS = [
  [null, '50'],
  ['2', '100'],
  ['4', '150'],
  ['5', '150'],
  ['1', '45'],
] as const;
const HOUSEHOLDS_CUT = [
  [null, '40'],
  [null, '50'],
  ['5', '120'],
] as const;

/** The kind of a statement: consistent or random payments, a month with less for everybody, plans by name or by code. */
interface EstimableKind {
  readonly regular: boolean;
  /** Pays by lives, without premiums. */
  readonly flat: boolean;
  readonly cut: boolean;
  readonly named: boolean;
}

function estimableFile(period: string): fc.Arbitrary<ModelFile> {
  return fc
    .record({
      members: fc.integer({ min: 1, max: 24 }),
      kind: fc.record({ regular: fc.boolean(), flat: fc.boolean(), cut: fc.boolean(), named: fc.boolean() }),
    })
    .chain(({ members, kind }) => fc.tuple(...Array.from({ length: members }, (_, n) => estimableLine(`M${n}`, kind))))
    .map((ofFile) => ({ period, lines: ofFile }));
}

/** A book whose expected amounts use automatic estimates, with enough records for some plans to have their own. */
export const estimatedBookArbitrary: fc.Arbitrary<ModelInput> = fc.record({
  files: fc.tuple(estimableFile('2026-02'), estimableFile('2026-01')),
  rates: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: ratesArbitrary, weight: 1 }),
  estimates: fc.constant(true),
  config: configArbitrary,
});

/** Overlapping uploads, appends, replacements and retractions; `historyOf` returns the result. */
export const operationsArbitrary: fc.Arbitrary<ModelOperation[]> = fc.array(
  fc.constantFrom(...MONTHS.slice(1, 5)).chain((period) =>
    fc.oneof(
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('upload' as const, 'append' as const, 'replace' as const),
          file: fc.oneof(
            { arbitrary: fileOf(period), weight: 6 },
            // Some files have equal bytes, and files without lines have jobs that fail.
            { arbitrary: fc.constant({ period, lines: [{ member: 'A1', policy: null, amount: '50' }] }), weight: 2 },
            { arbitrary: fc.constant({ period, lines: [] }), weight: 1 },
          ),
          one: fc.option(fc.nat(5), { nil: undefined }),
        }),
        weight: 5,
      },
      {
        arbitrary: fc.record({
          kind: fc.constant('retract' as const),
          period: fc.constant(period),
          one: fc.option(fc.nat(5), { nil: undefined }),
        }),
        weight: 1,
      },
    ),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Makes lines of members that stay unchanged except for their pay: less, more, nothing, pay again, or pay above a limit. */
const steadyLines: fc.Arbitrary<ModelLine[]> = fc
  .tuple(
    ...MEMBERS.map((id) =>
      fc.record({
        member: fc.constant(id),
        policy: fc.constant('P1'),
        amount: fc.oneof(
          { arbitrary: fc.constant('50'), weight: 8 },
          { arbitrary: fc.constantFrom('40', '60', '-50', '-120', '700'), weight: 2 },
        ),
        isListed: usually(true, false),
      }),
    ),
  )
  .map((members) => members.filter(({ isListed }) => isListed).map(({ isListed: _, ...line }) => line))
  .filter((ofFile) => ofFile.length > 0);

/** Six months in order, some of which are then corrected, retracted, filled again or scored again. */
export const correctionsArbitrary = fc.record({
  months: fc.tuple(...MONTHS.slice(0, 6).map((period) => steadyLines.map((ofFile) => ({ period, lines: ofFile })))),
  corrections: fc.array(
    fc.record({
      kind: fc.constantFrom(
        'replace' as const,
        'replace' as const,
        'append' as const,
        'retract' as const,
        'rescore' as const,
      ),
      period: fc.constantFrom(...MONTHS.slice(0, 7)),
      lines: steadyLines,
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
