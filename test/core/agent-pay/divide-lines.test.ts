import { describe, expect, test } from 'vitest';
import type { SharedCase } from '../../../core/agent-pay/agent.ts';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import { ruleInWords, type WritingPay } from '../../../core/agent-pay/pay-plan.ts';
import { agent, divisionsOf, line, money, partsOf, plan, rule, share, under } from './agent-pay.ts';

/** Guarantee: each line is divided as the trade does it. The amounts are worked by hand. */

const parts = (...args: Parameters<typeof divisionsOf>) => divisionsOf(...args).map(partsOf);
const half = plan('Half', [rule(50)]);

describe('a line', () => {
  test('gives the writing agent a share, and the house the rest with its fractions of a cent', () => {
    expect(parts([line(10.0125)], { agents: [agent('ana', half)] })).toEqual([{ ana: 5, house: 5.0125 }]);
  });

  test('is held without an agent, without a plan and without a rule, and is never guessed', () => {
    const carrier = plan('Humana only', [rule(50, { carrierId: 'humana' })]);
    const agents = [agent('ana', carrier), agent('lee', null)];
    const divided = divisionsOf([line(10), line(10, { agentId: 'lee' }), line(10, { agentId: null })], { agents });
    expect(divided.map(partsOf)).toEqual([{ held: 10 }, { held: 10 }, { held: 10 }]);
    expect(divided.map(({ heldFor }) => heldFor)).toEqual(['no_rule', 'no_plan', 'no_agent']);
  });

  test('is the house’s when the house account wrote it', () => {
    expect(parts([line(10)], { agents: [agent('ana', null, { isHouse: true })] })).toEqual([{ house: 10 }]);
  });

  test('pays amounts for each policy, life and month, and a share of premium', () => {
    const lines = [line(100, { lives: 350, months: 200, premium: money(400) })];
    const of = (pay: WritingPay) => parts(lines, { agents: [agent('ana', plan('Flat', [rule(0, {}, { pay })]))] })[0];
    expect(of({ by: 'policy', amount: money(12) })).toEqual({ ana: 12, house: 88 });
    expect(of({ by: 'life', amount: money(12) })).toEqual({ ana: 42, house: 58 });
    expect(of({ by: 'month', amount: money(12) })).toEqual({ ana: 24, house: 76 });
    expect(of({ by: 'premium', share: share(3) })).toEqual({ ana: 12, house: 88 });
  });

  test('shares cents by the largest fractions', () => {
    // 3.345 + 1.115 + 1.115 = 5.575, cut to 5.57. Whole cents are 5.56, and the cent that is left goes to the first of equal fractions.
    const three = plan('Three', [rule(30, {}, { overrides: { by: 'level', shares: [share(10), share(10)] } })]);
    const agents = [agent('ana', three, under('lee')), agent('lee', half, under('max')), agent('max', half)];
    expect(parts([line(11.15)], { agents })).toEqual([{ ana: 3.35, lee: 1.11, max: 1.11, house: 5.58 }]);
  });
});

describe('the rule that wins', () => {
  test('is the most particular, then the later', () => {
    const senior = plan('Senior', [
      rule(40),
      rule(62.5, { carrierId: 'aetna', years: 'first', from: '2026-03' }),
      rule(30, { carrierId: 'aetna', years: 'renewal' }),
      rule(25, { carrierId: 'aetna', years: 7 }),
      rule(70, { memberRefId: 'M9' }),
    ]);
    const of = (more: Parameters<typeof line>[1]) => {
      const [division] = divisionsOf([line(100, more)], { agents: [agent('ana', senior)] });
      const [credit] = division?.credits ?? [];
      return credit === undefined ? null : ruleInWords(credit.chosen, credit.share, 'Aetna');
    };
    expect(of({ period: '2026-03' })).toBe('62.5 % by plan Senior, Aetna first year, from Mar 2026');
    expect(of({ period: '2026-02' })).toBe('40 % by plan Senior');
    expect(of({ effectiveDate: '2024-01-01' })).toBe('30 % by plan Senior, Aetna renewal');
    expect(of({ effectiveDate: '2020-01-01' })).toBe('25 % by plan Senior, Aetna policy year 7');
    expect(of({ effectiveDate: null })).toBe('40 % by plan Senior');
    expect(of({ memberRefId: 'M9', period: '2026-03' })).toBe('70 % by plan Senior');
  });

  test('is chosen by the month covered, not by the month received', () => {
    const later = plan('Later', [rule(40), rule(50, { from: '2026-03' })]);
    expect(
      parts([line(100, { period: '2026-03', coverageMonth: '2026-02' })], { agents: [agent('ana', later)] }),
    ).toEqual([{ ana: 40, house: 60 }]);
  });
});

