import { z } from 'zod';
import { isSenderRule, ON_EXISTING, PERIOD_FROM } from '../intake/drop-off-settings.ts';
import { filePatternProblem } from '../intake/match-carrier.ts';
import { ALLOWED_SENDERS_MAX, SFTP_PATTERNS_MAX } from '../limits/request-limits.ts';
import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { DEFAULT_CHARGEBACKS, LINE_KINDS } from './line-kind.ts';
import { patternFaults } from './pattern.ts';

/**
 * The columns of statements (docs/reference/carriers-and-formats.md#configurations): the name by which configurations map a column, and
 * the field of a line that has its value. Columns are shown in this order.
 */
export const COLUMN_FIELDS = {
  member_external_id: 'memberExternalId',
  commission_amount: 'amount',
  member_name: 'memberName',
  /** First and last name make up the name where a statement has no column of whole names. */
  first_name: 'memberName',
  last_name: 'memberName',
  email: 'email',
  policy_number: 'policyNumber',
  plan_name: 'planName',
  plan_code: 'planCode',
  product_type: 'productType',
  premium_amount: 'premium',
  lives: 'lives',
  rate: 'rate',
  effective_date: 'effectiveDate',
  term_date: 'termDate',
  term_reason: 'termReason',
  coverage_month: 'coverageMonth',
  paid_date: 'paidDate',
  paid_through: 'paidThrough',
  months_paid: 'monthsPaid',
  transaction_type: 'transactionType',
  agent_id: 'agentId',
  agent_name: 'agentName',
  state: 'state',
  county: 'county',
  carrier_status: 'carrierStatus',
  renewal_date: 'renewalDate',
  /** Description of the payment beside its type, such as "Override" or "Broker Level". */
  description: 'description',
  /** Agent's share of the commission. */
  split: 'split',
  /** Second id of the same member, such as the Medicare id beside the carrier's own. */
  alternate_member_id: 'alternateMemberId',
} as const;

export type ColumnName = keyof typeof COLUMN_FIELDS;

const isColumnName = (text: string): text is ColumnName => Object.hasOwn(COLUMN_FIELDS, text);

export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMN_FIELDS).filter(isColumnName);

const NUMBER_FIELDS = ['premium', 'lives', 'rate', 'monthsPaid', 'split'] as const;

/** Fields with numbers that a row may leave out. */
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** Fields with texts that a row may leave out. Dates are ISO dates. */
export type TextField = Exclude<(typeof COLUMN_FIELDS)[ColumnName], NumberField | 'memberExternalId' | 'amount'>;

/** Tells fields with numbers from fields with texts. */
export const isNumberField = (field: string): field is NumberField => NUMBER_FIELDS.some((number) => number === field);

/** The columns that a row may leave out, each with its field. First and last name are part of `member_name`. */
export const OPTIONAL_COLUMNS = COLUMN_NAMES.flatMap((column): [ColumnName, NumberField | TextField][] => {
  const field = COLUMN_FIELDS[column];
  const isPartOfName = column === 'first_name' || column === 'last_name';
  return isPartOfName || field === 'memberExternalId' || field === 'amount' ? [] : [[column, field]];
});

/** Most earlier layouts of a carrier that are tried on a file. */
export const PREVIOUS_LAYOUTS_MAX = 10;

/** A version of a carrier's format. */
export interface LayoutVersion {
  readonly config: StatementConfig;
}

/**
 * Returns the earlier versions that a carrier's statements are read with too, newest first. A version with `readsPrevious` adds the version
 * before it. `older` are the versions in use, newest first, without the active one.
 */
export function previousLayouts<Version extends LayoutVersion>(
  active: StatementConfig,
  older: readonly Version[],
): readonly Version[] {
  const last = older.findIndex(({ config }) => config.readsPrevious !== true);
  const count = last === -1 ? older.length : last + 1;
  return active.readsPrevious === true ? older.slice(0, Math.min(count, PREVIOUS_LAYOUTS_MAX)) : [];
}

/** Reads and writes stored configurations compatibly with the previous and the next release. */

