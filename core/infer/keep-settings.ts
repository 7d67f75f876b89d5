import { type StatementConfig, statementConfigSchema } from '../statement/config.ts';
import type { Inference } from './infer-config.ts';

/** Options that describe how a carrier pays and sends files. A new layout changes none of them. */
const CARRIER_OPTIONS = [
  'cadence',
  'unpaidMonths',
  'policyTerm',
  'lineKinds',
  'tolerance',
  'memberId',
  'sftp',
  'email',
] as const satisfies readonly (keyof StatementConfig)[];

/** Options that a file's own evidence must not change, because members would get other ids. */
const ALWAYS_KEPT: ReadonlySet<keyof StatementConfig> = new Set(['memberId']);

/** Values of a configuration that names only its two required columns. */
const DEFAULTS = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'id', commission_amount: 'amount' },
});

/**
 * Copies the carrier's options from the active format into a proposal for a new layout. Options found in the file take precedence, except
 * options for member ids. A note names the copied options, so that a person can check them.
 */
export function keepSettings(inferred: Inference, current: StatementConfig | null): Inference {
  return current === null ? inferred : readBothFileTypes(keepCarrierOptions(inferred, current), current);
}

/** Makes the format read both file types, if the active format has the same columns for another file type. */
function readBothFileTypes(inferred: Inference, { fileType, columns }: StatementConfig): Inference {
  const { config } = inferred;
  const isOneFormat =
    isSame(columns.member_external_id, config.columns.member_external_id) &&
    isSame(columns.commission_amount, config.columns.commission_amount);
  if (fileType === config.fileType || !isOneFormat) return inferred;
  const note = 'The columns are those of the format in use: this one reads files of both kinds.';
  return { ...inferred, config: { ...config, fileType: 'auto' }, notes: [...inferred.notes, note] };
}

function keepCarrierOptions(inferred: Inference, current: StatementConfig): Inference {
  const kept = CARRIER_OPTIONS.filter(
    (name) =>
      !isSame(current[name], inferred.config[name]) &&
      (ALWAYS_KEPT.has(name) || isSame(inferred.config[name], DEFAULTS[name])),
  );
  if (kept.length === 0) return inferred;
  const settings = Object.fromEntries(kept.map((name) => [name, current[name]]));
  const note = `Taken over from the format in use: ${kept.join(', ')}.`;
  return { ...inferred, config: { ...inferred.config, ...settings }, notes: [...inferred.notes, note] };
}

/** Compares options as JSON, because the schema orders their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the note that a proposal would replace the carrier's active version, and how both layouts can be read. */
export function replacesNote(activeVersion: number): string {
  return `The carrier has a format already, version ${activeVersion}. Adding this one replaces it: files in the other layout are no longer read. With "readsPrevious": true both are read.`;
}
