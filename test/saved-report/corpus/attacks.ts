import type { Attack, OrdinaryQuery } from './attack.ts';
import { ATTACKS_IN_DISGUISE, ATTACKS_ON_RESOURCES } from './attacks-in-disguise.ts';
import { ATTACKS_ON_FIELDS, ATTACKS_ON_NAMES, ATTACKS_ON_STATEMENTS } from './attacks-on-names.ts';
import { ORDINARY_LANGUAGE, ORDINARY_QUESTIONS, ORDINARY_SHAPES } from './ordinary-questions.ts';

export const ATTACKS: readonly Attack[] = [
  ...ATTACKS_ON_STATEMENTS,
  ...ATTACKS_ON_NAMES,
  ...ATTACKS_ON_FIELDS,
  ...ATTACKS_IN_DISGUISE,
  ...ATTACKS_ON_RESOURCES,
];

export const ORDINARY_QUERIES: readonly OrdinaryQuery[] = [
  ...ORDINARY_QUESTIONS,
  ...ORDINARY_LANGUAGE,
  ...ORDINARY_SHAPES,
];
