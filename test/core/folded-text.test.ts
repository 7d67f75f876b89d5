import { expect, test } from 'vitest';
import { foldName } from '../../core/csv-text.ts';

/** Guarantee: two names that a person cannot tell apart are one name. */

test.each([
  'Cedar Mutual',
  ' CEDAR  mutual ',
  'Cedar\u00A0Mutual',
  'Cedar\u200B Mutual',
  'Ｃedar Mutual',
  'Ce\u00ADdar Mutual',
])('the name %j', (name) => {
  expect(foldName(name)).toBe(foldName('Cedar Mutual'));
});

test('a name with another sign', () => {
  expect(foldName('Cedar-Mutual')).not.toBe(foldName('Cedar Mutual'));
});
