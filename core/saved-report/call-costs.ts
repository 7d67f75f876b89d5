import { exponentUpperBound, wholeUpperBound } from './check-cost.ts';
import { constantTextOf, wholeNumberOf } from './node-fields.ts';
import { NUMBER_BYTES, oneOf, SHORT_BYTES, totalBytes, UNKNOWN_BYTES, type Value, valueOfSize } from './value.ts';

/**
 * Upper bounds for the result size and the time of each allowed function and operator. PostgreSQL stops a statement
 * between rows, not inside such a call. docs/adr/0021-bounded-calculations.md has the measurements.
 */
export interface Cost {
  readonly value: Value;
  /** Nanoseconds of the call itself, without its arguments. */
  readonly nanoseconds: number;
}

/** Computes the cost from the arguments. `nodes` are their expressions, for arguments written as constants. */
export type CostRule = (args: readonly Value[], nodes: readonly unknown[]) => Cost;

/** Nanoseconds for each byte, letter or byte of JSON. */
const PER_BYTE = 2;
const PER_LETTER = 10;
const PER_JSON_BYTE = 5;

/** Returns the rule of a function or operator; an unlisted name gets the default rule. */
export function costRuleOf(name: string): CostRule {
  return RULES.get(name) ?? text();
}

type Size = (args: readonly Value[], nodes: readonly unknown[]) => Value;
type Time = (args: readonly Value[], nodes: readonly unknown[]) => number;

/** Returns the bytes of an argument. */
const size = (args: readonly Value[], index: number) => args[index]?.bytes ?? 0;
const number = (bytes: number, kind: Value['kind'] = 'number') => valueOfSize(Math.min(bytes, NUMBER_BYTES), kind);

/** Returns the time proportional to the bytes of all arguments. */
const linear =
  (rate: number): Time =>
  (args) =>
    rate * totalBytes(args);

/** Returns the time to compare each place of one text with each place of the other. */
const product =
  (rate: number): Time =>
  (args) =>
    rate * size(args, 0) * size(args, 1) + PER_BYTE * totalBytes(args);

/** Returns the time of a search, which compares the part at each place where it still fits. */
const search =
  (rate: number): Time =>
  (args) =>
    rate * placesTimesPart(size(args, 0), size(args, 1)) + PER_BYTE * totalBytes(args);

function placesTimesPart(whole: number, part: number): number {
  const longest = Math.min(part, whole / 2);
  return (whole - longest) * longest;
}

function rule(sizeOf: Size, time: Time): CostRule {
  return (args, nodes) => ({ value: sizeOf(args, nodes), nanoseconds: time(args, nodes) });
}

/** The cost of a call whose result is as long as all arguments together, times a factor. */
const text = (factor = 1, time: Time = linear(PER_BYTE)) =>
  rule((args) => valueOfSize(factor * totalBytes(args) + SHORT_BYTES), time);
/** The cost of a call whose result has at most SHORT_BYTES. */
const short = (time: Time = linear(PER_BYTE)) => rule(() => valueOfSize(SHORT_BYTES), time);
/** The cost of a call whose result is a short number. */
const counted = (time: Time = linear(PER_BYTE)) => rule(() => number(SHORT_BYTES), time);
const float = rule(() => number(SHORT_BYTES, 'float'), linear(PER_BYTE));
/** The cost of a call whose result is at most as long as its first argument. */
const argument = (time: Time = linear(PER_BYTE)) => rule(([first]) => unnumbered(first), time);
/** The cost of a call whose result is a number with the digits of all arguments and `more` further digits. */
const numeric = (time: Time = linear(1), more = 40) =>
  rule((args) => number(totalBytes(args) + more, kindOfNumbers(args)), time);
/** The cost of a call whose result is one of its arguments. */
const passed = rule(
  (args) => withoutTime(oneOf(args)),
  () => 0,
);
/** The cost of a call whose result is a list of unknown length. */
const collected = rule(() => valueOfSize(UNKNOWN_BYTES), linear(1));

function unnumbered(value: Value | undefined): Value {
  return valueOfSize(value?.bytes ?? 0);
}

