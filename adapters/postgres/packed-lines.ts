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

/** A column of which lines have many in common: each different value, and for each line which it has. */
interface Shared<T> {
  readonly values: readonly T[];
  readonly at: readonly number[];
}

/** One that is being made. What is private is not packed. */
class Sharing<T> implements Shared<T> {
  readonly values: T[] = [];
  readonly at: number[] = [];
  readonly #places = new Map<T, number>();

  push(value: T): void {
    const known = this.#places.get(value);
    this.at.push(known ?? this.values.length);
    if (known !== undefined) return;
    this.#places.set(value, this.values.length);
    this.values.push(value);
  }
}

type Made = ReturnType<typeof columnsOf>;
type Columns = {
  readonly [Name in keyof Made]: Made[Name] extends Sharing<infer T> ? Shared<T> : Readonly<Made[Name]>;
};

const column = <T>(): T[] => [];

/** Line by line: of tens of thousands each is somewhere else in memory. */
function columnsOf(lines: readonly ScorableLine[]) {
  const columns = {
    memberRefId: column<string>(),
    memberExternalId: column<string>(),
    amount: column<number>(),
    policyRefId: column<string | null>(),
    policyNumber: column<string | null>(),
    memberName: column<string | null>(),
    email: column<string | null>(),
    premium: column<number | null>(),
    planName: new Sharing<string | null>(),
    planCode: new Sharing<string | null>(),
    productType: new Sharing<string | null>(),
    lives: new Sharing<number | null>(),
    effectiveDate: new Sharing<string | null>(),
    termDate: new Sharing<string | null>(),
    monthsPaid: new Sharing<number | null>(),
    agentId: new Sharing<string | null>(),
    agentName: new Sharing<string | null>(),
    state: new Sharing<string | null>(),
    carrierStatus: new Sharing<string | null>(),
    rate: new Sharing<number | null>(),
    coverageMonth: new Sharing<Period | null>(),
    paidThrough: new Sharing<string | null>(),
    transactionType: new Sharing<string | null>(),
    description: new Sharing<string | null>(),
    split: new Sharing<number | null>(),
  };
  for (const line of lines) {
    columns.memberRefId.push(line.memberRefId);
    columns.memberExternalId.push(line.memberExternalId);
    columns.amount.push(line.amount);
    columns.policyRefId.push(line.policyRefId);
    columns.policyNumber.push(line.policyNumber);
    columns.memberName.push(line.memberName);
    columns.email.push(line.email);
    columns.premium.push(line.premium);
    columns.planName.push(line.planName);
    columns.planCode.push(line.planCode);
    columns.productType.push(line.productType);
    columns.lives.push(line.lives);
    columns.effectiveDate.push(line.effectiveDate);
    columns.termDate.push(line.termDate);
    columns.monthsPaid.push(line.monthsPaid);
    columns.agentId.push(line.agentId);
    columns.agentName.push(line.agentName);
    columns.state.push(line.state);
    columns.carrierStatus.push(line.carrierStatus);
    columns.rate.push(line.rate);
    columns.coverageMonth.push(line.coverageMonth);
    columns.paidThrough.push(line.paidThrough);
    columns.transactionType.push(line.transactionType);
    columns.description.push(line.description);
    columns.split.push(line.split);
  }
  return columns;
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
      description: sharedAt(columns.description, index),
      split: sharedAt(columns.split, index),
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
  if (fileIds.length === 0) return byFile;
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