export interface StoredConfig {
  /** The configuration without options of a later release. */
  readonly config: StatementConfig;
  /**
   * Paths of options and values that only a later release knows, such as `sheets` or `memberId.prefix`. Empty except
   * after a rollback.
   */
  readonly laterOptions: readonly string[];
}

type Path = readonly PropertyKey[];

/**
 * Reads a stored configuration; unknown options are dropped and listed, so that scoring and drop-offs continue after a
 * rollback. Throws when the rest is no valid configuration.
 */
export function readStoredConfig(stored: unknown): StoredConfig {
  const laterOptions: string[] = [];
  let rest = stored;
  for (;;) {
    const parsed = statementConfigSchema.safeParse(rest);
    if (parsed.success) return { config: parsed.data, laterOptions };
    const unknown = parsed.error.issues.flatMap(unknownParts);
    const left = unknown.reduce<unknown>(without, rest);
    // Every pass has to remove an option. Nothing can be removed to mend a missing required option.
    if (JSON.stringify(left) === JSON.stringify(rest)) throw parsed.error;
    laterOptions.push(...unknown.map((path) => path.map(String).join('.')));
    rest = left;
  }
}

/** Returns the paths of unknown keys and values. A list is dropped whole, because a list with gaps may mean something else. */
function unknownParts(issue: z.core.$ZodIssue): Path[] {
  const untilList = (path: Path) => {
    const at = path.findIndex((part) => typeof part === 'number');
    return at === -1 ? path : path.slice(0, at);
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => untilList([...issue.path, key]));
  return issue.code === 'custom' || issue.path.length === 0 ? [] : [untilList(issue.path)];
}

const object = z.record(z.string(), z.unknown());

/** Returns a copy of the value without the part at a path. */
function without(value: unknown, [key, ...below]: Path): unknown {
  const parsed = object.safeParse(value);
  if (key === undefined || !parsed.success || !(String(key) in parsed.data)) return value;
  const { [String(key)]: part, ...others } = parsed.data;
  return below.length === 0 ? others : { ...others, [String(key)]: without(part, below) };
}

/**
 * Returns the stored form of a configuration. Newer options are omitted while unset, because older releases refuse
 * unknown options.
 */
export function configToStore({ lineKinds, ...config }: StatementConfig): Partial<StatementConfig> {
  return lineKinds.length === 0 ? config : { ...config, lineKinds };
}

/**
 * A carrier's statement format (docs/reference/carriers-and-formats.md#configurations): how its files are read and how
 * its columns map. Only the file type and the two required columns are mandatory. Parsing fills in all other options,
 * so stored formats are complete.
 */

const headerName = z.string().trim().min(1).max(200);
const headerNames = z.array(headerName).min(1).max(50);

/**
 * The pattern's cost is checked for submitted configurations only (`submittedConfigSchema`). Configurations stored before that limit must
 * stay readable.
 */
const pattern = z.string().min(1).max(PATTERN_LIMITS.characters);
const patterns = z.array(pattern).max(50);

export const columnSource = z.union([
  headerName,
  /** Synonyms. The first name in the file's header is used, also where its cells are blank. */
  headerNames,
  /** Columns whose texts are joined. */
  z.strictObject({ concat: headerNames, separator: z.string().max(10).default(' ') }),
  /** Alternative columns: the first filled cell of a row counts, such as a Medicare id or the plan's own id. */
  z.strictObject({ firstFilled: headerNames }),
  /** Amounts to add up over several columns, such as commission and override. */
  z.strictObject({ sum: headerNames }),
  /** 1-based position of a column, for files without a header. */
  z.strictObject({ column: z.int().min(1).max(500) }),
  /** The value of every row, a text. */
  z.strictObject({ constant: z.string().max(200) }),
  /** Name of the row's sheet, because some carriers separate overrides and commission by sheet. */
  z.strictObject({ sheetName: z.literal(true) }),
  /** Pattern whose first group takes the value from a group row above ("JANE DOE (Agent Number: 17)"), or from a title. */
  z.strictObject({ groupRow: pattern }),
]);
export type ColumnSource = z.output<typeof columnSource>;

const calendarDate = z.iso.date();

