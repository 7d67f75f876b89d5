import { impure } from '../core/impure.ts';

export const useCase = () => impure;
