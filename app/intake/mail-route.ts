import type { OwnDropOffSettings } from '../../core/intake/drop-off-settings.ts';
import type { IntakeAccount } from '../../core/intake/intake-account.ts';
import type { MailHead } from '../../core/intake/judge-mail.ts';
import type { MailAttachment } from '../../core/intake/mail-reply.ts';
import type { Period } from '../../core/period.ts';
import type { StatementConfig } from '../../core/statement/config.ts';

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
