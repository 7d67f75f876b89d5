import { impure } from '../core/impure.ts';

export const command = impure;
