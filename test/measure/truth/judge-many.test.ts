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
import { precision, recall } from '../../../measure/truth/judging/judge.ts';
import type { ToldRow } from '../../../measure/truth/judging/told.ts';

/** Guarantee: findings, events and claims of many members are counted as docs/accuracy.md defines them. */

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