test('a share of premium is for lines that state a premium; the next rule has the others', () => {
  const ofPremium = rule(0, { carrierId: 'aetna' }, { pay: { by: 'premium', share: share(3) } });
  const lines = [line(100, { premium: money(400) }), line(100)];
  expect(parts(lines, { agents: [agent('ana', plan('Premium', [ofPremium, rule(40)]))] })).toEqual([
    { ana: 12, house: 88 },
    { ana: 40, house: 60 },
  ]);
  expect(parts(lines.slice(1), { agents: [agent('ana', plan('Premium', [ofPremium]))] })).toEqual([{ held: 100 }]);
});

test('lines without lives or months pay for one', () => {
  const of = (by: 'life' | 'month') => rule(0, {}, { pay: { by, amount: money(12) } });
  expect(parts([line(100)], { agents: [agent('ana', plan('Flat', [of('life')]))] })).toEqual([{ ana: 12, house: 88 }]);
  expect(parts([line(100)], { agents: [agent('ana', plan('Flat', [of('month')]))] })).toEqual([{ ana: 12, house: 88 }]);
});

describe('overrides', () => {
  const levels = plan('Levels', [rule(50, {}, { overrides: { by: 'level', shares: [share(10), share(5)] } })]);
  const contract = (percent: number) => plan(`${percent}`, [rule(percent, {}, { overrides: { by: 'difference' } })]);

  test('give each level its share; the level of an upline who left is the house’s', () => {
    const top = agent('max', half);
    expect(
      parts([line(100)], { agents: [agent('ana', levels, under('lee')), agent('lee', half, under('max')), top] }),
    ).toEqual([{ ana: 50, lee: 10, max: 5, house: 35 }]);
    const left = agent('lee', half, { ...under('max'), leftFrom: '2026-01' });
    expect(parts([line(100)], { agents: [agent('ana', levels, under('lee')), left, top] })).toEqual([
      { ana: 50, max: 5, house: 45 },
    ]);
  });

  test('give each level the difference to the level below, which goes on past an upline who left', () => {
    const lee = agent('lee', contract(60), under('max'));
    const max = agent('max', contract(75));
    expect(parts([line(100)], { agents: [agent('ana', contract(50), under('lee')), lee, max] })).toEqual([
      { ana: 50, lee: 10, max: 15, house: 25 },
    ]);
    expect(
      parts([line(100)], { agents: [agent('ana', contract(50), under('lee')), { ...lee, leftFrom: '2025-12' }, max] }),
    ).toEqual([{ ana: 50, max: 25, house: 25 }]);
  });

  test('end where a circle of uplines comes back', () => {
    const agents = [agent('ana', contract(50), under('lee')), agent('lee', contract(60), under('ana'))];
    expect(parts([line(100)], { agents })).toEqual([{ ana: 50, lee: 10, house: 40 }]);
  });
});