const transactionTypes = z.strictObject({
  /** The default stands for all usual words (line-kind.ts). */
  chargeback: patterns.default([...DEFAULT_CHARGEBACKS]),
  ignore: patterns.default([]),
});

const paidMonths = z.union([z.enum(['monthly', 'calendar_year']), z.int().min(1).max(120)]);

/**
 * Months that lines pay for at once, by transaction type or description, by product type, or for all lines. `atLeast`
 * excludes lines of fewer dollars, for carriers that pay some members yearly and others monthly under one name.
 */
const cadenceEntry = z.strictObject({
  type: patterns.optional(),
  productType: patterns.optional(),
  atLeast: z.number().min(0).max(1_000_000).optional(),
  months: paidMonths,
});

/** Cadence as a list, whose first matching entry decides, or in the older form: months by exact transaction type. */
const cadence = z.union([z.array(cadenceEntry).max(50), z.record(z.string().min(1).max(100), paidMonths)]);

/** Months without pay: by the calendar, as for school employers, or counted from the policy's first month. */
const unpaidMonths = z.strictObject({
  productType: patterns.optional(),
  months: z.array(z.int().min(1).max(12)).max(11).optional(),
  policyMonths: z.array(z.int().min(1).max(120)).max(120).optional(),
});

/** Fraction of the earlier amount: 0.05 is 5 %. Scoring rounds it to six decimals, so that it is an exact integer of millionths. */
const fraction = z.number().min(0).max(1);

