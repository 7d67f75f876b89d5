import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Period } from '../../core/period.ts';
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

function sharing<T>(): { readonly column: Shared<T>; add(value: T): void } {
  const places = new Map<T, number>();
  const values: T[] = [];
  const at: number[] = [];
  return {
    column: { values, at },
    add(value) {
      const known = places.get(value);
      at.push(known ?? values.length);
      if (known !== undefined) return;
      places.set(value, values.length);
      values.push(value);
    },
  };
}

type Columns = ReturnType<typeof columnsOf>;

/** Line by line: of tens of thousands each is somewhere else in memory. */
function columnsOf(lines: readonly ScorableLine[]) {
  const memberRefId: string[] = [];
  const memberExternalId: string[] = [];
  const amount: number[] = [];
  const policyRefId: (string | null)[] = [];
  const policyNumber: (string | null)[] = [];
  const memberName: (string | null)[] = [];
  const email: (string | null)[] = [];
  const premium: (number | null)[] = [];
  const planName = sharing<string | null>();
  const planCode = sharing<string | null>();
  const productType = sharing<string | null>();
  const lives = sharing<number | null>();
  const effectiveDate = sharing<string | null>();
  const termDate = sharing<string | null>();
  const monthsPaid = sharing<number | null>();
  const agentId = sharing<string | null>();
  const agentName = sharing<string | null>();
  const state = sharing<string | null>();
  const carrierStatus = sharing<string | null>();
  const rate = sharing<number | null>();
  const coverageMonth = sharing<Period | null>();
  const paidThrough = sharing<string | null>();
  const transactionType = sharing<string | null>();
  for (const line of lines) {
    memberRefId.push(line.memberRefId);
    memberExternalId.push(line.memberExternalId);
    amount.push(line.amount);
    policyRefId.push(line.policyRefId);
    policyNumber.push(line.policyNumber);
    memberName.push(line.memberName);
    email.push(line.email);
    premium.push(line.premium);
    planName.add(line.planName);
    planCode.add(line.planCode);
    productType.add(line.productType);
    lives.add(line.lives);
    effectiveDate.add(line.effectiveDate);
    termDate.add(line.termDate);
    monthsPaid.add(line.monthsPaid);
    agentId.add(line.agentId);
    agentName.add(line.agentName);
    state.add(line.state);
    carrierStatus.add(line.carrierStatus);
    rate.add(line.rate);
    coverageMonth.add(line.coverageMonth);
    paidThrough.add(line.paidThrough);
    transactionType.add(line.transactionType);
  }
  return {
    memberRefId,
    memberExternalId,
    amount,
    policyRefId,
    policyNumber,
    memberName,
    email,
    premium,
    planName: planName.column,
    planCode: planCode.column,
    productType: productType.column,
    lives: lives.column,
    effectiveDate: effectiveDate.column,
    termDate: termDate.column,
    monthsPaid: monthsPaid.column,
    agentId: agentId.column,
    agentName: agentName.column,
    state: state.column,
    carrierStatus: carrierStatus.column,
    rate: rate.column,
    coverageMonth: coverageMonth.column,
    paidThrough: paidThrough.column,
    transactionType: transactionType.column,
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
