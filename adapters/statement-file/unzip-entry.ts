import { crc32, inflateRawSync } from 'node:zlib';
import { XLSX_LIMITS } from '../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import { damaged, megabytes, type ZipEntry } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const MEBIBYTE = 1024 * 1024;

/**
 * Unpacks one entry. Stops at the size that the directory declares, which is checked against the limits first, so that a zip bomb takes no
 * memory. Verifies the checksum, because a flipped bit must not change an amount.
 */
export function unzipEntry(file: Buffer, entry: ZipEntry, bytesMax: number = XLSX_LIMITS.entryBytes): Buffer {
  if (entry.unpackedBytes > bytesMax)
    throw new UnreadableFile(`The workbook's part ${entry.name} unpacks to more than ${megabytes(bytesMax)}.`);
  if (entry.unpackedBytes > MEBIBYTE && entry.unpackedBytes > entry.packedBytes * XLSX_LIMITS.ratio) {
    throw new UnreadableFile(
      `The workbook's part ${entry.name} unpacks to more than ${XLSX_LIMITS.ratio} times its size.`,
    );
  }
  const packed = file.subarray(entry.start, entry.start + entry.packedBytes);
  const bytes = unpack(packed, entry);
  if (bytes.length !== entry.unpackedBytes) throw damaged(`the part ${entry.name} has another size than it says`);
  if (crc32(bytes) !== entry.crc) throw damaged(`the checksum of the part ${entry.name} is wrong`);
  return bytes;
}

function unpack(packed: Buffer, entry: ZipEntry): Buffer {
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw damaged(`the part ${entry.name} is packed in a way Excel does not use`);
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, entry.unpackedBytes),
      // One output chunk that fits all, so that the bytes are never held twice.
      chunkSize: Math.max(64, entry.unpackedBytes + 1),
    });
  } catch {
    throw damaged(`the part ${entry.name} cannot be unpacked`);
  }
}
