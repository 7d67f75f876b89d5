import type { OrdinaryQuery } from './ordinary-query.ts';
import { ORDINARY_LANGUAGE, ORDINARY_QUESTIONS, ORDINARY_SHAPES } from './ordinary-questions.ts';

export const ORDINARY_QUERIES: readonly OrdinaryQuery[] = [
  ...ORDINARY_QUESTIONS,
  ...ORDINARY_LANGUAGE,
  ...ORDINARY_SHAPES,
];
