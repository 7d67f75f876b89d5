import type { Attack } from './attack.ts';
import { ATTACKS_IN_DISGUISE } from './attacks-in-disguise.ts';
import { ATTACKS_ON_FIELDS } from './attacks-on-fields.ts';
import { ATTACKS_ON_NAMES } from './attacks-on-names.ts';
import { ATTACKS_ON_RESOURCES } from './attacks-on-resources.ts';
import { ATTACKS_ON_STATEMENTS } from './attacks-on-statements.ts';

export const ATTACKS: readonly Attack[] = [
  ...ATTACKS_ON_STATEMENTS,
  ...ATTACKS_ON_NAMES,
  ...ATTACKS_ON_FIELDS,
  ...ATTACKS_IN_DISGUISE,
  ...ATTACKS_ON_RESOURCES,
];
