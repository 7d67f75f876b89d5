import { isPaidAhead } from '../catch-up.ts';
import { goneAgents } from '../gone-agents.ts';
import type { MemberProfile, PolicyRecord } from '../member-month.ts';
import { principalRecord } from '../member-month.ts';
import type { PriorRow } from '../scored-row.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
import { paysItsRate } from '../statement-rate.ts';
import { dollars, percent, quoted } from '../wording.ts';
import type { PresentCase } from './signal-case.ts';

/** In millionths, like every rate. */
const WHOLE = 1_000_000;

/**
 * Reports changes of the policy. A member with several policies is compared policy by policy, so that another policy may be the largest
 * this month. A field that one of the statements leaves blank has not changed.
 */
export function policySignals({ context, row, month, prior }: PresentCase, found: Signal[]): void {
  if (
    prior === undefined ||
    !(
      row.flags.includes('DATA_CHANGED') ||
      row.status === 'reappeared' ||
      prior.history.rate !== null ||
      prior.history.partsPaid.length > 0
    )
  )
    return;
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
  // Rates are stored for the principal record only, so another policy's rate is not compared.
  if (rateBefore === null || rate === null || rate === rateBefore || row.profile.policyRefId !== before.policyRefId)
    return;
  const isShare = now.lines.some((line) => paysItsRate(line, context.kindOf));
  const event = row.payEvent?.rate ?? null;
  const detail = `Rate ${rateText(rateBefore, isShare)} → ${rateText(rate, isShare)}${event === null ? '' : `: ${event}`}.`;
  const isOnScale = context.onScale.has(row.memberRefId);
  const isExplained = rate > rateBefore || row.plannedStep !== null || event !== null || isOnScale;
  found.push(signal('RATE_CHANGED', isExplained ? 'info' : 'warn', detail));
}

/** Returns a rate as text: a percentage, or dollars per life for a number above one, unless the line pays it as a share of the premium. */
function rateText(rate: number, isShare: boolean): string {
  return isShare || rate <= WHOLE ? percent(rate) : String(rate / WHOLE);
}

/** A chargeback shows the premium that it takes back with the other sign, which is no other premium. */
function premiumSignal({ premium: before }: MemberProfile, { premium: now }: MemberProfile, found: Signal[]): void {
  if (before === null || now === null || dollars(before) === dollars(now) || before < 0 !== now < 0) return;
  const detail = `Premium ${dollars(before)} → ${dollars(now)}.`;
  found.push(amountSignal('PREMIUM_CHANGED', 'info', { amount: now - before, detail }));
}

/** The code decides if both statements have one, because names are reworded every year. */
function planChange(before: MemberProfile, now: MemberProfile): string | null {
  if (before.planCode !== null && now.planCode !== null) {
    return differ(before.planCode, now.planCode) ? `Plan ${named(before)} → ${named(now)}.` : null;
  }
  return differ(before.planName, now.planName) ? `Plan ${named(before)} → ${named(now)}.` : null;
}

function named({ planName, planCode }: MemberProfile): string {
  return quoted(planName ?? planCode ?? '');
}

/** Reports another agent, or as info that one of several agents is gone: less pay for that reason has a warning of its own. */
function agentSignal(
  { context, prior, row, month }: Pick<PresentCase, 'context' | 'row' | 'month'> & { readonly prior: PriorRow },
  now: PolicyRecord,
  found: Signal[],
): void {
  // Within an advance no agent is due a line.
  const isAdvanced = prior.history.paidMonths > 1 && isPaidAhead(prior, context.period);
  const gone = isAdvanced ? null : goneAgents(prior.history, row.history, month);
  const detail = gone ?? agentChange(prior.profile, now);
  if (detail === null) return;
  found.push(signal('AGENT_CHANGED', gone === null ? 'warn' : 'info', detail));
}

/**
 * Returns a change of agent. A policy may be paid to an agent and an agency, in any order, so the agent has changed only if no line names
 * the earlier one.
 */
function agentChange(before: MemberProfile, now: PolicyRecord): string | null {
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
  return a !== b && fold(a) !== fold(b);
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}
