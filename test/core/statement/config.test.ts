import { describe, expect, it, test } from 'vitest';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import {
  configToStore,
  PREVIOUS_LAYOUTS_MAX,
  previousLayouts,
  readStoredConfig,
  statementConfigSchema,
  submittedConfigSchema,
} from '../../../core/statement/config.ts';
import { compileCapture, compilePatterns, patternProblem } from '../../../core/statement/pattern.ts';
import { configOf } from './statements.ts';

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

describe('the layouts before', () => {
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  const version = (number: number, readsPrevious?: boolean) => ({
    version: number,
    config: configOf({ columns, ...(readsPrevious === undefined ? {} : { readsPrevious }) }),
  });
  const read = (active: boolean | undefined, ...older: ReturnType<typeof version>[]) =>
    previousLayouts(version(9, active).config, older).map(({ version: number }) => number);

  it('reads the version before, as long as each version says so', () => {
    expect(read(undefined, version(2), version(1))).toEqual([]);
    expect(read(true, version(2), version(1))).toEqual([2]);
    expect(read(true, version(3, true), version(2, false), version(1))).toEqual([3, 2]);
    expect(read(true, version(2, true), version(1, true))).toEqual([2, 1]);
    expect(read(true)).toEqual([]);
  });

  it('tries ten versions at most', () => {
    const many = Array.from({ length: 20 }, (_, at) => version(20 - at, true));
    expect(read(true, ...many)).toHaveLength(PREVIOUS_LAYOUTS_MAX);
  });
});

/** Guarantee: after going back a version, formats of the later release are read as far as this release knows their options. */
describe('a stored configuration', () => {
  const LEAST = { fileType: 'csv', columns: { member_external_id: 'ID', commission_amount: 'Amount' } };
  const least = statementConfigSchema.parse(LEAST);

  test('stores an option from after the first release only if it differs from the default', () => {
    // A new option must leave this list unchanged, and must not be stored while it has its default.
    expect(Object.keys(configToStore(least)).sort()).toEqual(
      (
        'amounts cadence carryDown columns dates delimiter email encoding fileType filter headerRow memberId sftp sheets sign ' +
        'skipRows statementMode tolerance transactionTypes'
      ).split(' '),
    );
    const lineKinds = [{ kind: 'fee' as const, patterns: ['Fee'] }];
    expect(configToStore({ ...least, lineKinds })).toMatchObject({ lineKinds });
  });

  test('reads every shipped format back as it was stored', () => {
    for (const { slug, config } of SHARED_CARRIERS) {
      const stored: unknown = JSON.parse(JSON.stringify(configToStore(config)));
      expect(readStoredConfig(stored), slug).toEqual({ config, laterOptions: [] });
    }
  });

  test('omits and names the options of a later release, and applies the others', () => {
    const stored = {
      ...LEAST,
      rounding: 'up',
      memberId: { stripLeadingZeros: true, prefix: 'X' },
      columns: { ...LEAST.columns, member_name: { lookup: 'Names' }, nickname: 'Nick' },
      statementMode: 'quarterly',
      tolerance: { absolute: 7 },
      cadence: [{ months: 12 }, { months: 'forever' }],
    };
    const { config, laterOptions } = readStoredConfig(stored);
    expect([...laterOptions].sort()).toEqual([
      'cadence',
      'columns.member_name',
      'columns.nickname',
      'memberId.prefix',
      'rounding',
      'statementMode',
    ]);
    expect(config).toEqual({
      ...least,
      memberId: { stripLeadingZeros: true, pattern: null },
      tolerance: { absolute: 7, percent: 0 },
    });
  });

  test('fails for a configuration that is invalid without its later options', () => {
    expect(() => readStoredConfig({ ...LEAST, fileType: 'docx' })).toThrow(/fileType/);
    expect(() =>
      readStoredConfig({ ...LEAST, columns: { ...LEAST.columns, commission_amount: { lookup: 'x' } } }),
    ).toThrow();
    expect(() => readStoredConfig('csv')).toThrow();
  });
});
