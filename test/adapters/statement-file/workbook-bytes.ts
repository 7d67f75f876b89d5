import { crc32, deflateRawSync } from 'node:zlib';

/** Writes workbooks byte by byte, so that a test controls every construct in them, including false claims. */

export interface ZipPart {
  readonly name: string;
  readonly data: Buffer | string;
  readonly stored?: boolean;
  /** Wrong values to write into the entry's headers. */
  readonly claims?: {
    readonly size?: number;
    readonly crc?: number;
    readonly flags?: number;
    readonly method?: number;
  };
  /** Bytes to use instead of compressing `data`. */
  readonly packed?: Buffer;
}

export interface ZipOptions {
  /** Puts sizes and offsets in ZIP64 fields, as writers of very large files do. */
  readonly zip64?: boolean;
  /** Makes every directory entry point at the first part's bytes. */
  readonly overlap?: boolean;
  readonly comment?: string;
  /** Compresses no part. */
  readonly stored?: boolean;
}

export function zipBytes(parts: readonly ZipPart[], options: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.data);
    const stored = part.stored ?? options.stored ?? false;
    const packed = part.packed ?? (stored ? data : deflateRawSync(data));
    const name = Buffer.from(part.name);
    const fields = {
      flags: part.claims?.flags ?? 0,
      method: part.claims?.method ?? (stored ? 0 : 8),
      crc: part.claims?.crc ?? crc32(data),
      size: part.claims?.size ?? data.length,
      packed: packed.length,
      offset: options.overlap ? 0 : offset,
    };
    const local = localHeader(fields, name);
    directory.push(centralHeader(fields, name, options.zip64 === true));
    bodies.push(local, packed);
    offset += local.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...bodies, listing, ...endRecords(parts.length, listing.length, offset, options)]);
}

interface Fields {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

function localHeader(fields: Fields, name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(fields.flags, 6);
  header.writeUInt16LE(fields.method, 8);
  header.writeUInt32LE(fields.crc, 14);
  header.writeUInt32LE(fields.packed, 18);
  header.writeUInt32LE(fields.size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader(fields: Fields, name: Buffer, zip64: boolean): Buffer {
  const extra = zip64 ? Buffer.alloc(28) : Buffer.alloc(0);
  if (zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(fields.size), 4);
    extra.writeBigUInt64LE(BigInt(fields.packed), 12);
    extra.writeBigUInt64LE(BigInt(fields.offset), 20);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(fields.flags, 8);
  header.writeUInt16LE(fields.method, 10);
  header.writeUInt32LE(fields.crc, 16);
  header.writeUInt32LE(zip64 ? 0xffffffff : fields.packed, 20);
  header.writeUInt32LE(zip64 ? 0xffffffff : fields.size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(zip64 ? 0xffffffff : fields.offset, 42);
  return Buffer.concat([header, name, extra]);
}

function endRecords(count: number, size: number, offset: number, options: ZipOptions): Buffer[] {
  const comment = Buffer.from(options.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  if (!options.zip64) return [end, comment];
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return [end64, locator, end, comment];
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

export const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}"/></Types>`;

export interface WorkbookParts {
  /** The content of the sheetData element. */
  readonly rows?: string;
  /** The whole sheet part, in place of `rows`. */
  readonly sheet?: string | Buffer;
  /** The content of the sst element. */
  readonly strings?: string | Buffer;
  /** The content of the styleSheet element. */
  readonly styles?: string;
  readonly workbook?: string;
  readonly workbookLinks?: string;
  readonly contentTypes?: string;
  readonly more?: readonly ZipPart[];
}

/** The parts of a simple one-sheet workbook, each of which a test may replace. */
export function workbookZipParts(parts: WorkbookParts): ZipPart[] {
  const links =
    parts.workbookLinks ??
    `<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
  const workbook =
    parts.workbook ??
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Detail" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return [
    { name: '[Content_Types].xml', data: parts.contentTypes ?? CONTENT_TYPES },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    { name: 'xl/workbook.xml', data: workbook },
    { name: 'xl/_rels/workbook.xml.rels', data: links },
    { name: 'xl/styles.xml', data: `<styleSheet xmlns="${MAIN}">${parts.styles ?? ''}</styleSheet>` },
    {
      name: 'xl/sharedStrings.xml',
      data: parts.strings instanceof Buffer ? parts.strings : `<sst xmlns="${MAIN}">${parts.strings ?? ''}</sst>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: parts.sheet ?? `<worksheet xmlns="${MAIN}"><sheetData>${parts.rows ?? ''}</sheetData></worksheet>`,
    },
    ...(parts.more ?? []),
  ];
}

export function workbookBytes(parts: WorkbookParts, options: ZipOptions = {}): Buffer {
  return zipBytes(workbookZipParts(parts), options);
}
