import { ORDINARY_LANGUAGE } from './ordinary-language.ts';
import type { OrdinaryQuery } from './ordinary-query.ts';
import { ORDINARY_QUESTIONS } from './ordinary-questions.ts';
import { ORDINARY_SHAPES } from './ordinary-shapes.ts';

export const ORDINARY_QUERIES: readonly OrdinaryQuery[] = [
  ...ORDINARY_QUESTIONS,
  ...ORDINARY_LANGUAGE,
  ...ORDINARY_SHAPES,
];
