import { z } from 'zod';
import {
  type DropOffSettings,
  effectiveDropOffs,
  intakeRefusal,
  isLeftToFormat,
  isSenderRule,
  ON_EXISTING,
  type OwnDropOffSettings,
  PERIOD_FROM,
} from '../../core/intake/drop-off-settings.ts';
import { filePatternProblem } from '../../core/intake/match-carrier.ts';
import { fingerprintOf, readPublicKey, USERNAME_FORM } from '../../core/intake/sftp-folder.ts';
import { ALLOWED_SENDERS_MAX, SFTP_PATTERNS_MAX } from '../../core/limits/request-limits.ts';
import { PATTERN_LIMITS } from '../../core/limits/statement-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { TokenHolder } from '../accounts/issue-token.ts';
import { recordId } from '../platform/shared-fields.ts';
import type { IntakeFiling } from './file-intake-item.ts';

/** Manages the settings of drop-offs that an account makes beside a carrier's format. */

export interface DropOffKey {
  readonly accountId: string;
  readonly carrierId: string;
}

export interface StoredDropOffs {
  /** Settings of the active format; null when the carrier has no format. */
  readonly format: DropOffSettings | null;
  /** The account's own settings; null when it has made none. */
  readonly own: OwnDropOffSettings | null;
  /** The time at which the account made its settings; null when it has made none. */
  readonly setAt: string | null;
}

/** The settings of drop-offs. Both functions return null when the account sees no such carrier. */
export interface DropOffStore {
  find(key: DropOffKey): Promise<StoredDropOffs | null>;
  /** Replaces the account's own settings; null removes them. */
  set(key: DropOffKey, own: OwnDropOffSettings | null, origin: RequestOrigin): Promise<StoredDropOffs | null>;
}

/** The places that take statements by email and SFTP. A place that the installation has turned off is null. */
export interface DropOffPlaces {
  readonly email: { readonly domain: string } | null;
  readonly sftp: { readonly host: string; readonly port: number; readonly fingerprint: string } | null;
}

/** The places as an account sees them. */
export const dropOffPlaces = z
  .object({
    isAllowed: z.boolean().describe('Whether the account may have statements dropped and mailed.'),
    canFile: z.boolean().describe('Whether what was rejected or held can be filed by a request.'),
    email: z
      .object({ domain: z.string().describe('The domain of the addresses.') })
      .nullable()
      .describe('Null: this service takes no mail.'),
    sftp: z
      .object({
        host: z.string(),
        port: z.int(),
        fingerprint: z.string().describe('Of the host key, as clients show it.'),
      })
      .nullable()
      .describe('Null: this service has no SFTP server, or does not know its address.'),
  })
  .meta({ id: 'DropOffPlaces' });
export type AccountPlaces = Readonly<z.output<typeof dropOffPlaces>>;

/** Returns the places that an account can mail and drop its statements to, and whether its tier allows that. */
export function findDropOffPlaces(
  places: DropOffPlaces,
  account: Pick<TokenHolder, 'status' | 'tier'>,
  { dropStore }: Pick<IntakeFiling, 'dropStore'>,
): AccountPlaces {
  return { isAllowed: intakeRefusal(account) === null, canFile: dropStore !== null, ...places };
}

/**
 * Manages the settings by which files that come by SFTP or email are recognized as a carrier's (docs/reference/drop-offs.md#settings). An
 * account can make settings for a carrier of the catalogue without a format of its own.
 */
export interface DropOffManagement {
  readonly dropOffs: DropOffStore;
}

const onExisting = z.enum(ON_EXISTING).describe('What happens to a file whose month has a statement already.');

const periodFrom = z.enum(PERIOD_FROM).describe('Where the month of a mailed statement is looked for.');

/**
 * A pattern of file names. It is checked here, because an unreadable pattern would match no file and every drop would be rejected without
 * an obvious cause.
 */
