import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { issueText, type Refused } from '../../core/problem.ts';
import { unknownCarrier, unknownVersion } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { COLUMN_NAMES, type StatementConfig, submittedConfigSchema } from '../../core/statement/config.ts';
import { configShape, statementConfig } from '../reading/test-config.ts';

const removedAt = z.iso.datetime().nullable().describe('Since when it reads no more statements; null: in use.');

const configFields = {
  id: z.string(),
  carrierId: z.string(),
  version: z.int(),
  active: z.boolean().describe('The version that statements are read with.'),
  shared: z.boolean().describe('Of the shared catalogue. Versions of your own go before it.'),
  createdAt: z.iso.datetime(),
};

/** A version of a carrier's statement format, as an account sees it. */
export const configVersion = z
  .object({ ...configFields, config: statementConfig, removedAt })
  .meta({ id: 'ConfigVersion', description: 'One version of a statement format, with every option filled in.' });
export type ConfigVersion = Readonly<z.output<typeof configVersion>>;

export const CONFIG_COLUMNS = ['id', 'carrierId', 'version', 'active', 'shared', 'createdAt', 'config', 'removedAt'];

const replaces = z
  .object({
    version: z.int(),
    readsPrevious: z.boolean().describe('Files that lack columns of the new version are still read with this one.'),
  })
  .nullable()
  .describe(`The version that was active before; null for the first. Unless \`readsPrevious\` is true, the new one replaces it: files
in the layout before are no longer read.`);

export const addedConfig = z.object({ id: z.string(), version: z.int(), replaces }).meta({ id: 'AddedConfig' });
export type AddedConfig = Readonly<z.output<typeof addedConfig>>;

/** The statement formats of carriers. Methods return null when the account sees no such carrier, or the carrier has no such version. */
export interface ConfigStore {
  /** Returns versions, newest first. The account's own version hides a shared one of the same number. */
  list(accountId: string, carrierId: string, page: OffsetPosition): Promise<OffsetPage<ConfigVersion> | null>;
  find(accountId: string, carrierId: string, version: number): Promise<ConfigVersion | null>;
  /** Adds the version after the highest one that the account sees, and makes it the active one. */
  add(
    key: { readonly accountId: string; readonly carrierId: string },
    config: StatementConfig,
    origin: RequestOrigin,
  ): Promise<AddedConfig | Refused | null>;
  /** Removes a version, so that no statement is read with it any more. It can still be found. `remove` itself returns null when done. */
  remove(
    key: { readonly accountId: string; readonly carrierId: string },
    removal: {
      readonly version: number;
      readonly origin: RequestOrigin;
      /** Called under the lock of the versions. `others`: how many other versions, shared ones included, remain in use. */
      readonly refuseRemoval: (found: ConfigVersion, others: number) => Refused | null;
    },
  ): Promise<Refused | null>;
}

/** Manages versions of a carrier's statement format (docs/reference/carriers-and-formats.md#configurations). */
export interface ConfigManagement {
  readonly configs: ConfigStore;
}

interface CarrierKey {
  readonly accountId: string;
  readonly carrierId: string;
}

/** Lists versions, newest first. Refuses an unknown carrier. */
export async function listConfigs(
  { configs }: ConfigManagement,
  { accountId, carrierId }: CarrierKey,
  page: OffsetPosition,
): Promise<OffsetPage<ConfigVersion> | Refused> {
  return (await configs.list(accountId, carrierId, page)) ?? unknownCarrier();
}

/** Finds one version. Refuses an unknown carrier or version. */
export async function findConfig(
  { configs }: ConfigManagement,
  { accountId, carrierId, version }: CarrierKey & { readonly version: number },
): Promise<ConfigVersion | Refused> {
  const found = await configs.find(accountId, carrierId, version);
  return found ?? unknownVersion();
}

/** Adds a version, which is active from now on. Refuses an unknown carrier, and a version above the account's limit. */
export async function addConfig(
  { configs }: ConfigManagement,
  { config, ...key }: CarrierKey & { readonly config: StatementConfig },
  origin: RequestOrigin,
): Promise<AddedConfig | Refused> {
  return (await configs.add(key, config, origin)) ?? unknownCarrier();
}

/**
 * Removes a version of the account. The newest remaining version of the account becomes active or, without one, the newest shared version.
 * Returns null when done; refuses an unknown, shared, removed or last version.
 */
