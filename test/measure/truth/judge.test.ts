import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  firstSightSection,
  readFirstSights,
  recordFirstSight,
  withFirstSights,
} from '../../../measure/truth/drawn/first-sight.ts';
import { judgeMany, type ToldClaim, type ToldEvent } from '../../../measure/truth/drawn/judge-many.ts';
import type { ManyTruth } from '../../../measure/truth/drawn/records.ts';
import { judge, precision, recall } from '../../../measure/truth/judging/judge.ts';
import type { Told, ToldRow } from '../../../measure/truth/judging/told.ts';
import type { Fact, FactKind, PeriodTruth, Truth } from '../../../measure/truth/judging/truth.ts';

/** Guarantee: findings, facts and dollars are counted as docs/accuracy.md defines them. */
describe('judge', () => {
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
      expect(rights([fact('underpaid')], [row('2026-01', ['COMMISSION_REDUCED'])])).toEqual([
        'COMMISSION_REDUCED true',
      ]);
      expect(rights([fact('underpaid')], [row('2026-02', ['COMMISSION_REDUCED'])])).toEqual([
        'COMMISSION_REDUCED true',
      ]);
      expect(rights([fact('underpaid')], [row('2026-03', ['COMMISSION_REDUCED'])])).toEqual([
        'COMMISSION_REDUCED false',
      ]);
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
      expect(rights([fact('true_up_missing')], [row('2026-09', ['TRUE_UP_MISSING'])])).toEqual([
        'TRUE_UP_MISSING true',
      ]);
      expect(rights([fact('true_up_missing')], [row('2026-10', ['TRUE_UP_MISSING'])])).toEqual([
        'TRUE_UP_MISSING false',
      ]);
    });
  });

  describe('a fact', () => {
    const tolds = (facts: readonly Fact[], rows: readonly ToldRow[]) =>
      judged(facts, rows).facts.map(({ told }) => told);

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
      expect(recall(judged([fact('lost'), fact('unpaid', '2026-01', 1)], [row('2026-01', [], dropped)]).facts)).toBe(
        0.5,
      );
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
});

