import { type StatementConfig, statementConfigSchema } from '../statement/config.ts';
import type { Inference } from './infer-config.ts';

/** Options that say how a carrier pays and how its files come: a new layout changes none of them. */
const OF_THE_CARRIER = [
  'cadence',
  'policyTerm',
  'lineKinds',
  'tolerance',
  'memberId',
  'sftp',
  'email',
] as const satisfies readonly (keyof StatementConfig)[];

/** Values of a configuration that names nothing but its two required columns. */
const DEFAULTS = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'id', commission_amount: 'amount' },
});

/**
 * A proposal for a carrier's new layout, with what the format in use says of the carrier itself. What the file shows goes before it, and a
 * note names what was taken over, so that a person can look at it.
 */
export function keepSettings(inferred: Inference, current: StatementConfig | null): Inference {
  return current === null ? inferred : ofBothFileTypes(ofCarrier(inferred, current), current);
}

/** The same columns once as text and once as a workbook are one format, which reads either. */
function ofBothFileTypes(inferred: Inference, { fileType, columns }: StatementConfig): Inference {
  const { config } = inferred;
  const isOneFormat =
    isSame(columns.member_external_id, config.columns.member_external_id) &&
    isSame(columns.commission_amount, config.columns.commission_amount);
  if (fileType === config.fileType || !isOneFormat) return inferred;
  const note = 'The columns are those of the format in use: this one reads CSV and XLSX.';
  return { ...inferred, config: { ...config, fileType: 'auto' }, notes: [...inferred.notes, note] };
}

function ofCarrier(inferred: Inference, current: StatementConfig): Inference {
  const kept = OF_THE_CARRIER.filter(
    (name) => isSame(inferred.config[name], DEFAULTS[name]) && !isSame(current[name], DEFAULTS[name]),
  );
  if (kept.length === 0) return inferred;
  const settings = Object.fromEntries(kept.map((name) => [name, current[name]]));
  const note = `Taken over from the format in use: ${kept.join(', ')}.`;
  return { ...inferred, config: { ...inferred.config, ...settings }, notes: [...inferred.notes, note] };
}

/** Configurations are JSON, and the schema gives their fields one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
