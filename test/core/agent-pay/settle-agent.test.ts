import { describe, expect, test } from 'vitest';
import {
  type Balance,
  NO_BALANCE,
  type PayTerms,
  type RunSums,
  settleAgent,
} from '../../../core/agent-pay/settle-agent.ts';
import { money, share } from './agent-pay.ts';

/** Guarantee: credited + adjustments = paid + holdback + waiting - debt, whatever a run brings. The amounts are worked by hand. */

const TERMS: PayTerms = { minimum: 0, holdback: 0, recovery: share(100) };
const settle = (before: Partial<Balance>, sums: Partial<RunSums>, terms: Partial<PayTerms> = {}) =>
  settleAgent(
    { ...NO_BALANCE, ...before },
    { credited: 0, adjustments: 0, advance: 0, released: 0, ...sums },
    { ...TERMS, ...terms },
  );

describe('an agent', () => {
  test('is paid what the run credits and adjusts', () => {
    expect(settle({}, { credited: money(500), adjustments: money(-25) })).toMatchObject({
      paid: money(475),
      after: NO_BALANCE,
    });
  });

  test('waits for the smallest payment, and gets all of it once it is reached', () => {
    const first = settle({}, { credited: money(40) }, { minimum: money(50) });
    expect(first).toMatchObject({ paid: 0, after: { waiting: money(40) } });
    expect(settle(first.after, { credited: money(10) }, { minimum: money(50) })).toMatchObject({
      paid: money(50),
      after: NO_BALANCE,
    });
  });

  test('owes what a negative month takes back, and pays it off in full or by a share', () => {
    const negative = settle({ waiting: money(20) }, { credited: money(-120) });
    expect(negative).toMatchObject({ paid: 0, after: { waiting: 0, debt: money(100) } });
    expect(settle(negative.after, { credited: money(80) })).toMatchObject({ paid: 0, after: { debt: money(20) } });
    expect(settle(negative.after, { credited: money(80) }, { recovery: share(50) })).toMatchObject({
      ...{ paid: money(40), recovered: money(40) },
      after: { debt: money(60) },
    });
  });

  test('has a part held back until it is released', () => {
    const first = settle({}, { credited: money(200) }, { holdback: share(10) });
    expect(first).toMatchObject({ paid: money(180), heldBack: money(20), after: { holdback: money(20) } });
    expect(settle(first.after, { released: money(50) })).toMatchObject({
      paid: money(20),
      released: money(20),
      after: NO_BALANCE,
    });
    expect(settle({}, { credited: money(-10) }, { holdback: share(10) })).toMatchObject({ heldBack: 0 });
  });

  test('is lent an advance at once, and earns it in later runs', () => {
    const lent = settle({}, { advance: money(300) }, { minimum: money(1000) });
    expect(lent).toMatchObject({ paid: money(300), after: { debt: money(300) } });
    expect(settle(lent.after, { credited: money(500) })).toMatchObject({ paid: money(200), after: NO_BALANCE });
  });
});