export function removeConfig(
  { configs }: ConfigManagement,
  { version, ...key }: CarrierKey & { readonly version: number },
  origin: RequestOrigin,
): Promise<Refused | null> {
  return configs.remove(key, { version, origin, refuseRemoval });
}

/** Refuses a shared version, a removed version, and the last version of a carrier, without which its statements could not be read. */
function refuseRemoval({ version, shared, removedAt }: ConfigVersion, others: number): Refused | null {
  if (shared) return refuse('conflict', `Version ${version} belongs to the shared catalogue and can not be removed.`);
  if (removedAt !== null) return refuse('conflict', `Version ${version} is removed already.`);
  if (others > 0) return null;
  return refuse(
    'conflict',
    `Version ${version} is the only one of the carrier. Add another one first, or delete the carrier.`,
  );
}

/** A fault of a configuration: where it is and what is wrong. */
interface ConfigFault {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

type ConfigReading =
  | { readonly kind: 'config'; readonly config: StatementConfig }
  | { readonly kind: 'faulty'; readonly faults: readonly ConfigFault[] };

/**
 * Reads a configuration from JSON with every default filled in, or lists all its faults. The schema checks rules between options only when
 * each option is well formed. Malformed options are therefore set aside, and the rest is checked again.
 */
function readConfig(value: unknown): ConfigReading {
  const parsed = parse(value);
  if (parsed.success) return { kind: 'config', config: parsed.data };
  const faults = parsed.error.issues.flatMap(faultsOfIssue);
  if (!isObject(value)) return { kind: 'faulty', faults };
  const rest = parse(withoutFaults(value, faults));
  const named = new Set(faults.map(({ path }) => path.join('.')));
  const further = rest.success ? [] : rest.error.issues.flatMap(faultsOfIssue);
  return { kind: 'faulty', faults: [...faults, ...further.filter(({ path }) => !named.has(path.join('.')))] };
}

/** A configuration in a request. It has a schema of its own, because the options may be absent in a request only. */
const newStatementConfig = z.strictObject(configShape).meta({
  id: 'NewStatementConfig',
  description: `How a carrier's statements are read. Only fileType and the columns member_external_id and commission_amount must be
given. With the fileType "auto" the bytes of each file tell whether it is CSV, a workbook or a PDF. A column is a header name, a list of synonyms, or one of the objects { concat }, { firstFilled }, { sum }, { column },
{ constant }, { groupRow }.`,
  example: {
    fileType: 'csv',
    columns: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  },
});

/** A configuration as a JSON body. It is parsed as a whole first, so that every fault is listed at once. */
export const configBody = z.preprocess((value, context) => {
  const reading = readConfig(value);
  if (reading.kind === 'config') return value;
  for (const { path, detail } of reading.faults) {
    context.addIssue({ code: 'custom', path: [...path], message: detail });
  }
  return value;
}, newStatementConfig);

const parse = (value: unknown) => submittedConfigSchema.safeParse(value, { reportInput: true, error: issueText });

function faultsOfIssue(issue: z.core.$ZodIssue): readonly ConfigFault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], detail: 'is not a field of a configuration' }));
  }
  const isMissing = (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined;
  if (isMissing) return [{ path, detail: 'is required' }];
  if (issue.code === 'invalid_union') return [{ path, detail: 'has none of the forms it may have' }];
  return [{ path, detail: issue.message }];
}

/** Stands for a column that is present but malformed, so that the column is not reported as missing as well. */
const PLACEHOLDER = { constant: '' };

function withoutFaults(value: object, faults: readonly ConfigFault[]): object {
  const faulty = new Set(faults.map(({ path }) => path[0]));
  const kept = Object.fromEntries<unknown>(Object.entries(value).filter(([name]) => !faulty.has(name)));
  const columns = faulty.has('columns') ? withoutFaultyColumns(value, faults) : kept['columns'];
  return {
    ...kept,
    fileType: kept['fileType'] ?? 'csv',
    // The sign decides whether the amount needs a column of its own.
    columns: faulty.has('sign') && isObject(columns) ? { commission_amount: PLACEHOLDER, ...columns } : columns,
  };
}

function withoutFaultyColumns(value: object, faults: readonly ConfigFault[]): object {
  const columns = 'columns' in value && isObject(value.columns) ? value.columns : {};
  const faulty = new Set(faults.flatMap(({ path }) => (path[0] === 'columns' ? [path[1]] : [])));
  const known = new Set<string>(COLUMN_NAMES);
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => known.has(name))
      .map(([name, source]): [string, unknown] => [name, faulty.has(name) ? PLACEHOLDER : source]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
