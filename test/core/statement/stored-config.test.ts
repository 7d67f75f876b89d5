import { expect, test } from 'vitest';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { configToStore, readStoredConfig, statementConfigSchema } from '../../../core/statement/config.ts';

/** Guarantee: after going back a version, formats of the later release are read as far as this release knows their options. */

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
