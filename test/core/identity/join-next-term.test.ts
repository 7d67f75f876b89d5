import { expect, it } from 'vitest';
import { joinNextTerm } from '../../../core/identity/join-next-term.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { NO_PROFILE } from '../../../core/scoring/member-month.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: a policy continues under another number only if no other policy can be the earlier one. */

const POLICY = { memberName: 'Ada Low', productType: 'Auto', agentName: 'Bo Ray', effectiveDate: '2026-03-15' };
const RENEWAL = { ...POLICY, amount: 50, effectiveDate: '2026-09-15' };

function policy(id: string, profile: Partial<PriorRow['profile']> = {}, row: Partial<PriorRow> = {}): PriorRow {
  return {
    memberRefId: id,
    memberExternalId: id,
    status: 'carried',
    profile: { ...NO_PROFILE, ...POLICY, ...profile },
    firstSeenPeriod: '2026-03',
    lastPresentPeriod: '2026-03',
    lastPresentAmount: 50,
    commissionAmount: 50,
    paidThrough: '2026-08-31',
    history: { ...NO_HISTORY, paidMonths: 6 },
    ...row,
  };
}
const line = (id: string, fields: Partial<Parameters<typeof plainLine>[2]> = {}) =>
  plainLine(id, id, { ...RENEWAL, ...fields });

type Case = [string, PriorRow[], ReturnType<typeof line>[]];

function joined(baseline: readonly PriorRow[], lines: readonly ReturnType<typeof line>[]) {
  const known = new Set(baseline.map(({ memberRefId }) => memberRefId));
  const newcomers = new Set(lines.map(({ memberRefId }) => memberRefId).filter((id) => !known.has(id)));
  return joinNextTerm({ baseline, lines, newcomers }).map(
    ({ aliasRefId, memberRefId }) => `${aliasRefId}-${memberRefId}`,
  );
}

it.each<Case>([
  ['begins when the term before it ends', [policy('118')], [line('905')]],
  ['has several lines', [policy('118')], [line('905'), line('905', { amount: 5 })]],
  ['has its name in another order', [policy('118')], [line('905', { memberName: 'LOW, ADA' })]],
  ['has no agent, as before', [policy('118', { agentName: null })], [line('905', { agentName: null })]],
  ['is beside a home policy that stays', [policy('118'), policy('44', { productType: 'Home' })], [line('905')]],
  ['is beside a new home policy', [policy('118')], [line('905'), line('906', { productType: 'Home' })]],
  ['is beside a policy that dropped before', [policy('118'), policy('44', {}, { status: 'red' })], [line('905')]],
])('joins a renewal that %s', (_case, baseline, lines) => {
  expect(joined(baseline, lines)).toEqual(['905-118']);
});

it.each<Case>([
  ['another name', [policy('118')], [line('905', { memberName: 'Ben Low' })]],
  ['no name', [policy('118', { memberName: null })], [line('905', { memberName: null })]],
  ['another product', [policy('118')], [line('905', { productType: 'Home' })]],
  ['no product', [policy('118', { productType: null })], [line('905', { productType: null })]],
  ['another agent', [policy('118')], [line('905', { agentName: 'Cleo Marsh' })]],
  ['another day', [policy('118')], [line('905', { effectiveDate: '2026-09-20' })]],
  ['a later month', [policy('118')], [line('905', { effectiveDate: '2026-10-15' })]],
  ['a month before the end of the term', [policy('118')], [line('905', { effectiveDate: '2026-06-15' })]],
  ['no first day', [policy('118')], [line('905', { effectiveDate: null })]],
  ['two first days', [policy('118')], [line('905'), line('905', { effectiveDate: '2026-09-16' })]],
  ['no term before it that is paid', [policy('118', {}, { paidThrough: null })], [line('905')]],
  ['a term before it that dropped', [policy('118', {}, { status: 'red' })], [line('905')]],
  ['two possible policies before it', [policy('118'), policy('119', { effectiveDate: '2026-01-02' })], [line('905')]],
  ['another new policy beside it', [policy('118')], [line('905'), line('906')]],
  ['the policy before it on the statement', [policy('118')], [line('905'), line('118')]],
  ['an id of an earlier month', [policy('118'), policy('905', { productType: 'Home' })], [line('905')]],
])('counter-case: joins no policy with %s', (_case, baseline, lines) => {
  expect(joined(baseline, lines)).toEqual([]);
});