function withoutTime(value: Value): Value {
  return { ...value, nanoseconds: 0 };
}

/** Returns 'float' when an argument is a float, as PostgreSQL then computes in floating point. */
function kindOfNumbers(args: readonly Value[]): Value['kind'] {
  return args.some(({ kind }) => kind === 'float') ? 'float' : 'number';
}

const digits = (args: readonly Value[], index: number) => Math.min(size(args, index), NUMBER_BYTES);
const unlessFloat =
  (time: Time): Time =>
  (args, nodes) =>
    kindOfNumbers(args) === 'float' ? 0 : time(args, nodes);
const multiplied: Time = unlessFloat((args) => 0.08 * digits(args, 0) * digits(args, 1));
const divided: Time = unlessFloat((args) => 0.35 * placesTimesPart(digits(args, 0), digits(args, 1)));
const squared: Time = unlessFloat((args) => 0.15 * digits(args, 0) ** 2);

/**
 * The cost of a power. Its result has as many digits as the base times the exponent. Without a constant exponent it counts as the longest
 * number.
 */
const power: CostRule = (args, [, exponent]) => {
  const bound = exponentUpperBound(exponent);
  const bytes = number(bound === null ? NUMBER_BYTES : size(args, 0) * Math.max(1, Math.abs(bound)) + 40).bytes;
  const kind = kindOfNumbers(args);
  if (kind === 'float') return { value: number(SHORT_BYTES, kind), nanoseconds: 0 };
  return { value: number(bytes, kind), nanoseconds: 0.1 * bytes ** 2 };
};

/** The cost of exp(), whose result has at most 2,606 digits before the point. */
const exponential: CostRule = (args) => ({
  value: number(4_000, kindOfNumbers(args)),
  nanoseconds: kindOfNumbers(args) === 'float' ? 0 : 20_000_000,
});
const logarithm: Time = unlessFloat((args) => 1_000 * Math.min(totalBytes(args), 20_000));
/** The time of a root, whose result has half the digits of its number. Short numbers get up to a thousand decimals. */
const root: Time = unlessFloat((args, nodes) => logarithm(args, nodes) + 0.03 * digits(args, 0) ** 2);

/**
 * The cost of rounding to a number of places. A numeric has at most 16,383 decimals, which are assumed for a number that is not constant.
 */
const rounded: CostRule = (args, [, places]) => {
  const behind = places === undefined ? 0 : Math.abs(wholeNumberOf(places) ?? 16_383);
  return { value: number(size(args, 0) + behind + 2, kindOfNumbers(args)), nanoseconds: totalBytes(args) };
};

/** A character has at most four bytes. */
const CHARACTER_BYTES = 4;

/** The cost of left() and right(). The result has as many characters as a constant last argument says, or is as long as the text. */
const cut: CostRule = (args, nodes) => {
  const bound = nodes.length > 1 ? wholeUpperBound(nodes.at(-1)) : null;
  const bytes = bound === null || bound < 0 ? size(args, 0) : Math.min(size(args, 0), CHARACTER_BYTES * bound);
  return { value: valueOfSize(bytes), nanoseconds: size(args, 0) };
};
/** The cost of substring(). A third argument is the length of the result. With two arguments the result reaches to the end of the text. */
const partial: CostRule = (args, nodes) =>
  nodes.length > 2 ? cut(args, nodes) : { value: unnumbered(args[0]), nanoseconds: PER_BYTE * totalBytes(args) };

const repeated: CostRule = (args, [, times]) => {
  const bytes = size(args, 0) * (wholeUpperBound(times) ?? 0);
  return { value: valueOfSize(bytes), nanoseconds: 2 * bytes };
};
const padded: CostRule = (_, [, length]) => {
  const bytes = CHARACTER_BYTES * (wholeUpperBound(length) ?? 0);
  return { value: valueOfSize(bytes), nanoseconds: PER_BYTE * bytes };
};

