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
  if (current === null) return inferred;
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
