import { expect, it } from 'vitest';
import {
  type AdjustableFigures,
  adjustmentOf,
  type ClosedFigures,
  decideMonth,
  isChangedMonth,
  refuseUnnamedWorkspace,
} from '../../../core/month/month-state.ts';

/** Guarantee: a change to a closed month is reported exactly, and an unchanged month is not reported. */

const before: AdjustableFigures = {
  memberCount: 3,
  red: 1,
  gross: 1_000_000,
  chargebackAmount: 50_000,
  commissionOwed: 70_000_000_001n,
  commissionOwedEstimated: 20_000_000_001n,
  commissionDropped: 5_000,
  commissionReduced: 300,
};

it('makes no adjustment for equal figures', () => {
  expect(adjustmentOf(before, { ...before })).toBeNull();
});

it.each<[string, AdjustableFigures, number | bigint]>([
  ['memberCount', { ...before, memberCount: 4 }, 1],
  ['red', { ...before, red: 0 }, -1],
  ['gross', { ...before, gross: 999_999 }, -1],
  ['chargebackAmount', { ...before, chargebackAmount: 50_001 }, 1],
  ['commissionOwed', { ...before, commissionOwed: 70_000_000_000n }, -1n],
  ['commissionOwedEstimated', { ...before, commissionOwedEstimated: 20_000_000_000n }, -1n],
  ['commissionAtRisk', { ...before, commissionDropped: 5_001 }, 1],
  ['commissionAtRisk', { ...before, commissionReduced: 0 }, -300],
])('makes an adjustment for a changed figure: %s', (name, after, change) => {
  const same = {
    memberCount: 0,
    red: 0,
    gross: 0,
    chargebackAmount: 0,
    commissionOwed: 0n,
    commissionOwedEstimated: 0n,
    commissionAtRisk: 0,
  };
  expect(adjustmentOf(before, after)).toEqual({ ...same, [name]: change });
});

it('treats a month as changed if any figure is, even one that no adjustment shows', () => {
  const closed: ClosedFigures = {
    ...before,
    yellow: 1,
    new: 0,
    reappeared: 0,
  };
  expect(isChangedMonth(closed, { ...closed })).toBe(false);
  for (const name of ['red', 'yellow', 'new', 'reappeared', 'commissionDropped', 'commissionReduced'] as const) {
    expect(isChangedMonth(closed, { ...closed, [name]: closed[name] + 1 })).toBe(true);
  }
});

it('closes a month only after its files were read, and reopens it at any time', () => {
  expect(decideMonth({ wanted: 'closed', books: 1, openJobs: 0 })).toBeNull();
  expect(decideMonth({ wanted: 'closed', books: 1, openJobs: 1 })).toMatchObject({ refused: { code: 'conflict' } });
  expect(decideMonth({ wanted: 'open', books: 1, openJobs: 1 })).toBeNull();
  expect(decideMonth({ wanted: 'open', books: 0, openJobs: 0 })).toMatchObject({ refused: { code: 'not_found' } });
});

it('requires the workspace if there are several', () => {
  expect(refuseUnnamedWorkspace(1)).toBeNull();
  expect(refuseUnnamedWorkspace(2)).toMatchObject({ refused: { code: 'workspace_required' } });
});