describe('money that is taken back', () => {
  const agents = [agent('ana', plan('62.5', [rule(62.5, { to: '2026-02' }), rule(40, { from: '2026-03' })]))];

  test('is given back by the share of then, and the rest is the house’s', () => {
    const lines = [
      line(100, { period: '2026-01' }),
      line(100, { period: '2026-03' }),
      line(-100, { period: '2026-04', coverageMonth: '2026-01' }),
    ];
    expect(parts(lines, { agents })).toEqual([
      { ana: 62.5, house: 37.5 },
      { ana: 40, house: 60 },
      { ana: -62.5, house: -37.5 },
    ]);
  });

  test('takes the latest that was paid when no month is named, then what was paid before', () => {
    const lines = [
      line(100, { period: '2026-01' }),
      line(100, { period: '2026-03' }),
      line(-150, { period: '2026-04' }),
    ];
    expect(parts(lines, { agents })[2]).toEqual({ ana: -40 - 31.25, house: -60 - 18.75 });
  });

  test('in three parts takes back exactly what was given', () => {
    const three = [agent('ana', plan('Third', [rule(33.333333)]))];
    const lines = [
      line(100),
      ...['2026-02', '2026-03', '2026-04'].map((period, at) =>
        line(at === 2 ? -33.34 : -33.33, { period, coverageMonth: '2026-01' }),
      ),
    ];
    const divided = parts(lines, { agents: three });
    expect(divided[0]).toEqual({ ana: 33.33, house: 66.67 });
    const back = divided.slice(1).reduce((sum, one) => sum + Math.round((one['ana'] ?? 0) * 100), 0);
    expect(back).toBe(-3333);
  });

  test('is the house’s without a paid line, and held as its line is held', () => {
    expect(parts([line(-40, { period: '2026-04', coverageMonth: '2025-10' })], { agents })).toEqual([{ house: -40 }]);
    expect(
      parts([line(40, { agentId: 'nobody' }), line(-15, { period: '2026-02', agentId: 'nobody' })], { agents }),
    ).toEqual([{ held: 40 }, { held: -15 }]);
  });

  test('without a policy number takes back what its member was paid; a number goes to its own policy first', () => {
    const half50 = [agent('ana', half), agent('lee', half)];
    const lines = [
      line(100, { policy: 'P1' }),
      line(100, { policy: 'P2', agentId: 'lee', coverageMonth: '2025-12' }),
      line(-100, { period: '2026-02', policy: null }),
      line(-60, { period: '2026-03', policy: 'P2' }),
    ];
    expect(parts(lines, { agents: half50 }).slice(2)).toEqual([
      { ana: -50, house: -50 },
      { lee: -30, house: -30 },
    ]);
    const blank = [line(100), line(-100, { period: '2026-02', policy: 'P1' })];
    expect(parts(blank, { agents: half50 })[1]).toEqual({ ana: -50, house: -50 });
  });

  test('takes back a policy that the carrier writes in another case', () => {
    const paid = line(100, { policy: '0AB-12' });
    const back = line(-100, { period: '2026-02', policy: ' 0ab-12' });
    expect(parts([paid, back], { agents: [agent('ana', half)] })[1]).toEqual({ ana: -50, house: -50 });
  });

  test('without a member takes back the same agent’s money of the same words, else goes by the plan of its kind', () => {
    const fees = plan('Fees', [rule(50), rule(60, { payClass: 'fee' }), rule(30, { payClass: 'no_member' })]);
    const of = (amount: number, agentId: string, description: string) =>
      line(amount, { memberRefId: null, agentId, description, period: amount < 0 ? '2026-02' : '2026-01' });
    const lines = [
      of(500, 'ana', 'Bonus'),
      of(-200, 'lee', 'Fee for leads'),
      of(-100, 'ana', 'Bonus'),
      of(-10, 'max', 'Leads'),
    ];
    const agents2 = [agent('ana', fees), agent('lee', fees), agent('max', half)];
    expect(parts(lines, { agents: agents2 })).toEqual([
      { ana: 150, house: 350 },
      { lee: -60, house: -140 },
      { ana: -30, house: -70 },
      { house: -10 },
    ]);
    expect(parts([{ ...of(-200, 'lee', 'Fee'), kind: 'fee' as const }], { agents: agents2 })).toEqual([
      { lee: -120, house: -80 },
    ]);
  });

  test('goes with the line when the book moved to another agent', () => {
    const both = [agent('ana', half), agent('lee', half)];
    const lines = [line(100, { period: '2026-02' }), line(-100, { period: '2026-05', coverageMonth: '2026-02' })];
    const move = { from: '2026-02', agentId: 'ana', toAgentId: 'lee', carrierId: null, memberRefId: null };
    expect(parts(lines, { agents: both, moves: [move] })).toEqual([
      { lee: 50, house: 50 },
      { lee: -50, house: -50 },
    ]);
    expect(parts(lines, { agents: both, moves: [{ ...move, from: '2026-03' }] })[0]).toEqual({ ana: 50, house: 50 });
  });
});

