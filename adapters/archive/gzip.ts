import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Packing } from '../../app/operations/archive-months.ts';

/** Packs the files of archived months with gzip. */
export const gzipPacking: Packing = {
  pack: promisify<Uint8Array, Uint8Array>(gzip),
  unpack: promisify<Uint8Array, Uint8Array>(gunzip),
};
