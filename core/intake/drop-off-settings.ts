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
