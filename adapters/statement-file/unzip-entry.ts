import { crc32, inflateRawSync } from 'node:zlib';
import { UnreadableFile } from '../../core/statement/source.ts';
import { damaged, megabytes, WORKBOOK, type ZipEntry, type ZipRules } from './zip-directory.ts';

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