test('partial take-backs give the people their sum to the cent at every step', () => {
  // 10.00 and 20.00 of 90.00: of 30.03 taken back people give a third, 10.01 = 3.34 + 6.67.
  const two = plan('Two', [
    rule(0, {}, { pay: { by: 'policy', amount: money(10) }, overrides: { by: 'level', shares: [share(22.2223)] } }),
  ]);
  const lines = [line(90), line(-30.03, { period: '2026-02' }), line(-59.97, { period: '2026-03' })];
  expect(parts(lines, { agents: [agent('ana', two, under('lee')), agent('lee', half)] })).toEqual([
    { ana: 10, lee: 20, house: 60 },
    { ana: -3.34, lee: -6.67, house: -20.02 },
    { ana: -6.66, lee: -13.33, house: -39.98 },
  ]);
});

describe('tiers', () => {
  const tiered = (reach: 'next_line' | 'year') =>
    plan('Tiers', [
      rule(
        40,
        {},
        { tiers: { measure: 'first_year_commission', reach, steps: [{ reached: money(150), share: share(60) }] } },
      ),
    ]);
  const lines = [
    line(100, { memberRefId: 'M1' }),
    line(100, { memberRefId: 'M2', period: '2026-02' }),
    line(100, { memberRefId: 'M3', period: '2026-03' }),
  ];

  test('apply from the line after the one that crosses', () => {
    expect(parts(lines, { agents: [agent('ana', tiered('next_line'))] }).map((one) => one['ana'])).toEqual([
      40, 40, 60,
    ]);
  });

  test('apply to the whole year where the plan says so, and begin again in the next', () => {
    const next = line(100, { memberRefId: 'M4', period: '2027-01', effectiveDate: '2027-01-01' });
    expect(parts([...lines, next], { agents: [agent('ana', tiered('year'))] }).map((one) => one['ana'])).toEqual([
      60, 60, 60, 40,
    ]);
  });

  test('count net of what was taken back, and no renewals', () => {
    const back = line(-100, { memberRefId: 'M1', period: '2026-02', coverageMonth: '2026-01' });
    const renewal = line(500, { memberRefId: 'M8', effectiveDate: '2020-01-01' });
    expect(
      parts([renewal, ...lines, back], { agents: [agent('ana', tiered('next_line'))] }).map((one) => one['ana']),
    ).toEqual([200, 40, 40, 40, -40]);
  });
});

test('tiers count a negative line for the writers of the payments that it takes back', () => {
  const tiers = { measure: 'commission', reach: 'year', steps: [{ reached: money(61), share: share(60) }] } as const;
  const agents = ['ana', 'lee'].map((agentId) => agent(agentId, plan('Tiers', [rule(40, {}, { tiers })])));
  const lines = [
    line(100),
    line(100, { period: '2026-02', agentId: 'lee' }),
    line(-140, { period: '2026-03', agentId: 'lee' }),
  ];
  // Lee gives back 100 and Ana 40, so Ana produced 60.
  expect(parts(lines, { agents }).slice(0, 2)).toEqual([
    { ana: 40, house: 60 },
    { lee: 40, house: 60 },
  ]);
});

test('tiers by premium count a chargeback below zero, also when its premium is printed without a sign', () => {
  const tiers = { measure: 'premium', reach: 'year', steps: [{ reached: money(400), share: share(60) }] } as const;
  const agents = [agent('ana', plan('Tiers', [rule(40, {}, { tiers })]))];
  const premium = money(300);
  const lines = [line(100, { premium }), line(100, { premium, memberRefId: 'M2' })];
  const back = line(-100, { premium, period: '2026-02' });
  const unseen = line(-100, { premium, period: '2026-02', memberRefId: 'M3' });
  const ofAna = (all: typeof lines) => parts(all, { agents }).map((one) => one['ana']);
  expect(ofAna(lines)).toEqual([60, 60]);
  expect(ofAna([...lines, back])).toEqual([40, 40, -40]);
  expect(ofAna([...lines, unseen])).toEqual([40, 40, undefined]);
});

