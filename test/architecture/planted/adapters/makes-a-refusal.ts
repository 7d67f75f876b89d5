import { refuse } from '../core/refuse.ts';

export const refusal = refuse();
