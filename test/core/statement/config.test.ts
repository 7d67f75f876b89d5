import { describe, expect, test } from 'vitest';
import { statementConfigSchema, submittedConfigSchema } from '../../../core/statement/config.ts';
import { compileCapture, compilePatterns, patternProblem } from '../../../core/statement/pattern.ts';

const LEAST = { fileType: 'csv', columns: { member_external_id: 'ID', commission_amount: 'Amount' } };

function problems(input: object): string[] {
  const parsed = submittedConfigSchema.safeParse({ ...LEAST, ...input });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

test('accepts the smallest configuration, and parsing a parsed one changes nothing', () => {
  const config = statementConfigSchema.parse(LEAST);
  expect(config).toMatchObject({ sheets: 'first', headerRow: 'auto', sign: 'signed', statementMode: 'period' });
  expect(config.memberId).toEqual({ stripLeadingZeros: false, pattern: null });
  expect(statementConfigSchema.parse(config)).toEqual(config);
});

test('refuses impossible settings by name', () => {
  expect(problems({ columns: { commission_amount: 'A' } })).toEqual(['columns.member_external_id is required']);
  expect(problems({ columns: { member_external_id: 'ID' } })).toEqual(['columns.commission_amount is required']);
  expect(problems({ columns: { member_external_id: 'ID' }, sign: { debit: 'D', credit: 'C' } })).toEqual([]);
  expect(problems({ optionalColumns: ['commission_amount', 'lives'] })).toEqual([
    'optionalColumns must not name commission_amount: it is required',
  ]);
  expect(problems({ sign: 'by_type' })).toEqual(['columns.transaction_type is required when sign is by_type']);
  expect(problems({ memberId: { pattern: '\\d+' } })[0]).toMatch(/^memberId.pattern .*no group/);
  expect(problems({ memberId: { pattern: '/(\\d+)/' } })).toEqual([]);
  expect(problems({ skipRows: { patterns: ['/(/'] } })[0]).toMatch(/^skipRows.patterns.0 is not a usable pattern/);
  expect(problems({ columns: { ...LEAST.columns, member_name: { sum: ['A', 'B'] } } })).toEqual([
    'columns.member_name must not be a sum, which is for amounts only',
  ]);
  expect(problems({ columns: { ...LEAST.columns, agent_name: { groupRow: 'Agent: .*' } } })).toHaveLength(1);
  expect(problems({ columns: { ...LEAST.columns, nickname: 'X' } })).toHaveLength(1);
  expect(problems({ unknown: 1 })).toHaveLength(1);
});

describe('patterns', () => {
  test('match a plain text completely, and a regular expression anywhere', () => {
    const fits = compilePatterns(['Chargeback', '/claw|recoup/i', '/^R$/']);
    expect(['chargeback', ' CHARGEBACK ', 'Clawback', 'a recoupment', 'R'].map(fits)).toEqual(Array(5).fill(true));
    expect(['chargeback fee', 'r', 'RR', ''].map(fits)).toEqual(Array(4).fill(false));
  });

  test('are fast where a backtracking engine would be slow', () => {
    expect(patternProblem('/^(a+)+$/', 'test')).toBeNull();
    expect(compilePatterns(['/^(a+)+$/'])(`${'a'.repeat(2000)}!`)).toBe(false);
    expect(patternProblem('/(a)\\1/', 'test')).toMatch(/not a usable pattern/);
  });

  test('return the first group of a capture, or nothing', () => {
    expect(compileCapture('/id:\\s*(\\w+)/i')('Member ID: a7 (new)')).toBe('a7');
    expect(compileCapture('(a)|b')('b')).toBeNull();
    expect(compileCapture('(a)')('x')).toBeNull();
    expect(patternProblem('(a', 'capture')).toMatch(/not a usable pattern/);
  });
});
