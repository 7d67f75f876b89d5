import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type IntakeAccount, intakeRefusal, type OwnDropOffSettings } from '../../core/intake/drop-off-settings.ts';
import type { MailHead } from '../../core/intake/judge-mail.ts';
import type { MailAttachment } from '../../core/intake/mail-reply.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { TokenHolder } from '../accounts/issue-token.ts';
import { recordId } from '../platform/shared-fields.ts';

export const newEmailAddress = z.strictObject({
  carrierId: recordId('The carrier whose statements it is for.'),
  workspaceId: recordId('Required when the account has several workspaces.').optional(),
});

/**
 * Manages the inbound addresses of carriers (docs/reference/drop-offs.md#email-addresses). Only enterprise accounts add addresses. Every
 * account may list and revoke them, so that an account can close its addresses after changing to a lower tier.
 */

/** An inbound address as it is stored, without the domain, which is a setting of the installation. */
export interface StoredEmailAddress {
  readonly id: string;
  readonly localPart: string;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  readonly createdAt: string;
}

export interface NewEmailAddress {
  readonly localPart: string;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  /** The store calls it with the number of the account's workspaces. */
  readonly refuseWorkspaces: (workspaces: number) => Refused | null;
}

export interface EmailAddressKey {
  readonly accountId: string;
  readonly addressId: string;
}

/** The inbound addresses of one account. */
export interface EmailAddressStore {
  create(accountId: string, address: NewEmailAddress, origin: RequestOrigin): Promise<StoredEmailAddress | Refused>;
  /** Returns addresses, newest first, without revoked ones. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<StoredEmailAddress>>;
  find(key: EmailAddressKey): Promise<StoredEmailAddress | null>;
  /** Revokes an address: mail to it is no longer accepted. Returns false when the address does not exist. */
  revoke(key: EmailAddressKey, origin: RequestOrigin): Promise<boolean>;
  /** Gives an address another local part; mail to the previous one is no longer accepted. Returns null when the address does not exist. */
  rotate(key: EmailAddressKey, localPart: string, origin: RequestOrigin): Promise<StoredEmailAddress | Refused | null>;
}

export interface EmailAddresses {
  readonly addresses: EmailAddressStore;
  /** Domain of the inbound addresses. */
  readonly domain: string;
}

export const emailAddress = z
  .object({
    id: z.string(),
    address: z.string().meta({
      format: 'email',
      description: 'Where the carrier sends its statements. Not to be guessed, and not to be told to others.',
    }),
    carrierId: z.string(),
    workspaceId: z.string().nullable().describe("null: the account's only one."),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailAddress' });
export type EmailAddress = Readonly<z.output<typeof emailAddress>>;

export const EMAIL_ADDRESS_COLUMNS = ['id', 'address', 'carrierId', 'workspaceId', 'createdAt'];

type Holder = Pick<TokenHolder, 'accountId' | 'status' | 'tier'>;

const unknownAddress = (): Refused => refuse('not_found', 'There is no email address with this id.');

/** Adds an inbound address for a carrier. Refuses an account below enterprise, an unknown carrier or workspace, and too many addresses. */
export async function addEmailAddress(
  { addresses, domain }: EmailAddresses,
  {
    account,
    carrierId,
    workspaceId,
  }: { readonly account: Holder; readonly carrierId: string; readonly workspaceId: string | null },
  origin: RequestOrigin,
): Promise<EmailAddress | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const refuseWorkspaces = workspaceId === null ? refuseUnnamedWorkspace : () => null;
  const address = { localPart: newLocalPart(), carrierId, workspaceId, refuseWorkspaces };
  const created = await addresses.create(account.accountId, address, origin);
  return isRefused(created) ? created : addressAt(domain, created);
}

/** Refuses an address that does not name one of an account's several workspaces (`workspace_required`). */
function refuseUnnamedWorkspace(workspaces: number): Refused | null {
  if (workspaces === 1) return null;
  const detail = `This account has ${workspaces} workspaces: say with workspaceId whose statements come to this address.`;
  return refuse('workspace_required', detail);
}

/**
 * Gives an address a new local part. The previous address can't be used any more. Refuses an account below enterprise and an unknown
 * address.
 */
export async function rotateEmailAddress(
  { addresses, domain }: EmailAddresses,
  { account, addressId }: { readonly account: Holder } & Pick<EmailAddressKey, 'addressId'>,
  origin: RequestOrigin,
): Promise<EmailAddress | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const rotated = await addresses.rotate({ accountId: account.accountId, addressId }, newLocalPart(), origin);
  if (rotated === null) return unknownAddress();
  return isRefused(rotated) ? rotated : addressAt(domain, rotated);
}