/** Guarantee: findings, events and claims of many members are counted as docs/accuracy.md defines them. */
describe('judge many', () => {
  const NAUGHT = { must: 0, may: 0 };
  const TRUTH: ManyTruth = {
    ids: [['A1'], ['A2'], ['A3'], ['A4'], ['A5'], ['B1'], ['B2', 'X2']],
    facts: [
      { member: 5, period: '2026-02', kind: 'lost' },
      { member: 6, period: '2026-02', kind: 'underpaid' },
    ],
    states: [],
    periods: ['2026-01', '2026-02'].map((period) => {
      return { period, atRisk: NAUGHT, owed: NAUGHT, paidCents: 0, takenBackCents: 0 };
    }),
    recoverable: NAUGHT,
    events: [{ kind: 'rate_cut', period: '2026-02', members: [0, 1, 2, 3, 4] }],
    claims: [{ member: 6, period: '2026-02', must: 1000, may: 1500 }],
    scopes: ['GOLD', 'GOLD', 'GOLD', 'GOLD', 'GOLD', 'SILVER', 'SILVER'].map((plan) => [plan]),
  };

  function row(memberExternalId: string, code: string, severity = 'info'): ToldRow {
    const signals = [{ code, severity, detail: '' }];
    const amounts = { commissionAmount: 0, prevCommissionAmount: 0, commissionOwed: 0 };
    return { memberExternalId, period: '2026-02', status: 'yellow', flags: [], signals, reason: null, ...amounts };
  }

  const CUT: ToldEvent = {
    kind: 'pay_reduced',
    period: '2026-02',
    scope: 'plan_name',
    scopeValue: 'Gold',
    code: null,
    detail: '',
  };

  function judged(rows: readonly ToldRow[], events: readonly ToldEvent[] = [], claims: readonly ToldClaim[] = []) {
    return judgeMany(TRUTH, { rows, events, claims, periods: [], years: [], recoverable: 0, format: '', failures: [] });
  }

  const cutRows = (...ids: readonly string[]): ToldRow[] => ids.map((id) => row(id, 'COMMISSION_REDUCED'));

  describe('findings of members beside events', () => {
    it('are right, false and missed', () => {
      const dropped = { ...row('B1', 'TERMINATED'), status: 'red', flags: ['DROPPED'] };
      const { findings, facts } = judged([dropped, row('A1', 'COMMISSION_REDUCED', 'warn')]);
      expect(findings.map(({ memberExternalId, code, right }) => `${memberExternalId} ${code} ${right}`)).toEqual([
        'B1 DROPPED true',
        'A1 COMMISSION_REDUCED false',
      ]);
      expect(precision(findings)).toBe(0.5);
      expect(recall(facts)).toBe(0.5);
    });
  });

  describe('an event', () => {
    it('is told by one that names four fifths of its members, and not by one that names three', () => {
      expect(judged(cutRows('A1', 'A2', 'A3', 'A4'), [CUT]).events.map(({ told }) => told)).toEqual([true]);
      expect(judged(cutRows('A1', 'A2', 'A3'), [CUT]).events.map(({ told }) => told)).toEqual([false]);
      expect(judged(cutRows('A1', 'A2', 'A3', 'A4', 'A5')).events.map(({ told }) => told)).toEqual([false]);
    });

    it('of the service is right when true of four fifths of those it names', () => {
      const whole = { ...CUT, scope: 'carrier', scopeValue: null };
      const rights = (ids: readonly string[], event: ToldEvent) =>
        judged(cutRows(...ids), [event]).findings.map(({ right }) => right);
      expect(rights(['A1', 'A2', 'A3', 'A4', 'A5', 'B1'], whole)).toEqual([true]);
      expect(rights(['A1', 'A2', 'B1'], whole)).toEqual([false]);
      // The fact of a single member is true of it as well.
      expect(rights(['A1', 'A2', 'B2'], whole)).toEqual([true]);
      expect(rights([], CUT)).toEqual([false]);
      expect(rights(['A1'], { ...CUT, kind: 'members_left' })).toEqual([false]);
      expect(rights(['A1'], { ...CUT, period: '2026-01' })).toEqual([false]);
    });

    it('names only members of its scope', () => {
      expect(judged(cutRows('B1', 'B2'), [CUT]).findings.map(({ right }) => right)).toEqual([false]);
    });
  });

  describe('claims', () => {
    const claim = (memberExternalId: string, certainty: string, amount: number): ToldClaim => {
      return { memberExternalId, certainty, amount };
    };

    it('are false beyond what the carrier owes the member, and only where certain', () => {
      expect(judged([], [], [claim('X2', 'contracted', 20), claim('A1', 'estimated', 9)]).claims).toEqual({
        certainShown: 2000,
        certainFalse: 500,
        must: 1000,
        foundCertain: 1000,
        foundLikely: 1000,
      });
      expect(judged([], [], [claim('A1', 'statement_rate', 7), claim('nobody', 'cms', 1)]).claims).toMatchObject({
        certainShown: 800,
        certainFalse: 800,
      });
    });

    it('are found by certain ones, and by likely ones beside these', () => {
      const { claims } = judged(
        [],
        [],
        [claim('B2', 'contracted', 4), claim('B2', 'estimated', 3), claim('B2', 'to_check', 3)],
      );
      expect(claims).toMatchObject({ foundCertain: 400, foundLikely: 700, certainFalse: 0 });
    });
  });

  it('a row of first sight is appended once for a set', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'first-sight-')), 'rows.jsonl');
    await writeFile(file, '');
    const share = { precision: 0.5, recall: null };
    const dollars = {
      certainDollars: 3,
      certainFalse: 1,
      recoverable: 2,
      foundCertain: 1,
      foundLikely: 2,
      atRiskOff: 0.1,
    };
    const figures = { books: 2, drops: share, warnings: share, all: share, ...dollars, booksBelow: 1 };
    const row = { date: '2026-01-01', set: 'seed 7', version: 'abc', figures };
    await recordFirstSight(row, file);
    await expect(recordFirstSight({ ...row, version: 'def' }, file)).rejects.toThrow('has a row for "seed 7" already');
    expect(readFirstSights(file)).toEqual([row]);
    expect(firstSightSection([row])).toContain('| 0.500 / – | 1.00 of 3.00 | 2.00 of 2.00 | 1 |');
  });

  it('rows of first sight are read from their file, one for each set, and replace their section only', () => {
    const rows = readFirstSights();
    expect(new Set(rows.map(({ set }) => set)).size).toBe(rows.length);
    const page = `# Accuracy\n\n${firstSightSection([])}## Bars\n\nbars\n`;
    expect(withFirstSights(page, rows)).toBe(`# Accuracy\n\n${firstSightSection(rows)}## Bars\n\nbars\n`);
    expect(() => withFirstSights('# Accuracy\n', rows)).toThrow('no section');
  });
});
