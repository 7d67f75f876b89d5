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

/** Makes the error for damage that the sender can repair only by sending the file again. */
export function damaged(detail: string): UnreadableFile {
  return new UnreadableFile(
    `The Excel workbook is damaged or was cut off on its way (${detail}). Open it in Excel, save it again and send that file.`,
  );
}

/** Words a limit in megabytes. */
export function megabytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MB`;
}

/**
 * Reads the entries of a ZIP file by lower-case name, because case does not matter in workbooks. Reads only the directory and local
 * headers. Throws UnreadableFile when entries overlap, leave the file, are encrypted, have a name outside the package, or exceed the
 * limits together.
 */
export function readZipDirectory(file: Buffer): ReadonlyMap<string, ZipEntry> {
  const place = findDirectory(file);
  if (place.count > XLSX_LIMITS.entries)
    throw new UnreadableFile(`The workbook has more than ${XLSX_LIMITS.entries} parts.`);
  const located: Located[] = [];
  let at = place.start;
  for (let i = 0; i < place.count; i++) {
    const { entry, next } = readCentralHeader(file, at, place.end);
    located.push(entry);
    at = next;
  }
  if (at !== place.end) throw damaged('its table of contents has the wrong length');
  const unpackedBytes = located.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpackedBytes > XLSX_LIMITS.expandedBytes) {
    throw new UnreadableFile(`The workbook unpacks to more than ${megabytes(XLSX_LIMITS.expandedBytes)}.`);
  }
  return byName(placeEntries(file, located, place.start));
}

function findDirectory(file: Buffer): DirectoryPlace {
  const earliest = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = file.length - END_BYTES; at >= earliest; at--) {
    if (file.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + file.readUInt16LE(at + 20) > file.length) continue;
    const place = {
      count: file.readUInt16LE(at + 10),
      start: file.readUInt32LE(at + 16),
      end: file.readUInt32LE(at + 16) + file.readUInt32LE(at + 12),
    };
    const found = findDirectory64(file, at - 20) ?? place;
    if (found.end <= at) return found;
  }
  throw damaged('its table of contents is missing');
}

/** Reads the larger directory record, if a locator before the small one refers to it. */
function findDirectory64(file: Buffer, locator: number): DirectoryPlace | null {
  if (locator < 0 || file.readUInt32LE(locator) !== END_64_LOCATOR) return null;
  const at = readUInt64(file, locator + 8);
  if (at + 56 > locator || file.readUInt32LE(at) !== END_64) throw damaged('its table of contents cannot be found');
  const start = readUInt64(file, at + 48);
  return { count: readUInt64(file, at + 32), start, end: start + readUInt64(file, at + 40) };
}

function readCentralHeader(file: Buffer, at: number, end: number): { entry: Located; next: number } {
  if (at + 46 > end || file.readUInt32LE(at) !== CENTRAL_HEADER) throw damaged('its table of contents is broken');
  if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) {
    throw new UnreadableFile(
      'The workbook is protected by a password. Remove the password in Excel, save it and send it again.',
    );
  }
  const nameEnd = at + 46 + file.readUInt16LE(at + 28);
  const extraEnd = nameEnd + file.readUInt16LE(at + 30);
  const next = extraEnd + file.readUInt16LE(at + 32);
  if (next > end) throw damaged('its table of contents is broken');
  const sizes = readSizes(file, at, { from: nameEnd, to: extraEnd });
  const entry = {
    name: partName(file.toString('utf8', at + 46, nameEnd)),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    ...sizes,
  };
  return { entry, next };
}

/** Reads sizes and position. A value of all ones is in the ZIP64 field instead, in this order. */
function readSizes(
  file: Buffer,
  at: number,
  extra: { from: number; to: number },
): Pick<Located, 'unpackedBytes' | 'packedBytes' | 'headerStart'> {
  let [field, fieldEnd] = zip64Field(file, extra.from, extra.to);
  const wide = (narrow: number): number => {
    if (narrow !== 0xffffffff) return narrow;
    if (field + 8 > fieldEnd) throw damaged('its table of contents is broken');
    field += 8;
    return readUInt64(file, field - 8);
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

function readUInt64(file: Buffer, at: number): number {
  const value = file.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('its table of contents names impossible sizes');
  return Number(value);
}

function partName(raw: string): string {
  // Some Windows programs write backslashes.
  const name = raw.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..') || name.includes('\0')) {
    throw new UnreadableFile('The workbook has a part whose name points outside the workbook.');
  }
  return name;
}

/** Finds the bytes of every entry and refuses entries that share bytes, because small zip bombs rely on that. */
function placeEntries(file: Buffer, located: readonly Located[], directoryStart: number): ZipEntry[] {
  const inOrder = located.toSorted((a, b) => a.headerStart - b.headerStart);
  return inOrder.map(({ headerStart, ...entry }, i) => {
    const limit = Math.min(inOrder[i + 1]?.headerStart ?? directoryStart, directoryStart);
    if (headerStart + 30 > limit) throw damaged('its parts overlap');
    if (file.readUInt32LE(headerStart) !== LOCAL_HEADER) throw damaged(`the part ${entry.name} cannot be found`);
    const start = headerStart + 30 + file.readUInt16LE(headerStart + 26) + file.readUInt16LE(headerStart + 28);
    if (start + entry.packedBytes > limit) throw damaged('its parts overlap');
    return { ...entry, start };
  });
}

function byName(entries: readonly ZipEntry[]): ReadonlyMap<string, ZipEntry> {
  const parts = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const key = entry.name.toLowerCase();
    if (parts.has(key)) throw damaged(`it has the part ${entry.name} twice`);
    parts.set(key, entry);
  }
  return parts;
}