/** The cost of a replacement. The new text may be put at each place of the text. */
const replaced = (time: Time): CostRule =>
  rule(
    (args) => valueOfSize((size(args, 0) + 1) * (size(args, 2) + 1)),
    (args, nodes) => {
      const made = Math.min((size(args, 0) + 1) * (size(args, 2) + 1), UNKNOWN_BYTES);
      return time(args, nodes) + 2 * made;
    },
  );
const expression: Time = (args) => 20 * size(args, 0) + 100 * size(args, 1);
/** The cost of splitting a text into an array. An element takes eight bytes more than its text. */
const split = (time: Time): CostRule => rule((args) => valueOfSize(8 * size(args, 0) + SHORT_BYTES), time);
/** The cost of joining texts. The separator is put between any two values. */
const joined = (texts: readonly Value[], separators: readonly Value[]): Cost => {
  const bytes = 3 * totalBytes(texts) * (1 + totalBytes(separators));
  return { value: valueOfSize(bytes), nanoseconds: PER_BYTE * Math.min(bytes, UNKNOWN_BYTES) };
};
/** The cost of to_char(). Each character of the pattern becomes at most twenty characters of the result. */
const formatted = rule(
  (args) => valueOfSize(size(args, 0) + 20 * size(args, 1) + SHORT_BYTES),
  (args) => PER_BYTE * size(args, 0) + 300 * size(args, 1),
);

/** The cost of format(). A pattern that is not constant, or has a width of *, may request any width. */
const filled: CostRule = (args, [pattern]) => {
  const written = constantTextOf(pattern);
  const widths = written?.match(/\d+(?!\$)\d*/g)?.map(Number) ?? [];
  const isKnown = written !== null && !written.includes('*');
  const fields = written?.split('%').length ?? 0;
  const widest = Math.max(...widths.map((width) => CHARACTER_BYTES * width), totalBytes(args));
  const bytes = isKnown ? fields * widest + SHORT_BYTES : UNKNOWN_BYTES;
  return { value: valueOfSize(bytes), nanoseconds: PER_BYTE * Math.min(bytes, UNKNOWN_BYTES) };
};

/** The cost of writing JSON, in which a control character takes six characters. */
const asJson = rule((args) => valueOfSize(7 * totalBytes(args) + SHORT_BYTES), linear(PER_JSON_BYTE));
/** The cost of indented JSON. Each level of nesting is indented further. */
const indented: CostRule = (args) => {
  const bytes = Math.min(size(args, 0) ** 2 + SHORT_BYTES, UNKNOWN_BYTES);
  return { value: valueOfSize(bytes), nanoseconds: PER_JSON_BYTE * bytes };
};
const fetched = argument(linear(PER_JSON_BYTE));
/** The cost of a containment test, which compares each element with all others. */
const contained = short(product(0.1));
const compared = short((args) => 2 * placesTimesPart(size(args, 0), size(args, 1)) + 25 * totalBytes(args));
const matched = short(expression);

/** The cost of the operator `-`, which subtracts numbers and dates, and removes keys from a JSON value. */
const subtracted: CostRule = (args, nodes) => {
  const [left, right] = [size(args, 0), size(args, 1)];
  if (left <= NUMBER_BYTES) return numeric(linear(1), 2)(args, nodes);
  return { value: unnumbered(args[0]), nanoseconds: product(0.1)(args, nodes) + right };
};

