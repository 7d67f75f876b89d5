import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of an archive, which is made while it is packed. */
export interface ZipPart {
  readonly name: string;
  readonly texts: AsyncIterable<string>;
}

interface PackedPart {
  readonly name: Buffer;
  readonly offset: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** The flags of each part: its sizes follow the data, and its name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** The date of all parts, 1980-01-01: the earliest date, so that the same parts give the same archive. */
const DATE = 0x21;
/** The largest archive, 4 GiB. Larger ones would need the 64-bit records of the format, which no workbook needs. */
const BYTES_MAX = 0xffff_ffff;

/** Yields a ZIP archive of parts whose sizes are not known in advance. Memory holds a few pieces of text. */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const packed: PackedPart[] = [];
  let offset = 0;
  for await (const part of parts) {
    const start = offset;
    const name = Buffer.from(part.name);
    const sizes = { checksum: 0, packedBytes: 0, bytes: 0 };
    const header = localHeader(name);
    offset += header.length;
    yield header;
    for await (const piece of deflated(part.texts, sizes)) {
      sizes.packedBytes += piece.length;
      offset += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(sizes);
    offset += descriptor.length;
    yield descriptor;
    if (sizes.bytes > BYTES_MAX || offset > BYTES_MAX) throw new RangeError('The archive is larger than 4 GB.');
    packed.push({ name, offset: start, ...sizes });
  }
  yield directory(packed, offset);
}

/** Packs texts in a thread pool; at most two texts are in flight. */
function deflated(texts: AsyncIterable<string>, sizes: { checksum: number; bytes: number }): AsyncIterable<Buffer> {
  const measured = async function* () {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      sizes.checksum = crc32(bytes, sizes.checksum);
      sizes.bytes += bytes.length;
      yield bytes;
    }
  };
  // The reader of the packed pieces receives an error.
  return pipeline(Readable.from(measured(), { highWaterMark: 1 }), createDeflateRaw(), () => {});
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ checksum, packedBytes, bytes }: Omit<PackedPart, 'name' | 'offset'>): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0);
  descriptor.writeUInt32LE(checksum, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

function directory(parts: readonly PackedPart[], offset: number): Buffer {
  const headers = parts.map(centralHeader);
  const size = headers.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...headers, end]);
}

function centralHeader({ name, offset, checksum, packedBytes, bytes }: PackedPart): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(packedBytes, 20);
  header.writeUInt32LE(bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}
