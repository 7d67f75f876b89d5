import { expect, it } from 'vitest';
import { PREVIOUS_LAYOUTS_MAX, previousLayouts } from '../../../core/statement/config.ts';
import { configOf } from './statements.ts';

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
