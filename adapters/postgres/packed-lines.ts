import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { ROWS_PER_STATEMENT } from './row-set.ts';
import { sent } from './sent.ts';

/**
 * A file's lines as scoring reads them, packed: 2,000 at a time, column by column, what stands in many lines once, compressed. A file's lines
 * never change, and these are deleted with the rows of the same lines, which everything else reads. As rows they cost the server ten times as
 * much, and this process twice, for every month that is scored again (ADR 0018).
 */

const compress = promisify(zstdCompress);
/** Later levels take twice as long for a hundredth less: most of it is ids. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** More than a portion comes to, so that it needs one buffer. A few large ones that are kept for long have V8 look through all memory. */
const AT_ONCE = { chunkSize: 512 * 1024 };

/** Of which lines have many in common: each different one, and for each line which it is. */
interface Shared<T> {
  readonly values: readonly T[];
  readonly at: readonly number[];
}

function shared<T>(lines: readonly ScorableLine[], read: (line: ScorableLine) => T): Shared<T> {
  const places = new Map<T, number>();
  const at = lines.map((line) => {
    const value = read(line);
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, places.size);
    return places.size - 1;
  });
  return { values: [...places.keys()], at };
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(lines: readonly ScorableLine[]) {
  return {
    memberRefId: lines.map((line) => line.memberRefId),
    memberExternalId: lines.map((line) => line.memberExternalId),
    amount: lines.map((line) => line.amount),
    policyRefId: lines.map((line) => line.policyRefId),
    policyNumber: lines.map((line) => line.policyNumber),
    memberName: lines.map((line) => line.memberName),
    email: lines.map((line) => line.email),
    premium: lines.map((line) => line.premium),
    planName: shared(lines, (line) => line.planName),
    planCode: shared(lines, (line) => line.planCode),
    productType: shared(lines, (line) => line.productType),
    lives: shared(lines, (line) => line.lives),
    effectiveDate: shared(lines, (line) => line.effectiveDate),
    termDate: shared(lines, (line) => line.termDate),
    monthsPaid: shared(lines, (line) => line.monthsPaid),
    agentId: shared(lines, (line) => line.agentId),
    agentName: shared(lines, (line) => line.agentName),
    state: shared(lines, (line) => line.state),
    carrierStatus: shared(lines, (line) => line.carrierStatus),
    rate: shared(lines, (line) => line.rate),
    coverageMonth: shared(lines, (line) => line.coverageMonth),
    paidThrough: shared(lines, (line) => line.paidThrough),
    transactionType: shared(lines, (line) => line.transactionType),
  };
}

/** Another one when there are other columns, or one is packed in another way. A column of another meaning needs another name. */
const LAYOUT = hash('sha256', JSON.stringify(columnsOf([]))).slice(0, 16);

/** Another thread compresses. */
function packLines(lines: readonly ScorableLine[]): Promise<Uint8Array> {
  return compress(JSON.stringify(columnsOf(lines)), FAST);
}

function unpackLines(packed: Uint8Array, fileId: string, keep: (line: ScorableLine) => void): void {
  const columns: Columns = JSON.parse(zstdDecompressSync(packed, AT_ONCE).toString());
  for (const [index, memberRefId] of columns.memberRefId.entries()) {
    keep({
      fileId,
      memberRefId,
      memberExternalId: valueAt(columns.memberExternalId, index),
      amount: valueAt(columns.amount, index),
      policyRefId: valueAt(columns.policyRefId, index),
      policyNumber: valueAt(columns.policyNumber, index),
      memberName: valueAt(columns.memberName, index),
      email: valueAt(columns.email, index),
      planName: sharedAt(columns.planName, index),
      planCode: sharedAt(columns.planCode, index),
      productType: sharedAt(columns.productType, index),
      premium: valueAt(columns.premium, index),
      lives: sharedAt(columns.lives, index),
      effectiveDate: sharedAt(columns.effectiveDate, index),
      termDate: sharedAt(columns.termDate, index),
      monthsPaid: sharedAt(columns.monthsPaid, index),
      agentId: sharedAt(columns.agentId, index),
      agentName: sharedAt(columns.agentName, index),
      state: sharedAt(columns.state, index),
      carrierStatus: sharedAt(columns.carrierStatus, index),
      rate: sharedAt(columns.rate, index),
      coverageMonth: sharedAt(columns.coverageMonth, index),
      paidThrough: sharedAt(columns.paidThrough, index),
      transactionType: sharedAt(columns.transactionType, index),
    });
  }
}

function valueAt<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no line ${index}.`);
  return value;
}

const sharedAt = <T>({ values, at }: Shared<T>, index: number): T => valueAt(values, valueAt(at, index));

/** Behind what deletes those of an earlier try, and what supersedes the file. */
export async function savePackedLines(
  { sql, key, writer }: WrittenScope,
  fileId: string,
  lines: readonly ScorableLine[],
): Promise<void> {
  for (let portion = 0; portion * ROWS_PER_STATEMENT < lines.length; portion += 1) {
    const start = portion * ROWS_PER_STATEMENT;
    const packed = sent(packLines(lines.slice(start, start + ROWS_PER_STATEMENT)));
    await writer.send(
      async () => sql`
        insert into packed_lines (account_id, file_id, portion, layout, lines)
        select account_id, file_id, ${portion}::smallint, ${LAYOUT}, ${await packed} from files
        where account_id = ${key.accountId} and file_id = ${fileId} and status = 'active'`,
    );
    await setImmediate();
  }
}

/** Of those of the files that have them in today's layout. */
export async function loadPackedLines(
  { sql, key }: BookScope,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ScorableLine[]>> {
  const byFile = new Map<string, ScorableLine[]>();
  const portions = sql<{ file_id: string; lines: Uint8Array }[]>`
    select file_id, lines from packed_lines
    where account_id = ${key.accountId} and file_id = any(${fileIds}::uuid[]) and layout = ${LAYOUT}
    order by file_id, portion`;
  await portions.forEach(({ file_id: fileId, lines }) => {
    const ofFile = byFile.get(fileId) ?? [];
    byFile.set(fileId, ofFile);
    unpackLines(lines, fileId, (line) => ofFile.push(line));
  });
  return byFile;
}