const filePattern = z
  .string()
  .max(PATTERN_LIMITS.characters, `must not be longer than ${PATTERN_LIMITS.characters} characters`)
  .superRefine((text, context) => {
    const message = filePatternProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const senderRule = z.string().max(254).refine(isSenderRule, 'must be an address, or @domain for all of that domain');

/** A change of the settings. A setting that is absent or null comes from the format. */
export const dropOffsChange = z
  .strictObject({
    sftp: z
      .strictObject({
        patterns: z.array(filePattern).max(SFTP_PATTERNS_MAX).nullable().optional(),
        onExisting: onExisting.nullable().optional(),
      })
      .optional(),
    email: z
      .strictObject({
        allowedSenders: z.array(senderRule).max(ALLOWED_SENDERS_MAX).nullable().optional(),
        periodFrom: periodFrom.nullable().optional(),
      })
      .optional(),
  })
  .meta({ id: 'DropOffsChange' });

/** The settings of the account itself: null where the change leaves a setting to the format. */
export function ownSettingsOf({ sftp, email }: z.output<typeof dropOffsChange>): OwnDropOffSettings {
  return {
    sftp: { patterns: sftp?.patterns ?? null, onExisting: sftp?.onExisting ?? null },
    email: { allowedSenders: email?.allowedSenders ?? null, periodFrom: email?.periodFrom ?? null },
  };
}

export const newSftpUser = z
  .strictObject({
    username: z
      .string()
      .regex(USERNAME_FORM, 'must be 3 to 32 lower-case letters, digits, hyphens and underscores')
      .meta({ description: 'What the client signs in as. Shared by all accounts.', example: 'lakeside-agency' }),
    publicKey: z
      .string()
      .min(1, { error: 'must not be empty', abort: true })
      .max(12_000, { error: 'is too long', abort: true })
      // The key is checked in the schema, so that its faults are reported together with those of the other fields.
      .superRefine((text, context) => {
        const key = readPublicKey(text);
        if (!key.ok) context.addIssue({ code: 'custom', message: key.problem });
      })
      .meta({ description: 'The line of an OpenSSH .pub file: Ed25519, ECDSA, or RSA of at least 2048 bits.' }),
    carrierIds: z
      .array(recordId('A carrier.'))
      .min(1, 'must name a carrier, or be left out for all of them')
      .max(500, 'must not name more than 500 carriers')
      .optional()
      .meta({ description: 'The carriers whose statements it may drop; left out: all of the account.' }),
    workspaceId: recordId(
      'Where its statements belong; required to take any when the account has several workspaces.',
    ).optional(),
  })
  .meta({ id: 'NewSftpUser' });

const patternsInForce = z
  .array(z.string())
  .readonly()
  .describe('Names of dropped files, for example "ACME_{YYYY}{MM}*.csv".');

const sendersInForce = z
  .array(z.string())
  .readonly()
  .describe('Addresses that may mail statements, or @domain for all of exactly that domain.');

const ownSettings = z
  .object({
    sftp: z.object({ patterns: patternsInForce.nullable(), onExisting: onExisting.nullable() }),
    email: z.object({ allowedSenders: sendersInForce.nullable(), periodFrom: periodFrom.nullable() }),
  })
  .meta({ id: 'OwnDropOffSettings', description: 'What the account has set; null: the setting of the format holds.' });

/** The settings that hold for a carrier, with the settings that the account itself made. */
export const dropOffs = z
  .object({
    carrierId: z.string(),
    sftp: z.object({ patterns: patternsInForce, onExisting }),
    email: z.object({ allowedSenders: sendersInForce, periodFrom }),
    own: ownSettings,
    setAt: z.iso.datetime().nullable().describe('When own was set; null: nothing is set.'),
  })
  .meta({ id: 'DropOffs', description: 'The settings that hold, and which of them the account has set itself.' });
export type CarrierDropOffs = Readonly<z.output<typeof dropOffs>>;

/** Finds the settings of a carrier. Refuses an unknown carrier. */
export async function findDropOffs(
  { dropOffs }: DropOffManagement,
  key: DropOffKey,
): Promise<CarrierDropOffs | Refused> {
  const stored = await dropOffs.find(key);
  return stored === null ? unknownCarrier() : shown(key, stored);
}

/** Replaces the account's settings of a carrier. They hold from the next file or message on. Refuses an unknown carrier. */
export async function setDropOffs(
  { dropOffs }: DropOffManagement,
  { own, ...key }: DropOffKey & { readonly own: OwnDropOffSettings },
  origin: RequestOrigin,
): Promise<CarrierDropOffs | Refused> {
  const stored = await dropOffs.set(key, isLeftToFormat(own) ? null : own, origin);
  return stored === null ? unknownCarrier() : shown(key, stored);
}

const NOTHING_SET: OwnDropOffSettings = {
  sftp: { patterns: null, onExisting: null },
  email: { allowedSenders: null, periodFrom: null },
};

function shown({ carrierId }: DropOffKey, { format, own, setAt }: StoredDropOffs): CarrierDropOffs {
  return { carrierId, ...effectiveDropOffs(format, own), own: own ?? NOTHING_SET, setAt };
}

/** A user who may drop statements by SFTP, as the account sees it. */
export interface NewSftpUser {
  readonly username: string;
  readonly publicKey: string;
  readonly carrierIds: readonly string[] | null;
  readonly workspaceId: string | null;
}

/** The SFTP users of one account. */
export interface SftpUserStore {
  /** Creates a user. The name of a deleted user can be reused only by the account that had it. */
  create(accountId: string, user: NewSftpUser, origin: RequestOrigin): Promise<SftpUser | Refused>;
  /** Returns users, newest first, without deleted ones. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SftpUser>>;
  find(accountId: string, userId: string): Promise<SftpUser | null>;
  /** Deletes a user, who can't sign in any more; files left in the folder are rejected. Returns false when the user does not exist. */
  delete(key: { readonly accountId: string; readonly userId: string }, origin: RequestOrigin): Promise<boolean>;
}

/** Manages users who may drop statements by SFTP. */
export interface SftpUsers {
  readonly sftpUsers: SftpUserStore;
}

export const sftpUser = z
  .object({
    id: z.string(),
    username: z.string(),
    publicKey: z.string(),
    fingerprint: z.string().describe('Of the key, as ssh-keygen -l shows it.'),
    carrierIds: z.array(z.string()).readonly().nullable().describe('Null: every carrier of the account.'),
    workspaceId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SftpUser' });
export type ShownSftpUser = Readonly<z.output<typeof sftpUser>>;
/** A user as it is stored. The fingerprint is made from the key when the user is shown. */
export type SftpUser = Omit<ShownSftpUser, 'fingerprint'>;

export const SFTP_USER_COLUMNS = [
  'id',
  'username',
  'publicKey',
  'fingerprint',
  'carrierIds',
  'workspaceId',
  'createdAt',
];

interface SftpUserKey {
  readonly accountId: string;
  readonly userId: string;
}

/**
 * Adds a user who may drop statements by SFTP (docs/reference/drop-offs.md#sftp-users). Refuses accounts below the tier enterprise, keys
 * that cannot be read, and taken user names.
 */
export async function addSftpUser(
  { sftpUsers: users }: SftpUsers,
  {
    account,
    user,
    origin,
  }: {
    readonly account: Pick<TokenHolder, 'accountId' | 'status' | 'tier'>;
    readonly user: NewSftpUser;
    readonly origin: RequestOrigin;
  },
): Promise<ShownSftpUser | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const key = readPublicKey(user.publicKey);
  if (!key.ok) return refuseField('publicKey', key.problem);
  const carrierIds = user.carrierIds === null ? null : [...new Set(user.carrierIds)];
  const created = await users.create(account.accountId, { ...user, carrierIds, publicKey: key.publicKey }, origin);
  return isRefused(created) ? created : withFingerprint(created);
}

/** Lists SFTP users, newest first, without deleted ones. */
export async function listSftpUsers(
  { sftpUsers }: SftpUsers,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<ShownSftpUser>> {
  const { data, ...rest } = await sftpUsers.list(accountId, page);
  return { data: data.map(withFingerprint), ...rest };
}

/** Finds an SFTP user. Refuses an unknown user. */
export async function findSftpUser(
  { sftpUsers }: SftpUsers,
  { accountId, userId }: SftpUserKey,
): Promise<ShownSftpUser | Refused> {
  const user = await sftpUsers.find(accountId, userId);
  return user === null ? unknownUser() : withFingerprint(user);
}

/** Deletes an SFTP user, who can't sign in any more. Returns null when done; refuses an unknown user. */
export async function deleteSftpUser(
  { sftpUsers }: SftpUsers,
  key: SftpUserKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await sftpUsers.delete(key, origin)) ? null : unknownUser();
}

const unknownUser = () => refuse('not_found', 'There is no SFTP user with this id.');

const withFingerprint = (user: SftpUser): ShownSftpUser => ({ ...user, fingerprint: fingerprintOf(user.publicKey) });
