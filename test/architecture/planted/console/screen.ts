import { impure } from '../core/impure.ts';

export const shown = impure;
