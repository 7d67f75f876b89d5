import { crc32, inflateRawSync } from 'node:zlib';
import { XLSX_LIMITS } from '../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../core/statement/source.ts';

/** One entry of a ZIP file, as its central directory describes it, after its position was checked. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Position of the first packed byte. */
  readonly start: number;
}

interface DirectoryPlace {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

interface ZipFile {
  readonly file: Buffer;
  readonly rules: ZipRules;
}

interface Located extends Omit<ZipEntry, 'start'> {
  readonly headerStart: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
/** The two flag bits of an encrypted entry or directory. */
const ENCRYPTED = 0x0001 | 0x2000;

/** Words for the sender of a ZIP file, and the limits of the file. */
export interface ZipRules {
  /** The subject of sentences, such as "The workbook". */
  readonly subject: string;
  /** The word for an entry in a sentence: "part". */
  readonly entry: string;
  readonly entries: number;
  readonly expandedBytes: number;
  readonly entryBytes: number;
  /** The largest compression ratio of an entry that is larger than 1 MiB unpacked. */
  readonly ratio: number;
  readonly whenDamaged: (detail: string) => string;
  readonly whenEncrypted: string;
}

/** The rules of workbooks, which are ZIP files. */
const WORKBOOK: ZipRules = {
  ...XLSX_LIMITS,
  subject: 'The workbook',
  entry: 'part',
  whenDamaged: (detail) =>
    `The Excel workbook is damaged or was cut off on its way (${detail}). Open it in Excel, save it again and send that file.`,
  whenEncrypted: 'The workbook is protected by a password. Remove the password in Excel, save it and send it again.',
};

/** Makes the error for damage that the sender can repair only by sending the file again. */
export function damaged(detail: string, { whenDamaged }: ZipRules = WORKBOOK): UnreadableFile {
  return new UnreadableFile(whenDamaged(detail));
}

/** Writes a limit in megabytes. */
function megabytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MB`;
}

/**
 * Reads the entries of a ZIP file by lower-case name, because case does not matter in workbooks. Reads only the directory and local
 * headers. Throws UnreadableFile when entries overlap, leave the file, are encrypted, have a name outside the package, or exceed the
 * limits together.
 */
export function readZipDirectory(file: Buffer, rules: ZipRules = WORKBOOK): ReadonlyMap<string, ZipEntry> {
  const place = findDirectory(file, rules);
  if (place.count > rules.entries)
    throw new UnreadableFile(`${rules.subject} has more than ${rules.entries} ${rules.entry}s.`);
  const located: Located[] = [];
  let at = place.start;
  for (let i = 0; i < place.count; i++) {
    const { entry, next } = readCentralHeader({ file, rules }, at, place.end);
    located.push(entry);
    at = next;
  }
  if (at !== place.end) throw damaged('its table of contents has the wrong length', rules);
  const unpackedBytes = located.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpackedBytes > rules.expandedBytes) {
    throw new UnreadableFile(`${rules.subject} unpacks to more than ${megabytes(rules.expandedBytes)}.`);
  }
  return byName(placeEntries({ file, rules }, located, place.start), rules);
}

function findDirectory(file: Buffer, rules: ZipRules): DirectoryPlace {
  const earliest = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = file.length - END_BYTES; at >= earliest; at--) {
    if (file.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + file.readUInt16LE(at + 20) > file.length) continue;
    const place = {
      count: file.readUInt16LE(at + 10),
      start: file.readUInt32LE(at + 16),
      end: file.readUInt32LE(at + 16) + file.readUInt32LE(at + 12),
    };
    const found = findDirectory64({ file, rules }, at - 20) ?? place;
    if (found.end <= at) return found;
  }
  throw damaged('its table of contents is missing', rules);
}

/** Reads the larger directory record, if a locator before the small one refers to it. */
function findDirectory64({ file, rules }: ZipFile, locator: number): DirectoryPlace | null {
  if (locator < 0 || file.readUInt32LE(locator) !== END_64_LOCATOR) return null;
  const at = readUInt64({ file, rules }, locator + 8);
  if (at + 56 > locator || file.readUInt32LE(at) !== END_64)
    throw damaged('its table of contents cannot be found', rules);
  const read = (position: number) => readUInt64({ file, rules }, position);
  const start = read(at + 48);
  return { count: read(at + 32), start, end: start + read(at + 40) };
}

function readCentralHeader({ file, rules }: ZipFile, at: number, end: number): { entry: Located; next: number } {
  if (at + 46 > end || file.readUInt32LE(at) !== CENTRAL_HEADER)
    throw damaged('its table of contents is broken', rules);
  if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) {
    throw new UnreadableFile(rules.whenEncrypted);
  }
  const nameEnd = at + 46 + file.readUInt16LE(at + 28);
  const extraEnd = nameEnd + file.readUInt16LE(at + 30);
  const next = extraEnd + file.readUInt16LE(at + 32);
  if (next > end) throw damaged('its table of contents is broken', rules);
  const sizes = readSizes({ file, rules }, at, { from: nameEnd, to: extraEnd });
  const entry = {
    name: partName(file.toString('utf8', at + 46, nameEnd), rules),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    ...sizes,
  };
  return { entry, next };
}

/** Reads sizes and position. A value of all ones is in the ZIP64 field instead, in this order. */
function readSizes(
  { file, rules }: ZipFile,
  at: number,
  extra: { from: number; to: number },
): Pick<Located, 'unpackedBytes' | 'packedBytes' | 'headerStart'> {
  let [field, fieldEnd] = zip64Field(file, extra.from, extra.to);
  const wide = (narrow: number): number => {
    if (narrow !== 0xffffffff) return narrow;
    if (field + 8 > fieldEnd) throw damaged('its table of contents is broken', rules);
    field += 8;
    return readUInt64({ file, rules }, field - 8);
  };
  const unpackedBytes = wide(file.readUInt32LE(at + 24));
  const packedBytes = wide(file.readUInt32LE(at + 20));
  return { unpackedBytes, packedBytes, headerStart: wide(file.readUInt32LE(at + 42)) };
}

function zip64Field(file: Buffer, from: number, to: number): [number, number] {
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + file.readUInt16LE(at + 2);
    if (file.readUInt16LE(at) === 1) return [at + 4, Math.min(end, to)];
    at = end;
  }
  return [0, 0];
}

function readUInt64({ file, rules }: ZipFile, at: number): number {
  const value = file.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('its table of contents names impossible sizes', rules);
  return Number(value);
}

function partName(raw: string, { subject, entry }: ZipRules): string {
  // Some Windows programs write backslashes as separators.
  const name = raw.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..') || name.includes('\0')) {
    throw new UnreadableFile(`${subject} has a ${entry} whose name points outside it.`);
  }
  return name;
}

/** Finds the bytes of every entry and refuses entries that share bytes, because small zip bombs rely on that. */
function placeEntries({ file, rules }: ZipFile, located: readonly Located[], directoryStart: number): ZipEntry[] {
  const inOrder = located.toSorted((a, b) => a.headerStart - b.headerStart);
  return inOrder.map(({ headerStart, ...entry }, i) => {
    const limit = Math.min(inOrder[i + 1]?.headerStart ?? directoryStart, directoryStart);
    if (headerStart + 30 > limit) throw damaged(`its ${rules.entry}s overlap`, rules);
    if (file.readUInt32LE(headerStart) !== LOCAL_HEADER)
      throw damaged(`the ${rules.entry} ${entry.name} cannot be found`, rules);
    const start = headerStart + 30 + file.readUInt16LE(headerStart + 26) + file.readUInt16LE(headerStart + 28);
    if (start + entry.packedBytes > limit) throw damaged(`its ${rules.entry}s overlap`, rules);
    return { ...entry, start };
  });
}

function byName(entries: readonly ZipEntry[], rules: ZipRules): ReadonlyMap<string, ZipEntry> {
  const parts = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const key = entry.name.toLowerCase();
    if (parts.has(key)) throw damaged(`it has the ${rules.entry} ${entry.name} twice`, rules);
    parts.set(key, entry);
  }
  return parts;
}

const STORED = 0;
const DEFLATED = 8;
const MEBIBYTE = 1024 * 1024;

/**
 * Unpacks one entry. Stops at the size that the directory declares, which is checked against the limits first, so that a zip bomb takes no
 * memory. Verifies the checksum, because a flipped bit must not change an amount.
 */
export function unzipEntry(
  file: Buffer,
  entry: ZipEntry,
  { bytesMax, rules = WORKBOOK }: { readonly bytesMax?: number | undefined; readonly rules?: ZipRules } = {},
): Buffer {
  const named = `${rules.subject}'s ${rules.entry} ${entry.name}`;
  const limit = bytesMax ?? rules.entryBytes;
  if (entry.unpackedBytes > limit) throw new UnreadableFile(`${named} unpacks to more than ${megabytes(limit)}.`);
  if (entry.unpackedBytes > MEBIBYTE && entry.unpackedBytes > entry.packedBytes * rules.ratio) {
    throw new UnreadableFile(`${named} unpacks to more than ${rules.ratio} times its size.`);
  }
  const packed = file.subarray(entry.start, entry.start + entry.packedBytes);
  const bytes = unpack(packed, entry, rules);
  const part = `the ${rules.entry} ${entry.name}`;
  if (bytes.length !== entry.unpackedBytes) throw damaged(`${part} has another size than it says`, rules);
  if (crc32(bytes) !== entry.crc) throw damaged(`the checksum of ${part} is wrong`, rules);
  return bytes;
}

function unpack(packed: Buffer, entry: ZipEntry, rules: ZipRules): Buffer {
  if (entry.method === STORED) return packed;
  const part = `the ${rules.entry} ${entry.name}`;
  if (entry.method !== DEFLATED) throw damaged(`${part} is packed in an unusual way`, rules);
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, entry.unpackedBytes),
      // A single output chunk has room for all bytes, so that the bytes are never held twice.
      chunkSize: Math.max(64, entry.unpackedBytes + 1),
    });
  } catch {
    throw damaged(`${part} cannot be unpacked`, rules);
  }
}
