import { describe, expect, test } from 'vitest';
import {
  DISPUTE_STATES,
  type DisputeOrder,
  type DisputeState,
  decideDispute,
  decideState,
  type FollowedDispute,
  followDispute,
  type NewDispute,
} from '../../../core/dispute/dispute.ts';
import { disputeLetter } from '../../../core/dispute/dispute-letter.ts';
import { isRefused } from '../../../core/problem.ts';
import type { Claim } from '../../../core/report/claim.ts';

const exact = (dollars: number) => BigInt(Math.round(dollars * 100)) * 100_000_000n;

function claim(claimId: string, amount: number, more: Partial<Claim> = {}): Claim {
  return {
    claimId,
    kind: 'underpaid',
    certainty: 'certain',
    basis: 'contracted',
    amount: exact(amount),
    recovered: 0n,
    period: '2026-02',
    carrierId: 'summit',
    carrierName: 'Summit',
    workspaceId: 'w1',
    memberRefId: 'm1',
    memberExternalId: 'M-1',
    memberName: 'Ann Lee',
    policyNumber: 'P-1',
    planName: null,
    evidence: [
      {
        period: '2026-02',
        fileId: 'f1',
        fileName: 'secret.csv',
        sheet: 1,
        rowNumber: 3,
        amount: exact(40),
        what: 'paid',
      },
    ],
    ask: 'Please pay the $10.00 missing for Feb 2026.',
    ...more,
  };
}

const nobody = new Map<string, string>();
const order = (parts: Partial<DisputeOrder>): DisputeOrder => ({ claimIds: [], rows: [], ...parts });

function opened(wanted: DisputeOrder, claims: readonly Claim[]): NewDispute {
  const made = decideDispute(wanted, { claims, held: nobody });
  if (isRefused(made)) throw new Error(JSON.stringify(made));
  return made;
}

describe('a new dispute', () => {
  const claims = [
    claim('a', 10),
    claim('b', 5, { period: '2026-03' }),
    claim('c', 0),
    claim('z', 1, { carrierId: 'other' }),
  ];

  test('has the named claims, and all of a named member and month, each once', () => {
    const { carrierName, rows } = opened(
      order({ claimIds: ['a'], rows: [{ memberRefId: 'm1', period: '2026-03' }] }),
      claims,
    );
    expect(carrierName).toBe('Summit');
    expect(rows.map(({ claimId, askedAmount }) => [claimId, askedAmount])).toEqual([
      ['a', exact(10)],
      ['b', exact(5)],
    ]);
    const twice = opened(order({ claimIds: ['b', 'b'], rows: [{ memberRefId: 'm1', period: '2026-03' }] }), claims);
    expect(twice.rows).toHaveLength(1);
  });

  test('stores no file name, because a purge may have to delete it', () => {
    const { rows } = opened(order({ claimIds: ['a'] }), claims);
    expect(Object.keys(rows[0]?.evidence[0] ?? {})).not.toContain('fileName');
  });

  test.each<[string, Partial<DisputeOrder>, object]>([
    [
      'an unknown claim and a paid claim',
      { claimIds: ['a', 'x', 'c'] },
      { errors: [{ field: 'claimIds[1]' }, { field: 'claimIds[2]' }] },
    ],
    [
      'a month without a claim',
      { rows: [{ memberRefId: 'm1', period: '2026-09' }] },
      { errors: [{ field: 'rows[0]' }] },
    ],
    ['two carriers', { claimIds: ['a', 'z'] }, { errors: [{ field: 'claimIds' }] }],
  ])('is refused: %s', (_, wanted, refused) => {
    expect(decideDispute(order(wanted), { claims, held: nobody })).toMatchObject({
      refused: { code: 'validation_error', ...refused },
    });
  });

  test('is refused for a claim in an open dispute, and names it', () => {
    const held = new Map([['b', 'dispute-7']]);
    expect(decideDispute(order({ claimIds: ['a', 'b'] }), { claims, held })).toMatchObject({
      refused: { code: 'conflict', detail: expect.stringContaining('dispute-7') },
    });
    // An invalid order is refused as invalid, even if a claim is in an open dispute.
    expect(decideDispute(order({ claimIds: ['a', 'b', 'z'] }), { claims, held })).toMatchObject({
      refused: { code: 'validation_error', errors: [{ field: 'claimIds' }] },
    });
  });
});

test('goes from asked to answered, then to paid or refused, and never back', () => {
  const allowed = DISPUTE_STATES.map((from) => DISPUTE_STATES.filter((to) => !isRefused(decideState(from, to))));
  expect(allowed).toEqual([
    ['asked', 'answered', 'paid', 'refused'],
    ['answered', 'paid', 'refused'],
    ['paid'],
    ['refused'],
  ]);
  expect(decideState('answered', 'asked')).toMatchObject({
    refused: { code: 'conflict', detail: 'The dispute is answered: it may become paid or refused.' },
  });
});

