import { hash } from 'node:crypto';
import type { Money } from '../money.ts';
import { nameKey } from '../report/name-key.ts';
import { normaliseId } from '../statement/member-key.ts';

/** An agency's book of business: the policies that it expects a carrier to pay for (docs/howto/compare-with-your-book-of-business.md). */

export const POLICY_STATUSES = ['active', 'pending', 'ended'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

export interface ListedPolicy {
  /** The carrier's member or policy id, as the agency spells it. */
  readonly policyId: string;
  /** A second id, for lists that have both. */
  readonly policyNumber: string | null;
  readonly memberName: string | null;
  readonly planName: string | null;
  /** ISO dates. */
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  /** Millionths. */
  readonly rate: number | null;
  /** Name or number. */
  readonly agent: string | null;
  readonly status: PolicyStatus;
}

/** SHA-256 in hex of what makes a policy of a list: one member may have several plans, and the same plan again after a pause. */
export function policyKeyOf({ policyId, planName, effectiveDate }: ListedPolicy): string {
  return hash('sha256', JSON.stringify([normaliseId(policyId), nameKey(planName), effectiveDate]), 'hex');
}

const STATUS_WORDS: Readonly<Record<PolicyStatus, readonly string[]>> = {
  active: [
    'active',
    'in force',
    'inforce',
    'current',
    'enrolled',
    'effective',
    'effectuated',
    'issued',
    'paid',
    'renewed',
  ],
  pending: [
    'pending',
    'submitted',
    'applied',
    'quoted',
    'new',
    'in underwriting',
    'underwriting',
    'approved',
    'future',
  ],
  ended: [
    ...[
      'ended',
      'terminated',
      'termed',
      'term',
      'cancelled',
      'canceled',
      'cancel',
      'lapsed',
      'lapse',
      'inactive',
      'dropped',
    ],
    ...[
      'withdrawn',
      'declined',
      'disenrolled',
      'expired',
      'deceased',
      'surrendered',
      'void',
      'replaced',
      'not taken',
      'closed',
    ],
  ],
};

const STATUS_OF = new Map(
  POLICY_STATUSES.flatMap((status) => STATUS_WORDS[status].map((word) => [word, status] as const)),
);

/** What an agency's word for a status means; null for an unknown word. A blank is active: lists often name policies in force only. */
export function readPolicyStatus(text: string): PolicyStatus | null {
  const word = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return word === '' ? 'active' : (STATUS_OF.get(word) ?? null);
}
