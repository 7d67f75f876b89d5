import { describe, expect, it } from 'vitest';
import { digested, standsAs } from '../../adapters/postgres/row-digest.ts';
import { NO_HISTORY } from '../../core/scoring/member-history.ts';
import type { ScoredRow } from '../../core/scoring/scored-row.ts';

/**
 * Guarantee: no field of a score can change without its digest, those of a later version included, but for the totals, which
 * are told beside it; and a row is written in place only where nothing else differs than what explains it.
 */

const ROW: ScoredRow = {
  memberRefId: '0b6f2a51-6c1a-4b2e-9c55-6d5e1c2f7a10',
  memberExternalId: 'M-1',
  status: 'green',
  counted: true,
  flags: ['COMMISSION_CHANGED'],
  signals: [],
  reason: 'Paid 20.00 of 25.00.',
  commissionAmount: 200_000,
  prevCommissionAmount: 210_000,
  comparedAgainstPeriod: '2025-01',
  expectedAmount: 250_000n,
  commissionOwed: 50_000n,
  owedEstimated: false,
  chargebackAmount: 0,
  profile: {
    memberName: 'Łukasz Nguyễn',
    email: null,
    policyRefId: null,
    policyNumber: 'P-1',
    planName: null,
    planCode: 'GOLD',
    productType: null,
    premium: null,
    lives: 100,
    agentId: null,
    agentName: 'Ann',
    effectiveDate: '2025-01-01',
    termDate: null,
    state: 'FL',
    carrierStatus: null,
  },
  firstSeenPeriod: '2025-01',
  lastPresentPeriod: '2025-02',
  lastPresentAmount: 200_000,
  paidThrough: null,
  history: NO_HISTORY,
  fileId: '5d0f1f0c-8a54-4f83-8a53-d3f7bb4f2e11',
  deltas: [],
};
const EXPLAINING = ['signals', 'reason', 'expectedAmount', 'commissionOwed', 'owedEstimated'];
const TOTALS = ['paidTotal', 'planYearPaid'];
/** The member's, by which its row is found, and the policy's, which is made from that and the policy's number. */
const IDS = ['memberRefId', 'policyRefId'];
const fieldsOf = (value: object) => Object.keys(value);
const { digest, totals } = digested(ROW);

describe('what explains a row', () => {
  it.each(EXPLAINING)('%s: another digest, of a row that stands as it did', (field) => {
    const changed = digested({ ...ROW, [field]: 'changed' });
    expect(changed.digest).not.toBe(digest);
    expect(standsAs(changed, digest)).toBe(true);
  });
});

describe('what findings of later months are made from', () => {
  it.each(TOTALS)('%s of the history: the same digest, with other totals', (field) => {
    const changed = digested({ ...ROW, history: { ...ROW.history, [field]: 1 } });
    expect(changed.digest).toBe(digest);
    expect(changed.totals).not.toBe(totals);
  });
});

describe('everything else', () => {
  const own = fieldsOf(ROW).filter((field) => !EXPLAINING.includes(field) && !IDS.includes(field));
  it.each(own.filter((field) => field !== 'profile' && field !== 'history'))('%s: another row', (field) => {
    expect(standsAs(digested({ ...ROW, [field]: 'changed' }), digest)).toBe(false);
  });
  it.each(fieldsOf(ROW.profile).filter((field) => !IDS.includes(field)))('%s of the profile: another row', (field) => {
    expect(standsAs(digested({ ...ROW, profile: { ...ROW.profile, [field]: 'changed' } }), digest)).toBe(false);
  });
  it.each(fieldsOf(ROW.history).filter((field) => !TOTALS.includes(field)))(
    '%s of the history: another row',
    (field) => {
      expect(standsAs(digested({ ...ROW, history: { ...ROW.history, [field]: 'changed' } }), digest)).toBe(false);
    },
  );
});

it('no two explanations share a digest because of the commas in them', () => {
  const split = digested({ ...ROW, expectedAmount: 1n, commissionOwed: 2n, reason: 'a' });
  for (const reason of ['2,false,a', 'false,a', ',a', 'a,']) {
    expect(digested({ ...ROW, expectedAmount: 1n, commissionOwed: null, reason }).digest).not.toBe(split.digest);
  }
});
