import type { IntakeAccount } from '../../core/intake/intake-account.ts';
import type { MailAttachment } from '../../core/intake/mail-attachment.ts';
import type { MailHead } from '../../core/intake/mail-head.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** What taking statements in by email needs from the outside (docs/reference/drop-offs.md). */

/** An inbound address as it is stored: without the domain, which belongs to where the service runs. */
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
}

export interface EmailAddressKey {
  readonly accountId: string;
  readonly addressId: string;
}

/** The account's side of its addresses. */
export interface EmailAddressStore {
  create(accountId: string, address: NewEmailAddress, origin: RequestOrigin): Promise<StoredEmailAddress | Refused>;
  /** Newest first, without revoked ones. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<StoredEmailAddress>>;
  find(key: EmailAddressKey): Promise<StoredEmailAddress | null>;
  /** From now on mail to it is nobody's. False: there is no such address. */
  revoke(key: EmailAddressKey, origin: RequestOrigin): Promise<boolean>;
  /** The same with another local part; mail to the one before is nobody's from now on. Null: there is no such address. */
  rotate(key: EmailAddressKey, localPart: string, origin: RequestOrigin): Promise<StoredEmailAddress | Refused | null>;
}

/** Where mail to an address goes. */
export interface MailRoute {
  readonly addressId: string;
  readonly account: IntakeAccount;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  /** Null: the carrier has no format. */
  readonly config: StatementConfig | null;
}

/** What an earlier delivery of the same message came to, by attachment. */
export interface EarlierItem {
  readonly checksumSha256: string | null;
  readonly period: Period | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
}

/** The service's own side of addresses, over all accounts. */
export interface MailRouteStore {
  /** By the database's clock. */
  now(): Promise<Date>;
  /** Of these local parts, those that are somebody's. */
  findRoutes(localParts: readonly string[]): Promise<readonly MailRoute[]>;
  /** What deliveries other than the one under this key came to. */
  findEarlier(message: {
    readonly accountId: string;
    readonly carrierId: string;
    /** Null: the account's only one. */
    readonly workspaceId: string | null;
    readonly messageId: string;
    readonly objectKey: string;
  }): Promise<readonly EarlierItem[]>;
}

/** Reads messages; `problem` is a sentence for whoever sent one that can't be read. */
export interface MailReader {
  readHead(message: Uint8Array): Promise<MailHead | { readonly problem: string }>;
  /** The parts that are no text of the sender's own and no decoration. */
  readAttachments(message: Uint8Array): Promise<readonly MailAttachment[] | { readonly problem: string }>;
}
