import type { Period } from '../../../core/period.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { type BookScope, ofPeriod } from './book-scope.ts';
import { type ColumnType, text, uuid } from './column-types.ts';
import { readColumnar } from './columnar-read.ts';
import { optional, required, storedRecord } from './stored-record.ts';

/** A fingerprint in hexadecimal digits, without the hyphens of a uuid. */
const hexadecimal: ColumnType<string> = { ...text, select: (column) => `encode(uuid_send(${column}), 'hex')` };

const FINGERPRINT = storedRecord({
  memberRefId: required(scoredRows.memberRefId, uuid),
  /** Null after a migration that changed the meaning of a column. Such a row is always written again. */
  fingerprint: optional(scoredRows.digest, hexadecimal),
});

/** Reads the fingerprint of each stored row of a period, by member id. */
export async function loadFingerprints(scope: BookScope, period: Period): Promise<ReadonlyMap<string, string>> {
  const fingerprints = new Map<string, string>();
  const stored = scope.sql`${scoredRows} ${ofPeriod(scope, period)}`;
  await readColumnar(scope.sql, FINGERPRINT, stored, ({ memberRefId, fingerprint }) => {
    fingerprints.set(memberRefId, fingerprint ?? '');
  });
  return fingerprints;
}