/** Rules by names separated by spaces. */
const RULES: ReadonlyMap<string, CostRule> = new Map(
  (
    [
      [
        'count bool_and bool_or every regr_count row_number rank dense_rank ntile num_nulls num_nonnulls',
        counted(linear(1)),
      ],
      ['percent_rank cume_dist corr covar_pop covar_samp regr_avgx regr_avgy regr_intercept regr_r2 regr_slope', float],
      ['regr_sxx regr_sxy regr_syy cbrt sin cos tan cot asin acos atan atan2 degrees radians pi', float],
      ['min max any_value mode percentile_disc percentile_cont first_value last_value nth_value lag lead', passed],
      ['string_agg', rule(() => valueOfSize(UNKNOWN_BYTES, 'text'), linear(1))],
      ['array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg', collected],
      ['sum avg bit_and bit_or bit_xor abs ceil ceiling floor sign trim_scale lcm', numeric()],
      ['stddev stddev_pop stddev_samp variance var_pop var_samp', numeric(squared, 1_100)],
      ['length char_length character_length octet_length ascii scale min_scale', counted()],
      ['cardinality array_ndims array_length array_lower array_upper', counted(() => 0)],
      ['array_position json_array_length jsonb_array_length', counted(linear(PER_LETTER))],
      ['array_dims chr to_hex json_typeof jsonb_typeof starts_with', short()],
      ['md5', short(linear(PER_LETTER))],
      ['lower', text(1.5, linear(PER_LETTER))],
      ['upper initcap', text(3, linear(PER_LETTER))],
      ['reverse', text(1, linear(PER_LETTER))],
      ['normalize', text(18, (args) => 2.5 * size(args, 0) ** 2)],
      ['is_normalized', short((args) => 2.5 * size(args, 0) ** 2)],
      ['btrim ltrim rtrim', argument((args) => (args.length > 1 ? product(4)(args, []) : PER_LETTER * size(args, 0)))],
      ['translate', rule((args) => valueOfSize(CHARACTER_BYTES * size(args, 0)), product(7))],
      ['strpos position', counted(search(0.6))],
      ['split_part string_to_table', argument(search(0.6))],
      ['string_to_array', split(search(0.6))],
      ['replace', replaced(search(0.6))],
      ['left right', cut],
      ['substr substring', partial],
      ['repeat', repeated],
      ['lpad rpad', padded],
      ['regexp_like regexp_count regexp_instr ~ ~* !~ !~*', matched],
      ['regexp_substr regexp_split_to_table', argument(expression)],
      ['regexp_match regexp_matches regexp_split_to_array', split(expression)],
      ['regexp_replace', replaced(expression)],
      ['~~ ~~* !~~ !~~*', compared],
      ['concat_ws', ([separator, ...texts]) => joined(texts, separator === undefined ? [] : [separator])],
      ['array_to_string', ([list, ...separators]) => joined(list === undefined ? [] : [list], separators)],
      ['format', filled],
      ['to_char', formatted],
      ['to_number', rule(([first]) => number(size(first === undefined ? [] : [first], 0)), formattedTime)],
      ['to_date to_timestamp', short(formattedTime)],
      ['round trunc', rounded],
      ['sqrt', numeric(root, 1_100)],
      ['ln log log10 |/ ||/', numeric(logarithm, 1_100)],
      ['exp', exponential],
      ['power pow ^', power],
      ['mod div gcd % width_bucket', numeric(divided)],
      ['/', numeric(divided, 1_100)],
      ['*', numeric(multiplied, 4)],
      ['+', numeric(linear(1), 2)],
      ['-', subtracted],
      ['|| concat', text(1, linear(3))],
      ['@> <@ && ? ?| ?&', contained],
      ['= <> < > <= >= ^@ BETWEEN', short()],
      ['& | # << >> @', numeric()],
      ['-> ->> #> #>> #-', fetched],
      ['json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text', fetched],
      ['array_positions array_remove unnest json_strip_nulls jsonb_strip_nulls trim_array', fetched],
      ['json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text', fetched],
      ['json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys', fetched],
      ['to_json to_jsonb row_to_json array_to_json json_object jsonb_object', asJson],
      ['json_build_object jsonb_build_object json_build_array jsonb_build_array', asJson],
      ['jsonb_pretty', indented],
      ['now date isfinite justify_days justify_hours justify_interval age date_trunc date_add date_subtract', short()],
      ['date_bin make_date make_time make_timestamp make_timestamptz make_interval timezone overlaps', short()],
      ['date_part extract generate_subscripts', counted()],
      ['generate_series', numeric()],
    ] satisfies readonly (readonly [string, CostRule])[]
  ).flatMap(([names, cost]) => names.split(' ').map((name): [string, CostRule] => [name, cost])),
);

function formattedTime(args: readonly Value[]): number {
  return PER_BYTE * size(args, 0) + 300 * size(args, 1);
}
