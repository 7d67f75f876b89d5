import { readEverything } from '../adapters/disk.ts';

export const read = readEverything;