/** Lists addresses, newest first, without revoked ones. */
export async function listEmailAddresses(
  { addresses, domain }: EmailAddresses,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<EmailAddress>> {
  const { data, ...rest } = await addresses.list(accountId, page);
  return { data: data.map((address) => addressAt(domain, address)), ...rest };
}

/** Finds an address. Refuses an unknown address. */
export async function findEmailAddress(
  { addresses, domain }: EmailAddresses,
  key: EmailAddressKey,
): Promise<EmailAddress | Refused> {
  const found = await addresses.find(key);
  return found === null ? unknownAddress() : addressAt(domain, found);
}

/** Revokes an address: mail to it is no longer accepted. Returns null when done; refuses an unknown address. */
export async function revokeEmailAddress(
  { addresses }: Pick<EmailAddresses, 'addresses'>,
  key: EmailAddressKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await addresses.revoke(key, origin)) ? null : unknownAddress();
}

const addressAt = (domain: string, { localPart, ...address }: StoredEmailAddress): EmailAddress => ({
  ...address,
  address: `${localPart}@${domain}`,
});

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** The number of characters, with five random bits each: 130 bits can't be guessed. */
const LOCAL_PART_LENGTH = 26;

/**
 * Makes a random local part in lower case, because mail servers don't preserve case. All characters are equally likely, because 32 divides
 * 256.
 */
function newLocalPart(): string {
  return [...randomBytes(LOCAL_PART_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** The ways of mailed statements to accounts (docs/reference/drop-offs.md). */

/** The account and carrier that mail to an address belongs to. */
export interface MailRoute {
  readonly addressId: string;
  readonly account: IntakeAccount;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  /** The carrier's format; null when it has none. */
  readonly config: StatementConfig | null;
  /** The earlier versions of the format that are read too, newest first. */
  readonly previousLayouts: readonly StatementConfig[];
  /** The account's own settings of the carrier's drop-offs; null when it has made none. */
  readonly own: OwnDropOffSettings | null;
}

/** The result of one attachment in an earlier delivery of the same message. */
export interface EarlierItem {
  readonly checksumSha256: string | null;
  readonly period: Period | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
}

/** The inbound addresses of all accounts. */
export interface MailRouteStore {
  /** The time by the database's clock. */
  now(): Promise<Date>;
  /** Returns a route for each local part that is an inbound address. */
  findRoutes(localParts: readonly string[]): Promise<readonly MailRoute[]>;
  /** Returns the results of other deliveries of this message. The delivery under `objectKey` itself is left out. */
  findEarlier(message: {
    readonly accountId: string;
    readonly carrierId: string;
    /** Null means the account's only workspace. */
    readonly workspaceId: string | null;
    readonly messageId: string;
    readonly objectKey: string;
  }): Promise<readonly EarlierItem[]>;
}

/** Reads the bytes of messages. `problem` tells the sender of an unreadable message why it can not be read. */
export interface MailReader {
  readHead(message: Uint8Array): Promise<MailHead | { readonly problem: string }>;
  /** Returns the parts that are neither the sender's own text nor decoration, such as a logo. */
  readAttachments(message: Uint8Array): Promise<readonly MailAttachment[] | { readonly problem: string }>;
}
