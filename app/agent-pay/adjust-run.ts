import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Money } from '../../core/money.ts';
import type { Refused } from '../../core/problem.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { dollars } from '../../core/wording.ts';
import { recordId } from '../platform/shared-fields.ts';
import { payAdjustment, type WholePayRun } from './pay-run-record.ts';
import { findRun, type KnownHoldback, type PayRunStore, type RunKey } from './pay-runs.ts';
import { money, readPaySetup, setupOf } from './pay-setup.ts';

const cents = z
  .number()
  .min(-10_000_000)
  .max(10_000_000)
  .refine((amount) => amount !== 0, 'must not be zero')
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'may have two decimal places');

export const payAdjustmentOrder = z
  .strictObject({
    agentId: recordId('The agent.'),
    kind: payAdjustment.shape.kind,
    amount: cents,
    reason: z.string().min(1).max(300),
  })
  .refine(({ kind, amount }) => amount > 0 || (kind !== 'advance' && kind !== 'release'), {
    path: ['amount'],
    error: 'must be positive for an advance and a release',
  });

/** Adds an adjustment by hand. Refuses an approved run, an unknown agent, and a release of more than was held back before the run. */
export async function adjustRun(
  runs: PayRunStore,
  order: { readonly key: RunKey; readonly adjustment: Readonly<z.output<typeof payAdjustmentOrder>> },
  origin: RequestOrigin,
): Promise<WholePayRun | Refused> {
  const { key, adjustment } = order;
  const made = { ...adjustment, id: randomUUID(), amount: money(adjustment.amount) };
  const refuseRelease = ({ setup, holdback, released }: KnownHoldback): Refused | null => {
    if (made.kind !== 'release') return null;
    const left = (holdback ?? openingHoldback(setup, made.agentId)) - released;
    if (made.amount <= left) return null;
    return refuseField('amount', `must be at most ${dollars(Math.max(left, 0))}, which is held back and not released`);
  };
  return (await runs.adjust({ key, adjustment: made }, refuseRelease, origin)) ?? findRun(runs, key);
}

function openingHoldback(setup: unknown, agentId: string): Money {
  if (setup === null) return 0;
  return setupOf(readPaySetup(setup)).agents.find((one) => one.agentId === agentId)?.opening.holdback ?? 0;
}

/** Takes an adjustment back. Refuses an approved run, and an unknown adjustment. */
export async function removeAdjustment(
  runs: PayRunStore,
  order: { readonly key: RunKey; readonly adjustmentId: string },
  origin: RequestOrigin,
): Promise<WholePayRun | Refused> {
  return (await runs.removeAdjustment(order.key, order.adjustmentId, origin)) ?? findRun(runs, order.key);
}