describe('other cases', () => {
  test('a shared case gives each agent the part by the own plan, with the own uplines', () => {
    const withLevel = plan('With level', [rule(60, {}, { overrides: { by: 'level', shares: [share(10)] } })]);
    const agents = [agent('ana', half), agent('lee', withLevel, under('max')), agent('max', half)];
    const cases = [
      {
        from: '2026-01',
        carrierId: null,
        memberRefId: 'M1',
        policy: null,
        shares: [
          { agentId: 'ana', share: share(70) },
          { agentId: 'lee', share: share(30) },
        ],
      },
    ];
    expect(parts([line(100)], { agents, cases })).toEqual([{ ana: 35, lee: 18, max: 3, house: 44 }]);
    expect(parts([line(100)], { agents: agents.slice(0, 1), cases })).toEqual([{ ana: 35, held: 30, house: 35 }]);
    // Only the people's part is cut: 8.64115 of 24.689. The held part keeps its fractions.
    expect(parts([line(24.69)], { agents: agents.slice(0, 1), cases })).toEqual([
      { ana: 8.64, held: 7.407, house: 8.643 },
    ]);
  });

  test('a case of a policy goes before a later case of a member, and one of both is for the member of that policy', () => {
    const [ana, lee] = [agent('ana', half), agent('lee', half)];
    const all = (agentId: string) => [{ agentId, share: share(100) }];
    const ofPolicy = { from: '2025-01', carrierId: null, memberRefId: null, policy: 'P1', shares: all('lee') };
    const ofMember = { from: '2026-01', carrierId: null, memberRefId: 'M1', policy: null, shares: all('ana') };
    const of = (cases: readonly SharedCase[], memberRefId: string) =>
      parts([line(100, { policy: 'P1', memberRefId })], { agents: [ana, lee], cases })[0];
    expect(of([ofPolicy, ofMember], 'M1')).toEqual({ lee: 50, house: 50 });
    expect(of([{ ...ofPolicy, memberRefId: 'M1' }], 'M1')).toEqual({ lee: 50, house: 50 });
    expect(of([{ ...ofPolicy, memberRefId: 'M1' }], 'M2')).toEqual({ ana: 50, house: 50 });
  });

  test('a case of a carrier leaves a policy of the same number at another carrier alone', () => {
    const [ana, lee] = [agent('ana', half), agent('lee', half)];
    const shares = [{ agentId: 'lee', share: share(100) }];
    const cases = [{ from: '2025-01', carrierId: 'C2', memberRefId: null, policy: 'P1', shares }];
    const of = (carrierId: string) => parts([line(100, { policy: 'P1', carrierId })], { agents: [ana, lee], cases })[0];
    expect(of('C2')).toEqual({ lee: 50, house: 50 });
    expect(of('C1')).toEqual({ ana: 50, house: 50 });
  });

  test('a book takes its part of a shared case along when it moves after the month of the case', () => {
    const shares = [
      { agentId: 'ana', share: share(60) },
      { agentId: 'lee', share: share(40) },
    ];
    const cases = [{ from: '2026-02', carrierId: null, memberRefId: 'M1', policy: null, shares }];
    const agents = ['ana', 'lee', 'max'].map((agentId) => agent(agentId, half));
    const of = (from: string) => {
      const moves = [{ from, agentId: 'ana', toAgentId: 'max', carrierId: null, memberRefId: null }];
      return parts([line(100, { period: '2026-03' })], { agents, cases, moves })[0];
    };
    expect(of('2026-03')).toEqual({ max: 30, lee: 20, house: 50 });
    expect(of('2026-02')).toEqual({ ana: 30, lee: 20, house: 50 });
  });

  test('equal lines keep their agents when a replaced statement lists them in another order', () => {
    const equal = [line(100), line(100, { agentId: 'lee' })];
    const [ana, lee] = keyLines(equal).map(({ key }) => key);
    expect(keyLines(equal.toReversed()).map(({ key }) => key)).toEqual([lee, ana]);
  });

  test('equal lines keep their keys when the name of one is joined with a record', () => {
    const keysOf = (agentId: string | null) =>
      keyLines([line(60, { agentText: 'Ana Roe' }), line(40, { agentId, agentText: 'L Park' })]).map(({ key }) => key);
    expect(keysOf('lee')).toEqual(keysOf(null));
  });

  test('a corrected line keeps its key, also beside others of its member', () => {
    const keys = (...amounts: readonly number[]) =>
      keyLines(amounts.map((amount) => line(amount))).map(({ key }) => key);
    expect(keys(60, 20)).toEqual(keys(80, 20));
    expect(keyLines([line(60, { planName: 'Gold' })])[0]?.key).toBe(keyLines([line(80)])[0]?.key);
    expect(keys(-80)).not.toEqual(keys(80));
  });

  test('a paid line keeps its key when another for the same comes before it, is gone, or is corrected', () => {
    const [first, second] = keyLines([line(60), line(40)]).map(({ key }) => key);
    const paid = new Map([
      [first, { amount: money(60), mark: null }],
      [second, { amount: money(40), mark: null }],
    ]);
    const keys = (...amounts: readonly number[]) =>
      keyLines(
        amounts.map((amount) => line(amount)),
        (key) => paid.get(key),
      ).map(({ key }) => key);
    expect(keys(90, 60, 40).slice(1)).toEqual([first, second]);
    expect(keys(40)).toEqual([second]);
    expect(keys(40, 70)).toEqual([second, first]);
    expect(new Set(keys(90, 60, 40, 40)).size).toBe(4);
  });

  test('each of two agents with equal lines keeps the key when a third one comes, one is corrected, or one goes', () => {
    const of = (agentText: string, amount: number) => line(amount, { agentText });
    const both = keyLines([of('Dana', 60), of('Lee', 60)]);
    const [dana, lee] = both.map(({ key }) => key);
    const paid = new Map(both.map(({ key, amount, mark }) => [key, { amount, mark }]));
    const keys = (...lines: readonly ReturnType<typeof of>[]) =>
      keyLines(lines, (key) => paid.get(key)).map(({ key }) => key);
    expect(keys(of('Ana', 60), of('Dana', 60), of('Lee', 60)).slice(1)).toEqual([dana, lee]);
    expect(keys(of('Dana', 80), of('Lee', 60))).toEqual([dana, lee]);
    expect(keys(of('Dana', 60), of('Dana', 70), of('Lee', 80))).toEqual([dana, expect.anything(), lee]);
    expect(keys(of('Lee', 60))).toEqual([lee]);
    expect(keys(of('Lee', 80))).toEqual([lee]);
    expect(keys(of('WHITFIELD, DANA', 60), of('Lee', 60))).toEqual([dana, lee]);
  });

  test('an agent who left keeps renewals or loses them by the plan', () => {
    const lines = [line(100), line(100, { memberRefId: 'M2', effectiveDate: '2024-01-01' })];
    const of = (after: 'keeps' | 'loses') =>
      parts(lines, { agents: [agent('ana', plan('P', [rule(50)], after), { leftFrom: '2026-01' })] });
    expect(of('keeps')).toEqual([
      { ana: 50, house: 50 },
      { ana: 50, house: 50 },
    ]);
    expect(of('loses')).toEqual([{ ana: 50, house: 50 }, { house: 100 }]);
  });

  test('bonuses, overrides and money without a member follow a rule of their kind, else they are the house’s', () => {
    const bonus = plan('Bonus', [rule(50), rule(20, { payClass: 'bonus' })]);
    const lines = [line(100, { kind: 'bonus' }), line(100, { kind: 'override' }), line(100, { memberRefId: null })];
    expect(parts(lines, { agents: [agent('ana', bonus)] })).toEqual([
      { ana: 20, house: 80 },
      { house: 100 },
      { house: 100 },
    ]);
    const withoutMember = plan('Without', [rule(30, { payClass: 'no_member' })]);
    const own = [line(100, { kind: 'bonus', memberRefId: null })];
    expect(parts(own, { agents: [agent('ana', bonus)] })).toEqual([{ ana: 20, house: 80 }]);
    expect(parts(own, { agents: [agent('ana', withoutMember)] })).toEqual([{ ana: 30, house: 70 }]);
  });
});
