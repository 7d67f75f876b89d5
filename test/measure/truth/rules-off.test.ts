import { expect, test } from 'vitest';
import { readRules, switchedOff } from '../../../measure/truth/ablation/rules-off.ts';

const SOURCE = `export function isLate(month: string): boolean {
  return month > '2026';
}

function findGap<T>(
  months: readonly T[],
): T | null {
  return months[0] ?? null;
}

function total(): number {
  return 1;
}
`;

test.for([
  ['isLate', 'boolean {\nreturn false;\n'],
  ['findGap', 'T | null {\nreturn null;\n'],
])('makes %s find nothing', ([name = '', expected]) => {
  expect(switchedOff(SOURCE, { file: 'late.ts', name })).toContain(expected);
});

test('refuses a rule that it cannot switch off, and says why', () => {
  expect(() => switchedOff(SOURCE, { file: 'late.ts', name: 'total' })).toThrow('total returns neither');
  expect(() => switchedOff(SOURCE, { file: 'late.ts', name: 'nobody' })).toThrow('late.ts has no function nobody');
  expect(() => readRules('core/scoring/no-such-file.ts#isLate')).toThrow('--without takes FILE#FUNCTION');
});

test('knows the rules of core/scoring by their files', () => {
  const rules = readRules('core/scoring/cadence.ts#isTooFar,core/scoring/due-months.ts#paysForGap');
  expect(rules.map(({ name }) => name)).toEqual(['isTooFar', 'paysForGap']);
});
