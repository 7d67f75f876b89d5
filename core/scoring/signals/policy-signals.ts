import { foldText } from '../../folded-text.ts';
import { dollars, percent, quoted } from '../../wording.ts';
import { isPaidAhead } from '../catch-up.ts';
import { goneAgents, NO_RECORDS, type RecordOfAgent } from '../gone-parts.ts';
import { type MemberProfile, type PolicyRecord, principalRecord } from '../member-month.ts';
import type { PresentCase, PriorRow } from '../scored-row.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
import { paysItsRate } from '../statement-rate.ts';

/** The whole, in millionths. */
const WHOLE = 1_000_000;

/**
 * Adds signals about a changed plan, policy, premium, agent or rate. The earlier policy is compared with itself where it is on this
 * statement, even if another policy is now the largest. A field that either statement leaves blank has not changed.
 */
export function policySignals({ context, row, month, prior }: PresentCase, found: Signal[]): void {
  if (prior === undefined) return;
  const mayHaveChanged =
    row.flags.includes('DATA_CHANGED') ||
    row.status === 'reappeared' ||
    prior.history.rate !== null ||
    prior.history.partsPaid.length > 0;
  if (!mayHaveChanged) return;
  const before = prior.profile;
  const same = month.records.find(({ policyRefId }) => policyRefId === before.policyRefId);
  const now = same ?? principalRecord(month);
  const plan = planChange(before, now);
  if (plan !== null) found.push(signal('PLAN_CHANGED', 'info', plan));
  if (same === undefined && before.policyNumber !== null && now.policyNumber !== null) {
    const detail = `Policy ${quoted(before.policyNumber)} → ${quoted(now.policyNumber)}.`;
    found.push(signal('POLICY_CHANGED', 'info', detail));
  }
  premiumSignal(before, row.profile, found);
  agentSignal({ context, prior, row, month }, now, found);
  const rateBefore = prior.history.rate;
  const rate = row.history.rate;
  // A row stores the rate of its principal record only, so rates are compared only if both rows show the same policy.
  if (rateBefore === null || rate === null || rate === rateBefore || row.profile.policyRefId !== before.policyRefId)
    return;
  const isShare = now.lines.some((line) => paysItsRate(line, context.kindOf));
  const event = row.payEvent?.rate ?? null;
  const detail = `Rate ${rateText(rateBefore, isShare)} → ${rateText(rate, isShare)}${event === null ? '' : `: ${event}`}.`;
  found.push(signal('RATE_CHANGED', 'info', detail));
}

/** Returns a rate in millionths as text: "5 %" for a share of the premium, "20" for dollars per life. `isShare`: a line proves a share. */
export function rateText(rate: number, isShare: boolean): string {
  return isShare || rate <= WHOLE ? percent(rate) : String(rate / WHOLE);
}

/**
 * Adds a signal for a changed premium. An opposite sign alone is no change, because a chargeback prints the premium that it takes back
 * below zero.
 */
function premiumSignal({ premium: before }: MemberProfile, { premium: now }: MemberProfile, found: Signal[]): void {
  if (before === now || before === null || now === null || dollars(before) === dollars(now) || before < 0 !== now < 0)
    return;
  const detail = `Premium ${dollars(before)} → ${dollars(now)}.`;
  found.push(amountSignal('PREMIUM_CHANGED', 'info', { amount: now - before, detail }));
}

/** Returns a sentence about a changed plan, or null. Codes decide if both are known, because carriers reword plan names every year. */
function planChange(before: MemberProfile, now: MemberProfile): string | null {
  if (before.planCode !== null && now.planCode !== null) {
    return differ(before.planCode, now.planCode) ? `Plan ${named(before)} → ${named(now)}.` : null;
  }
  return differ(before.planName, now.planName) ? `Plan ${named(before)} → ${named(now)}.` : null;
}

function named({ planName, planCode }: MemberProfile): string {
  return quoted(planName ?? planCode ?? '');
}

/** Adds a warning for another agent, or an info when one of several agents is gone, because the reduced pay has its own warning. */
function agentSignal(
  { context, prior, row, month }: Pick<PresentCase, 'context' | 'row' | 'month'> & { readonly prior: PriorRow },
  now: PolicyRecord,
  found: Signal[],
): void {
  // An advance has paid all agents, so none of them needs a line in its months.
  const isAdvanced = prior.history.paidMonths > 1 && isPaidAhead(prior, context);
  const { recordOfAgent = NO_RECORDS } = context;
  const gone = isAdvanced ? null : goneAgents(prior.history, row.history, { month, recordOfAgent });
  const detail = gone ?? agentChange(prior.profile, now, recordOfAgent);
  if (detail === null) return;
  found.push(signal('AGENT_CHANGED', gone === null ? 'warn' : 'info', detail));
}

/**
 * Returns a sentence about a changed agent, or null. The agent has changed only if no line names the earlier agent, because a policy may
 * pay an agent and an agency in any order. Two spellings of one record are one agent.
 */
function agentChange(before: MemberProfile, now: PolicyRecord, recordOfAgent: RecordOfAgent): string | null {
  const record = recordOfAgent(before);
  if (record !== null && [now, ...now.lines].some((one) => recordOfAgent(one) === record)) return null;
  const byId = before.agentId !== null && now.agentId !== null;
  const earlier = byId ? before.agentId : before.agentName;
  const current = byId ? now.agentId : now.agentName;
  if (!differ(earlier, current)) return null;
  if (now.lines.some((line) => !differ(earlier, byId ? line.agentId : line.agentName, true))) return null;
  return `Agent ${quoted(before.agentName ?? earlier ?? '')} → ${quoted(now.agentName ?? current ?? '')}.`;
}

/** Returns whether two texts are known and differ after folding case and white space. A blank differs only with `blankDiffers`. */
function differ(a: string | null, b: string | null, blankDiffers = false): boolean {
  if (a === null || b === null) return blankDiffers;
  return a !== b && foldText(a) !== foldText(b);
}
