import { readEverything } from '../adapters/disk.ts';

export const trigger = readEverything;
