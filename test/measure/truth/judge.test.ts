import { describe, expect, it } from 'vitest';
import { judge, precision, recall } from '../../../measure/truth/judging/judge.ts';
import type { Told, ToldRow } from '../../../measure/truth/judging/told.ts';
import type { Fact, FactKind, PeriodTruth, Truth } from '../../../measure/truth/judging/truth.ts';

/** Guarantee: findings, facts and dollars are counted as docs/accuracy.md defines them. */

const NAUGHT = { must: 0, may: 0 };
const month = (period: string, more: Partial<PeriodTruth> = {}): PeriodTruth => {
  return { period, atRisk: NAUGHT, owed: NAUGHT, paidCents: 100_000, takenBackCents: 0, ...more };
};

function truthOf(facts: readonly Fact[], more: Partial<Truth> = {}): Truth {
  return {
    ids: [['A1', 'X9'], ['B2']],
    facts,
    states: [],
    periods: [month('2026-01'), month('2026-02')],
    recoverable: NAUGHT,
    ...more,
  };
}

const fact = (kind: FactKind, period = '2026-01', member: number | null = 0): Fact => ({ member, period, kind });

function row(period: string, codes: readonly string[], more: Partial<ToldRow> = {}): ToldRow {
  return {
    memberExternalId: 'A1',
    period,
    status: 'yellow',
    flags: [],
    signals: codes.map((code) => ({ code, severity: 'warn', detail: code })),
    reason: null,
    commissionAmount: 0,
    prevCommissionAmount: 0,
    commissionOwed: 0,
    ...more,
  };
}

function toldOf(rows: readonly ToldRow[], more: Partial<Told> = {}): Told {
  const periods = ['2026-01', '2026-02'].map((period) => {
    return { period, atRisk: 0, owed: 0, owedEstimated: false, net: 1000, takenBack: 0 };
  });
  const years = [{ year: 2026, paidGross: 2000, chargebacks: 0, paidNet: 2000 }];
  return { rows, periods, years, recoverable: 0, format: 'shipped', failures: [], ...more };
}

const judged = (facts: readonly Fact[], rows: readonly ToldRow[]) => judge(truthOf(facts), toldOf(rows));
const dropped = { status: 'red', flags: ['DROPPED'] } as const;

describe('a finding', () => {
  const rights = (facts: readonly Fact[], rows: readonly ToldRow[]) =>
    judged(facts, rows).findings.map(({ code, right }) => `${code} ${right}`);

  it('is right by a fact of its period or of the one before, and false by a later or older one', () => {
    expect(rights([fact('underpaid')], [row('2026-01', ['COMMISSION_REDUCED'])])).toEqual(['COMMISSION_REDUCED true']);
    expect(rights([fact('underpaid')], [row('2026-02', ['COMMISSION_REDUCED'])])).toEqual(['COMMISSION_REDUCED true']);
    expect(rights([fact('underpaid')], [row('2026-03', ['COMMISSION_REDUCED'])])).toEqual(['COMMISSION_REDUCED false']);
    expect(rights([fact('underpaid', '2026-02')], [row('2026-01', ['UNDERPAID'])])).toEqual(['UNDERPAID false']);
  });

  it('is right on the next statement where the carrier skips a month', () => {
    const truth = truthOf([fact('lost')], { periods: [month('2026-01'), month('2026-03')] });
    const told = toldOf([row('2026-03', [], dropped)]);
    expect(judge(truth, told).findings.map(({ right }) => right)).toEqual([true]);
    expect(judge(truth, told).facts.map((one) => one.told)).toEqual([true]);
  });

  it('is false by a fact of another kind, or of another member', () => {
    expect(rights([fact('duplicate_payment')], [row('2026-01', ['AGENT_CHANGED'])])).toEqual(['AGENT_CHANGED false']);
    expect(rights([fact('agent_moved', '2026-01', 1)], [row('2026-01', ['AGENT_CHANGED'])])).toEqual([
      'AGENT_CHANGED false',
    ]);
  });

  it('is a red row of a dropped member, but not one with a chargeback after the drop', () => {
    expect(rights([fact('lost')], [row('2026-01', [], dropped)])).toEqual(['DROPPED true']);
    expect(rights([fact('late_premium')], [row('2026-01', [], dropped)])).toEqual(['DROPPED true']);
    expect(rights([], [row('2026-01', [], dropped)])).toEqual(['DROPPED false']);
    expect(rights([], [row('2026-01', [], { status: 'red', flags: ['CHARGEBACK'] })])).toEqual([]);
  });

  it('does not include an info', () => {
    const signals = [{ code: 'PLAN_CHANGED', severity: 'info', detail: '' }];
    expect(rights([], [row('2026-01', [], { signals })])).toEqual([]);
  });

  it('is false for each member when the carrier cut the rate for everybody', () => {
    expect(rights([fact('rate_cut_for_all', '2026-01', null)], [row('2026-01', ['RATE_CHANGED'])])).toEqual([
      'RATE_CHANGED false',
    ]);
  });

  it('under a second id belongs to the same member', () => {
    expect(rights([fact('lost')], [row('2026-01', [], { ...dropped, memberExternalId: 'x9' })])).toEqual([
      'DROPPED true',
    ]);
    expect(rights([], [row('2026-01', [], { ...dropped, memberExternalId: 'unknown' })])).toEqual(['DROPPED false']);
  });

  it('of a missing true-up is right for eight months', () => {
    expect(rights([fact('true_up_missing')], [row('2026-09', ['TRUE_UP_MISSING'])])).toEqual(['TRUE_UP_MISSING true']);
    expect(rights([fact('true_up_missing')], [row('2026-10', ['TRUE_UP_MISSING'])])).toEqual(['TRUE_UP_MISSING false']);
  });
});

