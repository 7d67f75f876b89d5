import { hash } from 'node:crypto';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/** The properties of an account that allow drop-offs by SFTP and email. */
export interface IntakeAccount {
  readonly accountId: string;
  readonly status: 'active' | 'pending' | 'suspended';
  readonly tier: 'standard' | 'enterprise';
}

/**
 * Refuses drop-offs to an account that is not active or not on the Enterprise tier; null when allowed
 * (docs/reference/drop-offs.md#common-rules).
 */
export function intakeRefusal({ status, tier }: Pick<IntakeAccount, 'status' | 'tier'>): Refused | null {
  if (status !== 'active') return refuse('account_not_provisioned', `The account is ${status}.`);
  if (tier !== 'enterprise') {
    return refuse('tier_required', 'Statements arrive by SFTP and email on the Enterprise tier only.');
  }
  return null;
}

/**
 * Returns the idempotency key of a drop, SHA-256 in hex over its identifying parts, so that repeated sweeps and
 * deliveries are harmless. JSON keeps different lists of parts apart.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/** Settings of a carrier's drop-offs, from its format and from the account (docs/reference/drop-offs.md#settings). */

/** Ways to treat a dropped file whose month has a statement. */
export const ON_EXISTING = ['reject', 'replace', 'append'] as const;
/** Places where the month of a mailed statement is looked for. */
export const PERIOD_FROM = ['filename', 'subject', 'statement'] as const;

/** The settings in a statement format. */
export interface DropOffSettings {
  readonly sftp: {
    /** Patterns of file names (docs/reference/drop-offs.md#names-of-files). */
    readonly patterns: readonly string[];
    readonly onExisting: (typeof ON_EXISTING)[number];
  };
  readonly email: {
    /** Addresses, or `@domain` for all addresses of exactly that domain. */
    readonly allowedSenders: readonly string[];
    readonly periodFrom: (typeof PERIOD_FROM)[number];
  };
}

/** Settings that an account made outside the format. A null setting leaves the decision to the format. */
export interface OwnDropOffSettings {
  readonly sftp: OrFormat<DropOffSettings['sftp']>;
  readonly email: OrFormat<DropOffSettings['email']>;
}

type OrFormat<Settings> = { readonly [Name in keyof Settings]: Settings[Name] | null };

/** Settings of a carrier without a format. */
const DEFAULTS: DropOffSettings = {
  sftp: { patterns: [], onExisting: 'reject' },
  email: { allowedSenders: [], periodFrom: 'filename' },
};

/**
 * Returns the effective settings of a carrier. Each of the account's own settings, even an empty list, replaces the format's setting.
 * `format` is null for a carrier without a format, `own` for an account without settings.
 */
export function effectiveDropOffs(format: DropOffSettings | null, own: OwnDropOffSettings | null): DropOffSettings {
  const { sftp, email } = format ?? DEFAULTS;
  return {
    sftp: {
      patterns: own?.sftp.patterns ?? sftp.patterns,
      onExisting: own?.sftp.onExisting ?? sftp.onExisting,
    },
    email: {
      allowedSenders: own?.email.allowedSenders ?? email.allowedSenders,
      periodFrom: own?.email.periodFrom ?? email.periodFrom,
    },
  };
}

/** Returns whether settings leave everything to the format. */
export function isLeftToFormat({ sftp, email }: OwnDropOffSettings): boolean {
  return [sftp.patterns, sftp.onExisting, email.allowedSenders, email.periodFrom].every((setting) => setting === null);
}
