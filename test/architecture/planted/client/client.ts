import { impure } from '../core/impure.ts';

export const client = impure;
