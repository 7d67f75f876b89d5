import type { Period } from '../../../core/period.ts';
import { type BookScope, ofPeriod } from './book-scope.ts';
import { readColumnar, type Selection } from './columnar-read.ts';

interface FingerprintRow {
  member_ref_id: string;
  /** Null where a migration changed what a column means: such a row is always written again. */
  fingerprint: string | null;
}

const FINGERPRINT: Selection<FingerprintRow> = {
  member_ref_id: 'member_ref_id',
  fingerprint: "encode(uuid_send(digest), 'hex')",
};

/** Reads the fingerprint of each stored row of a period, by member id. */
export async function loadFingerprints(scope: BookScope, period: Period): Promise<ReadonlyMap<string, string>> {
  const fingerprints = new Map<string, string>();
  await readColumnar(scope.sql, FINGERPRINT, scope.sql`scored_rows ${ofPeriod(scope, period)}`, (read) =>
    fingerprints.set(read('member_ref_id'), read('fingerprint') ?? ''),
  );
  return fingerprints;
}