export const statementConfigSchema = z
  .strictObject({
    /** "auto" detects the kind of each file from its bytes, for carriers that offer both. */
    fileType: z.enum(['csv', 'xlsx', 'pdf', 'auto']),
    encoding: z.enum(['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).default('auto'),
    delimiter: z.enum(['auto', ',', ';', '\t', '|']).default('auto'),
    sheets: z.union([z.enum(['first', 'all']), z.array(z.string().min(1).max(31)).min(1).max(50)]).default('first'),
    headerRow: z.union([z.literal('auto'), z.int().min(1).max(1000)]).default('auto'),
    /** With 2 a name spans two rows, such as "Member" above "ID" for "Member ID". `headerRow` is the lower row. */
    headerRows: z.union([z.literal(1), z.literal(2)]).optional(),
    columns: z.partialRecord(z.enum(COLUMN_NAMES), columnSource),
    /** Columns that only some of the carrier's files have. A file without one of them has no changed header. */
    optionalColumns: z.array(z.enum(COLUMN_NAMES)).max(COLUMN_NAMES.length).optional(),
    dates: z
      .strictObject({
        order: z.enum(['MDY', 'DMY', 'YMD']).default('MDY'),
        openEnded: z.array(calendarDate).max(50).default(['9999-12-31', '2078-12-31', '1900-01-01']),
      })
      .prefault({}),
    amounts: z
      .strictObject({
        decimal: z.enum(['.', ',']).default('.'),
        creditDebitMark: z.enum(['negative', 'cr_positive', 'ignore']).default('negative'),
      })
      .prefault({}),
    sign: z
      .union([z.enum(['signed', 'inverted', 'by_type']), z.strictObject({ debit: headerName, credit: headerName })])
      .default('signed'),
    transactionTypes: transactionTypes.prefault({}),
    skipRows: z.strictObject({ totals: z.boolean().default(true), patterns: patterns.default([]) }).prefault({}),
    filter: z
      .array(z.strictObject({ column: headerName, equals: z.string().max(500) }))
      .max(20)
      .default([]),
    /** Columns whose blank cells take the value of the row above. */
    carryDown: z.array(z.enum(COLUMN_NAMES)).max(COLUMN_NAMES.length).default([]),
    /** `rolling` reads only the rows of the period; `ytd` says that amounts are totals of the year so far. */
    statementMode: z.enum(['period', 'rolling', 'ytd']).default('period'),
    cadence: cadence.default({ default: 'monthly' }),
    unpaidMonths: z.array(unpaidMonths).max(50).optional(),
    /** True when payments in advance cover a policy's term, as in property and casualty. Findings then speak of terms. */
    policyTerm: z.boolean().optional(),
    /** True when a file that lacks columns of this version is read with the version before it (previous-layouts.ts). */
    readsPrevious: z.boolean().optional(),
    /**
     * Kinds of lines for carriers with words of their own (line-kind.ts). The first entry that matches the type or the
     * description decides.
     */
    lineKinds: z
      .array(z.strictObject({ kind: z.enum(LINE_KINDS), patterns }))
      .max(50)
      .default([]),
    tolerance: z
      .strictObject({ absolute: z.number().min(0).max(1_000_000).default(0.01), percent: fraction.default(0) })
      .prefault({}),
    memberId: z
      .strictObject({ stripLeadingZeros: z.boolean().default(false), pattern: pattern.nullable().default(null) })
      .prefault({}),
    sftp: z
      .strictObject({
        patterns: z.array(pattern).max(SFTP_PATTERNS_MAX).default([]),
        onExisting: z.enum(ON_EXISTING).default('reject'),
      })
      .prefault({}),
    email: z
      .strictObject({
        allowedSenders: z.array(z.string().min(3).max(254)).max(ALLOWED_SENDERS_MAX).default([]),
        periodFrom: z.enum(PERIOD_FROM).default('filename'),
      })
      .prefault({}),
  })
  .superRefine((config, context) => {
    if (config.columns.member_external_id === undefined) {
      context.addIssue({ code: 'custom', path: ['columns', 'member_external_id'], message: 'is required' });
    }
    for (const name of ['member_external_id', 'commission_amount'] as const) {
      if (config.optionalColumns?.includes(name) !== true) continue;
      context.addIssue({ code: 'custom', path: ['optionalColumns'], message: `must not name ${name}: it is required` });
    }
    // With separate debit and credit columns the amount is their difference and has no column.
    if (config.columns.commission_amount === undefined && typeof config.sign === 'string') {
      context.addIssue({ code: 'custom', path: ['columns', 'commission_amount'], message: 'is required' });
    }
    if (config.sign === 'by_type' && config.columns.transaction_type === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['columns', 'transaction_type'],
        message: 'is required when sign is by_type',
      });
    }
    if (config.statementMode === 'rolling' && !config.columns.coverage_month && !config.columns.paid_date) {
      const message = 'needs a coverage_month or a paid_date column, to tell which rows belong to the period';
      context.addIssue({ code: 'custom', path: ['statementMode'], message });
    }
    if (config.carryDown.includes('commission_amount')) {
      const message = 'can not carry commission_amount down: every row below would be paid the same amount again';
      context.addIssue({ code: 'custom', path: ['carryDown'], message });
    }
    for (const [name, source] of Object.entries(config.columns)) {
      if (typeof source === 'object' && 'sum' in source && !name.endsWith('_amount')) {
        context.addIssue({
          code: 'custom',
          path: ['columns', name],
          message: 'must not be a sum, which is for amounts only',
        });
      }
    }
  });

/**
 * Schema of submitted configurations. Stored ones may violate it: senders that match nobody, or patterns above a later
 * limit, fail only the job that uses them.
 */
export const submittedConfigSchema = statementConfigSchema.superRefine((config, context) => {
  for (const [at, entry] of config.email.allowedSenders.entries()) {
    if (isSenderRule(entry)) continue;
    const message = 'must be an address, or @domain for all of that domain';
    context.addIssue({ code: 'custom', path: ['email', 'allowedSenders', at], message });
  }
  for (const { path, message } of patternFaults(config)) context.addIssue({ code: 'custom', path: [...path], message });
  // An unreadable pattern would match no file, and every drop would be rejected without an obvious cause.
  for (const [at, text] of config.sftp.patterns.entries()) {
    const message = filePatternProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', path: ['sftp', 'patterns', at], message });
  }
});

/** A configuration with all options filled in. */
export type StatementConfig = z.output<typeof statementConfigSchema>;

/** Returns the format without the filter of rolling statements by period, for reading a file whose period is not known. */
export function keepingAllMonths(config: StatementConfig): StatementConfig {
  return config.statementMode === 'rolling' ? { ...config, statementMode: 'period' } : config;
}
