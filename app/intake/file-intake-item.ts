import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ON_EXISTING } from '../../core/intake/drop-off-settings.ts';
import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { acceptUpload, type UploadIntake } from '../files/accept-upload.ts';
import type { DropStore } from '../platform/object-store.ts';
import { periodText, recordId } from '../platform/shared-fields.ts';
import type { IntakeItem, IntakeStore, KeptItem } from './intake-store.ts';
import type { MailReader } from './manage-email-addresses.ts';

export const filing = z
  .strictObject({
    carrierId: recordId('The carrier that sent it.'),
    period: periodText('The month of the statement.'),
    workspaceId: recordId('Required when the account has several workspaces.').optional(),
    onExisting: z
      .enum(ON_EXISTING)
      .default('reject')
      .meta({ description: 'What happens when the month has a statement.' }),
  })
  .meta({ id: 'IntakeFiling' });

/**
 * Files a dropped or mailed file that was rejected or held: a person names its carrier and month, and its stored bytes become an ordinary
 * upload (docs/reference/drop-offs.md#file-it).
 */

export interface IntakeFiling {
  readonly items: Pick<IntakeStore, 'findKept' | 'noteFiled'>;
  /** Null in a process that may not read the bytes of drop-offs. */
  readonly dropStore: Pick<DropStore, 'get'> | null;
  readonly reader: Pick<MailReader, 'readAttachments'>;
  readonly intake: UploadIntake;
}

export interface FilingOrder extends Readonly<z.output<typeof filing>> {
  readonly accountId: string;
  readonly itemId: string;
}

export const filedItem = z
  .object({
    id: z.string(),
    carrierId: z.string(),
    period: z.string(),
    fileId: z.string(),
    jobId: z.string().describe('The job that reads it.'),
  })
  .meta({ id: 'FiledIntakeItem' });
export type FiledItem = Readonly<z.output<typeof filedItem>>;

/**
 * Makes the upload of an item. A repeat after a crash gets the same job. Refuses an unknown item, an item without stored bytes, a filed or
 * waiting item, and an upload that `acceptUpload` refuses.
 */
export async function fileIntakeItem(
  { items, dropStore, reader, intake }: IntakeFiling,
  order: FilingOrder,
  origin: RequestOrigin,
): Promise<FiledItem | Refused> {
  const { accountId, itemId, carrierId, period, workspaceId = null, onExisting } = order;
  if (dropStore === null) return refuse('conflict', NOT_READABLE);
  const item = await items.findKept(accountId, itemId);
  if (item === null) return refuse('not_found', 'Nothing with this id was dropped or mailed.');
  const refused = filingRefusal(item);
  if (refused !== null) return refused;
  const message = item.objectKey === null ? null : await dropStore.get(item.objectKey);
  if (message === null) return refuse('conflict', NOT_KEPT);
  const file = item.source === 'sftp' ? { name: item.name, bytes: message } : await attachmentOf(reader, item, message);
  if (isRefused(file)) return file;
  const checksumSha256 = sha256(file.bytes);
  const request = {
    ...{ accountId, carrierId, period, workspaceId, checksumSha256 },
    fileName: file.name,
    byteSize: file.bytes.byteLength,
    ...{ statedTotal: null, webhookUrl: null, replaceFileId: null },
    replace: onExisting === 'replace',
    append: onExisting === 'append',
    // The spaces keep this key distinct from clients' keys, which can't contain spaces.
    idempotencyKey: `filed ${itemId} ${carrierId} ${period}`,
    fingerprint: item.dropId,
    source: item.source,
  };
  const outcome = await acceptUpload(intake, { request, bytes: file.bytes, origin });
  if (isRefused(outcome)) return outcome;
  const { fileId, jobId } = outcome.job;
  await items.noteFiled({ accountId, itemId, carrierId, period, checksumSha256, fileId, jobId });
  return { id: itemId, carrierId, period, fileId, jobId };
}

const NOT_READABLE = 'Requests can not read what was dropped or mailed here. Upload the file itself.';
const NOT_KEPT = 'Its bytes are not kept any more: they are deleted after a week. Upload the file itself.';

function filingRefusal({ outcome }: KeptItem): Refused | null {
  if (outcome === 'accepted' || outcome === 'duplicate') return refuse('conflict', 'It is filed already.');
  if (outcome === 'waiting') return refuse('conflict', 'Its upload is not complete yet.');
  return null;
}

/** Finds the attachment of an item. A message that was stopped as a whole has one item, which is filed if it has one attachment. */
async function attachmentOf(
  reader: IntakeFiling['reader'],
  { checksumSha256 }: KeptItem,
  message: Uint8Array,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | Refused> {
  const read = await reader.readAttachments(message);
  if ('problem' in read) return refuse('conflict', read.problem);
  const intact = read.filter(({ fault }) => fault === null);
  const wanted = checksumSha256 === null ? intact : intact.filter(({ bytes }) => sha256(bytes) === checksumSha256);
  const [only] = wanted;
  if (only === undefined) return refuse('conflict', 'The message has no whole attachment.');
  if (wanted.length === 1 || checksumSha256 !== null) return only;
  const names = wanted.map(({ name }) => name).join(', ');
  return refuseField('itemId', `has several attachments (${names}): upload each file itself`);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Lists files that were dropped or mailed, with their outcomes. */
export interface IntakeRegister {
  readonly drops: Pick<IntakeStore, 'list' | 'exportAll'>;
}

/** Lists drops, newest first. Refuses a cursor that is not a drop's position. */
export function listIntake(
  { drops }: IntakeRegister,
  accountId: string,
  page: CursorPosition,
): Promise<CursorPage<IntakeItem> | Refused> {
  return drops.list(accountId, page);
}

/** Exports the list of `listIntake` after the cursor. */
export function exportIntake(
  { drops }: IntakeRegister,
  accountId: string,
  { cursor }: Pick<CursorPosition, 'cursor'>,
): Exported<IntakeItem> {
  return drops.exportAll(accountId, cursor);
}
