/** Settings of a carrier's drop-offs, and which of two sources holds (docs/reference/drop-offs.md#settings). */

/** Ways to treat a dropped file whose month has a statement. */
export const ON_EXISTING = ['reject', 'replace', 'append'] as const;
/** Places where the month of a mailed statement is looked for. */
export const PERIOD_FROM = ['filename', 'subject', 'statement'] as const;

/** Settings as a statement format has them. */
export interface DropOffSettings {
  readonly sftp: {
    /** Patterns of file names (docs/reference/drop-offs.md#names-of-files). */
    readonly patterns: readonly string[];
    readonly onExisting: (typeof ON_EXISTING)[number];
  };
  readonly email: {
    /** Addresses, or `@domain` for all of exactly that domain. */
    readonly allowedSenders: readonly string[];
    readonly periodFrom: (typeof PERIOD_FROM)[number];
  };
}

/** Settings that an account made outside the format. Null: the format's setting holds. */
export interface OwnDropOffSettings {
  readonly sftp: OrFormat<DropOffSettings['sftp']>;
  readonly email: OrFormat<DropOffSettings['email']>;
}

type OrFormat<Settings> = { readonly [Name in keyof Settings]: Settings[Name] | null };

/** The settings of a carrier without a format and without settings of the account. */
const NONE: DropOffSettings = {
  sftp: { patterns: [], onExisting: 'reject' },
  email: { allowedSenders: [], periodFrom: 'filename' },
};

/**
 * Returns the settings that hold for a carrier. Each of the account's own settings replaces the format's; an empty list replaces it too.
 * Null: the carrier has no format, or the account has made no settings.
 */
export function dropOffsInForce(format: DropOffSettings | null, own: OwnDropOffSettings | null): DropOffSettings {
  const { sftp, email } = format ?? NONE;
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
