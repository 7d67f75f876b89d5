import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ZipFile } from 'yazl';
import type { Archive } from '../../app/accounts/export-account.ts';
import type { Packing } from '../../app/operations/archive-months.ts';
import { ReaderLeft } from '../../core/row-export.ts';

/**
 * Makes a ZIP file that is sent while it is written. Nothing is read ahead beyond the buffers of the streams. When the reader leaves or
 * the signal is aborted, adding the current file fails.
 */
export function openZipArchive(signal: AbortSignal): Archive {
  const zip = new ZipFile();
  const output = new PassThrough();
  const gone = new AbortController();
  const sending = pipeline(zip.outputStream, output, { signal });
  sending.catch((error: unknown) => gone.abort(signal.aborted ? error : new ReaderLeft(error)));
  zip.on('error', (error) => gone.abort(error));
  return {
    stream: Readable.toWeb(output),
    async add(name, chunks) {
      const entry = new PassThrough();
      const hash = createHash('sha256');
      let bytes = 0;
      zip.addReadStream(entry, name);
      const measured = async function* () {
        for await (const chunk of chunks) {
          const encoded = Buffer.from(chunk);
          hash.update(encoded);
          bytes += encoded.byteLength;
          yield encoded;
        }
      };
      await pipeline(measured, entry, { signal: gone.signal });
      return { bytes, sha256: hash.digest('hex') };
    },
    async end() {
      zip.end();
      await sending.catch(() => gone.signal.throwIfAborted());
    },
    fail(error) {
      output.destroy(error instanceof Error ? error : new Error('The archive broke off', { cause: error }));
    },
  };
}

/** Packs the files of archived months with gzip. */
export const gzipPacking: Packing = {
  pack: promisify<Uint8Array, Uint8Array>(gzip),
  unpack: promisify<Uint8Array, Uint8Array>(gunzip),
};