describe('a fact', () => {
  const tolds = (facts: readonly Fact[], rows: readonly ToldRow[]) => judged(facts, rows).facts.map(({ told }) => told);

  it('is reported by its row or the next, also by an info', () => {
    const info = { signals: [{ code: 'UNDERPAID', severity: 'info', detail: '' }] };
    expect(tolds([fact('underpaid')], [row('2026-01', [], info)])).toEqual([true]);
    expect(tolds([fact('underpaid')], [row('2026-02', [], info)])).toEqual([true]);
    expect(tolds([fact('underpaid')], [row('2026-03', [], info)])).toEqual([false]);
    expect(tolds([fact('underpaid')], [row('2026-01', ['AGENT_CHANGED'])])).toEqual([false]);
  });

  it('of the whole carrier is reported by any member', () => {
    const cut = [fact('rate_cut_for_all', '2026-01', null)];
    expect(tolds(cut, [row('2026-01', ['RATE_CHANGED'])])).toEqual([true]);
    expect(tolds(cut, [row('2026-02', ['RATE_CHANGED'])])).toEqual([false]);
  });

  it('that only explains does not count in recall', () => {
    const { facts, findings } = judged([fact('lost'), fact('catch_up')], [row('2026-01', [], dropped)]);
    expect(recall(facts)).toBe(1);
    expect(precision(findings)).toBe(1);
    expect(recall(judged([fact('catch_up')], []).facts)).toBeNull();
    expect(recall(judged([fact('lost'), fact('unpaid', '2026-01', 1)], [row('2026-01', [], dropped)]).facts)).toBe(0.5);
  });
});

describe('dollars', () => {
  const withRisk = (shown: readonly number[], ranges: readonly PeriodTruth['atRisk'][]) => {
    const periods = ranges.map((atRisk, index) => month(`2026-0${index + 1}`, { atRisk }));
    const told = toldOf([]);
    const said = told.periods.map((one, index) => ({ ...one, atRisk: shown[index] ?? 0 }));
    return judge(truthOf([], { periods }), { ...told, periods: said }).atRisk;
  };

  it('outside the ranges are added up without netting, over the required ones', () => {
    const ranges = [
      { must: 10_000, may: 15_000 },
      { must: 10_000, may: 10_000 },
    ];
    expect(withRisk([150, 100], ranges)).toMatchObject({ outside: 0, error: 0 });
    expect(withRisk([90, 110], ranges)).toMatchObject({ outside: 2000, error: 0.1 });
    expect(withRisk([151, 100], ranges)).toMatchObject({ outside: 100, error: 0.005 });
  });

  it('are compared with one hundredth of the paid amount, if that is more', () => {
    // Two payments of $1,000 were made.
    expect(withRisk([10, 0], [NAUGHT, NAUGHT])).toMatchObject({ outside: 1000, error: 0.5 });
  });

  it('to claim are the headline of the report, over the whole book', () => {
    const truth = truthOf([], { recoverable: { must: 3000, may: 3600 } });
    expect(judge(truth, toldOf([], { recoverable: 36 })).recoverable).toMatchObject({ shown: 3600, outside: 0 });
    expect(judge(truth, toldOf([], { recoverable: 37.5 })).recoverable).toMatchObject({ shown: 3750, outside: 150 });
    expect(judge(truth, toldOf([])).recoverable).toMatchObject({ shown: 0, outside: 3000 });
  });

  it('are added up to the cent', () => {
    expect(judged([], []).sumsOff).toEqual([]);
    const years = [{ year: 2026, paidGross: 2000.01, chargebacks: 0, paidNet: 2000 }];
    expect(judge(truthOf([]), toldOf([], { years })).sumsOff).toEqual([
      'form 1099 gross of 2026: 2000.01 shown, 2000 true',
    ]);
    expect(judge(truthOf([]), toldOf([], { periods: [] })).sumsOff).toHaveLength(4);
  });
});
