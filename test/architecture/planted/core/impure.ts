import { readEverything } from '../adapters/disk.ts';

export const impure = readEverything;
