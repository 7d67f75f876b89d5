import type { z } from 'zod';
import { issueText } from '../../core/problem.ts';
import { COLUMN_NAMES } from '../../core/statement/columns.ts';
import { type StatementConfig, submittedConfigSchema } from '../../core/statement/config.ts';

/** A fault of a configuration: where it is and what is wrong. */
export interface ConfigFault {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

export type ConfigReading =
  | { readonly kind: 'config'; readonly config: StatementConfig }
  | { readonly kind: 'faulty'; readonly faults: readonly ConfigFault[] };

/**
 * Reads a configuration from JSON with every default filled in, or lists all its faults. The schema checks rules between options only when
 * each option is well formed. Malformed options are therefore set aside, and the rest is checked again.
 */
export function readConfig(value: unknown): ConfigReading {
  const parsed = parse(value);
  if (parsed.success) return { kind: 'config', config: parsed.data };
  const faults = parsed.error.issues.flatMap(faultsOfIssue);
  if (!isObject(value)) return { kind: 'faulty', faults };
  const rest = parse(withoutFaults(value, faults));
  const named = new Set(faults.map(({ path }) => path.join('.')));
  const further = rest.success ? [] : rest.error.issues.flatMap(faultsOfIssue);
  return { kind: 'faulty', faults: [...faults, ...further.filter(({ path }) => !named.has(path.join('.')))] };
}

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