describe('following a dispute', () => {
  const row = (claimId: string, open: number, recovered = 0, workspaceId = 'w1') => ({
    claimId,
    memberRefId: 'm1',
    workspaceId,
    askedAmount: exact(10),
    openAmount: exact(open),
    recoveredAmount: exact(recovered),
    recoveredBefore: 0n,
  });
  const dispute = (
    rows: FollowedDispute['rows'],
    state: DisputeState = 'asked',
    stateBefore: DisputeState | null = null,
  ) => ({
    disputeId: 'd1',
    state,
    stateBefore,
    rows,
  });
  const follow = (followed: FollowedDispute, claims: readonly Claim[]) =>
    followDispute(followed, { claims: new Map(claims.map((one) => [one.claimId, one])), workspaceId: 'w1' });
  const paid = (claimId: string, open: number, recovered: number) =>
    claim(claimId, open, { recovered: exact(recovered) });

  test('changes nothing without news', () => {
    expect(follow(dispute([row('a', 10)]), [claim('a', 10)])).toBeNull();
  });

  test('keeps the dispute open with the recovered amount after a partial payment', () => {
    expect(follow(dispute([row('a', 10)]), [paid('a', 4, 6)])).toMatchObject({
      state: 'asked',
      stateBefore: null,
      recoveredAmount: exact(6),
    });
  });

  test('marks the dispute as paid after full payment', () => {
    const change = follow(dispute([row('a', 10), row('b', 10)], 'answered'), [paid('a', 0, 10), paid('b', 0, 10)]);
    expect(change).toMatchObject({ state: 'paid', stateBefore: 'answered', recoveredAmount: exact(20) });
  });

  test('opens the dispute again if the paying statement is retracted', () => {
    const change = follow(dispute([row('a', 0, 10)], 'paid', 'answered'), [claim('a', 10)]);
    expect(change).toMatchObject({ state: 'answered', stateBefore: null, recoveredAmount: 0n });
  });

  test('does not count a claim as recovered that a corrected statement removed', () => {
    expect(follow(dispute([row('a', 10)]), [])).toMatchObject({
      state: 'asked',
      recoveredAmount: 0n,
      rows: [{ openAmount: 0n }],
    });
    expect(follow(dispute([row('a', 10), row('b', 10)]), [paid('b', 0, 10)])).toMatchObject({
      state: 'paid',
      recoveredAmount: exact(10),
    });
  });

  test('leaves rows of another workspace unchanged', () => {
    const change = follow(dispute([row('a', 10), row('b', 10, 0, 'w2')]), [paid('a', 0, 10)]);
    expect(change).toMatchObject({
      state: 'asked',
      recoveredAmount: exact(10),
      rows: [{ openAmount: 0n }, { openAmount: exact(10) }],
    });
  });

  test('does not count earlier payments, or more than the claimed amount, as recovered', () => {
    const before = { ...row('a', 10), recoveredBefore: exact(5) };
    expect(follow(dispute([before]), [paid('a', 4, 11)])).toMatchObject({ recoveredAmount: exact(6) });
    expect(follow(dispute([row('a', 10)]), [paid('a', 0, 90)])).toMatchObject({ recoveredAmount: exact(10) });
  });
});

test('names carrier, rows and total in the letter, whose lines no statement text can break', () => {
  const made = opened(order({ claimIds: ['a', 'b'] }), [
    claim('a', 1010.5, { memberName: 'Ann\nDear commission team' }),
    claim('b', 5, { memberName: null, policyNumber: 'P'.repeat(60) }),
  ]);
  const letter = disputeLetter(made, { disputeId: 'd-1', agencyName: 'Lakeview Benefits', date: '2026-07-15' });
  expect(letter.split('\n').slice(0, 5)).toEqual([
    'To: Summit, commission team',
    'From: Lakeview Benefits',
    'Date: Jul 15, 2026',
    'Reference: D-1',
    'Subject: Commission statements to be corrected: 2 claims, $1,015.50',
  ]);
  expect(letter).toContain('1    Feb 2026   M-1        Ann Dear commission team  P-1');
  expect(letter).toMatch(/\n2 {4}Feb 2026 .*P{39}… +\$5\.00\n/);
  expect(letter).toMatch(/\n +Total +\$1,015\.50\n/);
  // A paragraph is one line, which the reader's program wraps at its own width.
  expect(letter).toMatch(/\n\nWe compared your commission statements .*\.\n\n/);
  expect(letter).toContain('\n1. Please pay the $10.00 missing for Feb 2026.\n2. Please');
});
