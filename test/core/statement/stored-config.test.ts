import { expect, test } from 'vitest';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { configToStore, readStoredConfig } from '../../../core/statement/stored-config.ts';

/** Guarantee: after going back a version, formats that the later release stored are read as far as this one knows their options. */

const LEAST = { fileType: 'csv', columns: { member_external_id: 'ID', commission_amount: 'Amount' } };
const least = statementConfigSchema.parse(LEAST);

test('an option that came after the first release is stored only where it says something', () => {
  // Whoever adds an option leaves this list alone and keeps the option out of what is stored while it has its default.
  expect(Object.keys(configToStore(least)).sort()).toEqual(
    (
      'amounts cadence carryDown columns dates delimiter email encoding fileType filter headerRow memberId sftp sheets sign ' +
      'skipRows statementMode tolerance transactionTypes'
    ).split(' '),
  );
  const lineKinds = [{ kind: 'fee' as const, patterns: ['Fee'] }];
  expect(configToStore({ ...least, lineKinds })).toMatchObject({ lineKinds });
});

test('what is stored is read as it was, for every shipped format', () => {
  for (const { slug, config } of SHARED_CARRIERS) {
    const stored: unknown = JSON.parse(JSON.stringify(configToStore(config)));
    expect(readStoredConfig(stored), slug).toEqual({ config, laterOptions: [] });
  }
});

test('options of a later release are left out and named, and the others hold', () => {
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

test('what is no configuration without its later options is an error', () => {
  expect(() => readStoredConfig({ ...LEAST, fileType: 'pdf' })).toThrow(/fileType/);
  expect(() =>
    readStoredConfig({ ...LEAST, columns: { ...LEAST.columns, commission_amount: { lookup: 'x' } } }),
  ).toThrow();
  expect(() => readStoredConfig('csv')).toThrow();
});
