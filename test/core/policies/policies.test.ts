import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePolicies, type EarlierPresence, matchPolicies } from '../../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../../core/policies/policy-columns.ts';
import type { BookMember } from '../../../core/policies/policy-finding.ts';
import { followPolicy, type MemberStep } from '../../../core/policies/policy-journey.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('compare policies', () => {
  const PERIOD = '2026-05';
  const NO_ZEROS = { stripLeadingZeros: true };

  const policy = (policyId: string, more: Partial<ListedPolicy> = {}): ListedPolicy => ({
    policyId,
    policyNumber: null,
    memberName: null,
    planName: null,
    effectiveDate: null,
    termDate: null,
    premium: null,
    lives: null,
    rate: null,
    agent: null,
    status: 'active',
    ...more,
  });

  const refOf = (memberKey: string) => `ref of ${memberKey}`;

  const member = (memberExternalId: string, more: Partial<BookMember> = {}): BookMember => ({
    memberRefId: refOf(memberExternalId),
    memberExternalId,
    aliases: [],
    memberName: null,
    planName: null,
    status: 'green',
    commission: 500_000,
    lastPeriod: PERIOD,
    lastAmount: 500_000,
    lastCoverageMonth: null,
    otherIds: [],
    agentId: null,
    agentName: null,
    agentRecordName: null,
    premium: null,
    lives: null,
    rate: null,
    ...more,
  });

  function compare(
    policies: readonly ListedPolicy[],
    members: readonly BookMember[],
    earlier: readonly EarlierPresence[] = [],
  ) {
    return comparePolicies(matchPolicies(PERIOD, policies, { members, rule: NO_ZEROS, refOf }), earlier);
  }
  const kinds = (...from: Parameters<typeof compare>) =>
    compare(...from).findings.map(({ kind, policyId }) => `${kind} ${policyId}`);

  const dropped = (id: string) =>
    member(id, { status: 'red', commission: 0, lastPeriod: '2026-03', lastAmount: 123_400 });

  describe('a policy that no statement had', () => {
    test.each<[string, Partial<ListedPolicy>, string[]]>([
      ['began before the grace', { effectiveDate: '2026-02-28' }, ['sold_never_paid A']],
      ['began with the grace', { effectiveDate: '2026-03-01' }, []],
      ['has no first day', {}, ['sold_never_paid A']],
      ['begins later', { effectiveDate: '2026-06-01' }, []],
      ['is pending', { status: 'pending', effectiveDate: '2025-01-01' }, []],
      ['has ended', { status: 'ended' }, []],
      ['ended before the period, whatever its status', { termDate: '2026-04-30' }, []],
      ['ends in the period', { termDate: '2026-05-01' }, ['sold_never_paid A']],
      ['has ended since, on a known day', { status: 'ended', termDate: '2026-06-30' }, ['sold_never_paid A']],
    ])('%s', (_, more, expected) => expect(kinds([policy('A', more)], [])).toEqual(expected));

    test('counts as waiting during the grace period', () => {
      expect(compare([policy('A', { effectiveDate: '2026-04-01' })], [])).toMatchObject({
        active: 1,
        paid: 0,
        waiting: 1,
      });
    });

    test('gets a suggestion for a paid member whose id differs only in zeros and punctuation, but no match', () => {
      const { findings } = compare([policy('12-34')], [member('A1234'), member('1234X'), member('1.234')]);
      expect(findings.find(({ kind }) => kind === 'sold_never_paid')).toMatchObject({ possibleMatch: '1.234' });
      expect(findings.filter(({ kind }) => kind === 'paid_not_listed')).toHaveLength(3);
    });
  });

  describe('a policy that is no longer paid', () => {
    test('is on a red row or an earlier statement, which is named with its exact amount', () => {
      const { findings } = compare(
        [policy('A', { effectiveDate: '2026-04-20' }), policy('B'), policy('C')],
        [dropped('A')],
        [
          { key: 'B', lastPeriod: '2025-11', lastAmount: 56_789 },
          { key: 'C', lastPeriod: '2025-12', lastAmount: null },
        ],
      );
      expect(findings).toMatchObject([
        {
          kind: 'active_but_dropped',
          policyId: 'A',
          lastPeriod: '2026-03',
          lastAmount: 12.34,
          memberRefId: 'ref of A',
        },
        { kind: 'active_but_dropped', policyId: 'B', lastPeriod: '2025-11', lastAmount: 5.68, memberRefId: null },
        { kind: 'active_but_dropped', policyId: 'C', lastPeriod: '2025-12', lastAmount: null },
      ]);
      expect(findings[0]?.sentence).toBe(
        'Active in your list since Apr 20, 2026, not paid in May 2026, and last on the statement of Mar 2026 with $12.34.',
      );
    });

    test.each(['carried', 'green', 'yellow', 'new', 'reappeared'] as const)('is paid if its row is %s', (status) => {
      expect(compare([policy('A')], [member('A', { status, commission: 0 })])).toMatchObject({ paid: 1, findings: [] });
    });
  });

  describe('a paid member', () => {
    test('is reported if it is not listed', () => {
      const members = [member('A'), member('B', { commission: 0 }), member('C', { commission: -1 }), dropped('D')];
      expect(kinds([policy('X', { status: 'pending' })], [...members, member('E', { status: 'carried' })])).toEqual([
        'paid_not_listed A',
      ]);
      expect(compare([], members).findings).toMatchObject([
        { memberExternalId: 'A', lastAmount: 50, sentence: 'Paid $50.00 in May 2026, and not in your list.' },
      ]);
    });

    test('is reported if it ended in the list, unless another listed policy of the member did not', () => {
      expect(kinds([policy('A', { status: 'ended', termDate: '2026-04-30' })], [member('A')])).toEqual([
        'ended_but_paid A',
      ]);
      expect(kinds([policy('A', { status: 'ended' }), policy('A', { planName: 'New' })], [member('A')])).toEqual([]);
      expect(kinds([policy('A'), policy('P', { status: 'ended' })], [member('A', { otherIds: ['p'] })])).toEqual([]);
      expect(kinds([policy('A', { status: 'ended' })], [member('A', { commission: 0 })])).toEqual([]);
      const pending = policy('A', { status: 'pending', termDate: '2026-04-30' });
      expect(kinds([pending], [member('A')])).toEqual(['ended_but_paid A']);
    });
  });

  describe('pay after the last day', () => {
    const ended = (termDate: string | null) => policy('A', { status: 'ended', termDate });

    test.each<[string, string | null, string | null, string[]]>([
      ['for the last month of the policy', '2026-04-30', '2026-04', []],
      ['for a month before the last', '2026-04-30', '2026-03', []],
      ['for a month after the last', '2026-03-31', '2026-04', ['ended_but_paid A']],
      ['for a month that is not known', '2026-04-30', null, ['ended_but_paid A']],
      ['of a policy without a last day', null, '2026-04', ['ended_but_paid A']],
    ])('is reported only beyond the policy: %s', (_case, termDate, lastCoverageMonth, expected) => {
      expect(kinds([ended(termDate)], [member('A', { lastCoverageMonth })])).toEqual(expected);
    });
  });

  describe('ids', () => {
    test.each<[string, Partial<ListedPolicy> & { policyId: string }, Partial<BookMember>]>([
      ['case and spaces', { policyId: ' a 1' }, {}],
      ['leading zeros, by the carrier’s rule', { policyId: '00A1' }, {}],
      ['a policy number as the id', { policyId: 'P 77' }, { otherIds: ['p77'] }],
      ['a policy number beside another id', { policyId: 'X', policyNumber: 'P77' }, { otherIds: ['P77'] }],
    ])('are matched by %s', (_, { policyId, ...listed }, found) => {
      expect(compare([policy(policyId, listed)], [member('A1', found)])).toMatchObject({ paid: 1, findings: [] });
    });

    test('of a member take precedence over policy numbers of others', () => {
      const members = [member('1'), member('2', { otherIds: ['1'] })];
      expect(kinds([policy('1')], members)).toEqual(['paid_not_listed 2']);
    });

    test('that are joined with a member match the member', () => {
      const listed = [policy('0A2', { premium: 90_000 })];
      expect(kinds(listed, [member('A', { aliases: ['A2'], premium: 80_000 })])).toEqual(['other_premium 0A2']);
    });

    test('of a member match too if the row shows another id, which was seen first', () => {
      const joined = member('A', { memberRefId: refOf('C1'), aliases: ['A'] });
      expect(compare([policy('C1'), policy('A')], [joined])).toMatchObject({ paid: 2, findings: [] });
      expect(kinds([policy('C1')], [{ ...joined, status: 'red', commission: 0 }])).toEqual(['active_but_dropped C1']);
    });

    test('of present members take precedence over those of dropped ones', () => {
      const members = [dropped('A'), member('A2', { otherIds: ['P7'], agentName: 'Ann' })];
      const listed = policy('A', { policyNumber: 'P7', agent: 'Bo' });
      expect(kinds([listed], members)).toEqual(['other_agent A']);
      expect(kinds([listed], [dropped('A'), { ...dropped('B'), otherIds: ['P7'] }])).toEqual(['active_but_dropped A']);
      expect(compare([policy('07')], [dropped('7'), member('0-7')]).findings).toMatchObject([
        { kind: 'active_but_dropped', memberExternalId: '7', possibleMatch: '0-7' },
        { kind: 'paid_not_listed' },
      ]);
    });

    test('of a group that has ended show what all of its members were paid', () => {
      const members = [member('1', { otherIds: ['G'] }), member('2', { otherIds: ['G'], commission: 250_000 })];
      expect(compare([policy('G', { status: 'ended' })], members).findings).toMatchObject([
        { kind: 'ended_but_paid', memberExternalId: '1', lastAmount: 75 },
      ]);
    });

    test('of a group match all of its members', () => {
      const members = [member('1', { otherIds: ['G'] }), member('2', { otherIds: ['G'] }), dropped('3')];
      expect(compare([policy('G', { premium: 1, agent: 'Other' })], members).findings).toEqual([]);
    });
  });

  describe('details that both sides have', () => {
    test.each<[string, Partial<ListedPolicy>, Partial<BookMember>, string[]]>([
      ['names in another order', { agent: 'Lee, Ann' }, { agentName: 'ANN LEE' }, []],
      ['the number of the agent', { agent: '77' }, { agentName: 'Ann Lee', agentId: '77' }, []],
      ['another agent', { agent: 'Bo' }, { agentName: 'Ann Lee', agentId: '77' }, ['other_agent A']],
      ['no agent on the statement', { agent: 'Bo' }, {}, []],
      ['a percentage and a fraction', { rate: 5_000_000 }, { rate: 50_000 }, []],
      ['another rate', { rate: 50_000 }, { rate: 60_000 }, ['other_rate A']],
      ['less than half a cent of premium', { premium: 1_000_000 }, { premium: 1_000_049 }, []],
      ['a cent of premium', { premium: 1_000_000 }, { premium: 1_000_100 }, ['other_premium A']],
      ['lives', { lives: 100 }, { lives: 200 }, ['other_lives A']],
      ['nothing in the list', {}, { agentName: 'Ann', rate: 1, premium: 1, lives: 1 }, []],
    ])('%s', (_, listed, found, expected) =>
      expect(kinds([policy('A', listed)], [member('A', found)])).toEqual(expected),
    );

    test('include premiums that several plans add up to, unless one is missing', () => {
      const plans = (second: number | null) => [
        policy('A', { planName: 'Medical', premium: 10_000 }),
        policy('A', { planName: 'Dental', premium: second }),
      ];
      expect(kinds(plans(5_000), [member('A', { premium: 15_000 })])).toEqual([]);
      expect(compare(plans(5_000), [member('A', { premium: 16_000 })]).findings).toMatchObject([
        { kind: 'other_premium', listed: '1.50', onStatement: '1.60' },
      ]);
      expect(kinds(plans(null), [member('A', { premium: 16_000 })])).toEqual([]);
    });
  });

  test.each<[string, Partial<ListedPolicy>, Partial<BookMember>, string]>([
    [
      'shares of the premium',
      { rate: 60_000 },
      { rate: 5_000_000 },
      'the rate 6 %, the statement of May 2026 has 5 %.',
    ],
    ['dollars', { rate: 20_000_000 }, { rate: 18_500_000 }, 'the rate 20, the statement of May 2026 has 18.5.'],
    [
      'premiums',
      { premium: 4_100_000 },
      { premium: 4e6 },
      'the premium $410.00, the statement of May 2026 has $400.00.',
    ],
  ])('a sentence compares %s in one unit', (_, listed, found, sentence) => {
    const { findings } = compare([policy('A', listed)], [member('A', found)]);
    expect(findings.map((finding) => finding.sentence)).toEqual([`Your list has ${sentence}`]);
  });

  /** Implements the rules again, one id at a time, for lists and books whose ids are single letters. */
  function oracle(
    policies: readonly ListedPolicy[],
    members: readonly BookMember[],
    seen: readonly string[],
  ): string[] {
    const found: string[] = [];
    const grace = Date.UTC(2026, 2, 1);
    const at = (day: string | null, otherwise: number) => (day === null ? otherwise : Date.parse(day));
    const begins = (p: ListedPolicy) => at(p.effectiveDate, -Infinity);
    const isOver = (p: ListedPolicy) => at(p.termDate, Infinity) < Date.UTC(2026, 4, 1);
    const hasBegun = (p: ListedPolicy) => begins(p) < Date.UTC(2026, 5, 1);
    const isActive = (p: ListedPolicy) =>
      !isOver(p) && hasBegun(p) && (p.status === 'active' || (p.status === 'ended' && p.termDate !== null));
    const isEnded = (p: ListedPolicy) => isOver(p) || (p.status === 'ended' && p.termDate === null && hasBegun(p));
    for (const id of 'ABCDEF') {
      const own = policies.filter(({ policyId }) => policyId === id);
      const row = members.find(({ memberExternalId }) => memberExternalId === id);
      const isPaid = row !== undefined && row.status !== 'red' && row.status !== 'carried' && row.commission > 0;
      if (own.length === 0 && isPaid) found.push(`paid_not_listed ${id}`);
      if (own.length === 0) continue;
      const active = own.filter(isActive);
      if (active.length > 0) {
        if (row?.status === 'red' || (row === undefined && seen.includes(id))) found.push(`active_but_dropped ${id}`);
        else if (row === undefined && Math.min(...active.map(begins)) < grace) found.push(`sold_never_paid ${id}`);
      } else if (own.every(isEnded) && isPaid) found.push(`ended_but_paid ${id}`);
    }
    return found.toSorted();
  }

  test('agrees with the rules on random lists and books, with each finding once and in a total order', () => {
    const id = fc.constantFrom(...'ABCDEF');
    const day = fc.option(
      fc.constantFrom('2025-01-01', '2026-02-28', '2026-03-01', '2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'),
    );
    const status = fc.constantFrom('active', 'pending', 'ended' as const);
    const listed = fc.array(
      fc
        .record({ policyId: id, effectiveDate: day, termDate: day, status })
        .map(({ policyId, ...more }) => policy(policyId, more)),
      { maxLength: 8 },
    );
    const paidStatus = fc.constantFrom('green', 'red', 'carried', 'new' as const);
    const row = fc.record({ id, status: paidStatus, commission: fc.constantFrom(-1, 0, 1) });
    const book = fc.uniqueArray(row, { selector: (each) => each.id, maxLength: 6 });
    fc.assert(
      fc.property(listed, book, fc.uniqueArray(id), (policies, rows, seen) => {
        const members = rows.map(({ id: memberId, ...more }) => member(memberId, more));
        const earlier = seen.map((key) => ({ key, lastPeriod: '2026-01', lastAmount: 1 }));
        const found = kinds(policies, members, earlier);
        expect(found.toSorted()).toEqual(oracle(policies, members, seen));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('policy journey', () => {
  /** A month of the member, with the policy's paid amount. The amount is null without a line. */
  interface Month extends MemberStep {
    readonly paid: number | null;
  }

  const present = (paid: number | null): Month => ({ status: 'green', present: true, paid });
  const dropped = (): Month => ({ status: 'red', present: false, paid: null });
  const paidAhead = (): Month => ({ status: 'green', present: false, paid: null });
  const chargedBack = (paid: number | null): Month => ({ status: 'red', present: false, paid });

  function told(...months: readonly Month[]): string[] {
    const steps = followPolicy(months, ({ paid }) => (paid === null ? null : { paid }));
    return steps.map(
      (step) =>
        `${months.indexOf(step.month) + 1}: ${step.present ? 'present' : 'absent'} ${step.policy?.paid ?? '-'} after ${step.previous?.paid ?? '-'}`,
    );
  }

  test('omits the months before the policy', () => {
    expect(told(present(null), dropped(), present(5), present(6))).toEqual([
      '3: present 5 after -',
      '4: present 6 after 5',
    ]);
  });

  test('reports a policy as absent only in the first month without it, whether the member stays or leaves', () => {
    expect(told(present(5), present(null), present(null))).toEqual(['1: present 5 after -', '2: absent - after 5']);
    expect(told(present(5), dropped(), present(null))).toEqual(['1: present 5 after -', '2: absent - after 5']);
  });

  test('compares a returning policy with its last amount, and can miss it again', () => {
    expect(told(present(5), present(null), present(7), dropped())).toEqual([
      '1: present 5 after -',
      '2: absent - after 5',
      '3: present 7 after 5',
      '4: absent - after 7',
    ]);
  });

  test('misses nothing in a month that was paid ahead', () => {
    expect(told(present(5), paidAhead(), paidAhead(), present(5))).toEqual([
      '1: present 5 after -',
      '2: absent - after -',
      '3: absent - after -',
      '4: present 5 after 5',
    ]);
    expect(told(present(5), paidAhead(), dropped())).toEqual([
      '1: present 5 after -',
      '2: absent - after -',
      '3: absent - after 5',
    ]);
    expect(told(present(5), present(null), paidAhead())).toEqual(['1: present 5 after -', '2: absent - after 5']);
  });

  test('shows a chargeback after the drop without comparison, and compares a later payment with the paid amount', () => {
    expect(told(present(5), dropped(), chargedBack(-5), chargedBack(null), present(6))).toEqual([
      '1: present 5 after -',
      '2: absent - after 5',
      '3: absent -5 after -',
      '5: present 6 after 5',
    ]);
  });
});
