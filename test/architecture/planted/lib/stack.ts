import { impure } from '../core/impure.ts';

export const stack = impure;
