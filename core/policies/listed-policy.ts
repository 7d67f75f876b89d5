import { hash } from 'node:crypto';
import type { Money } from '../money.ts';
import { nameKey } from '../report/name-key.ts';
import { normaliseId } from '../statement/member-key.ts';

/** Policies of an agency's book of business (docs/howto/compare-with-your-book-of-business.md). */

export const POLICY_STATUSES = ['active', 'pending', 'ended'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

/** A policy that an agency lists, and for which a carrier should pay. */
export interface ListedPolicy {
  /** Member or policy id of the carrier, as the agency spells it. */
  readonly policyId: string;
  /** Second id, for lists that have both kinds. */
  readonly policyNumber: string | null;
  readonly memberName: string | null;
  readonly planName: string | null;
  /** First day, as an ISO date. */
  readonly effectiveDate: string | null;
  /** Last day, as an ISO date. */
  readonly termDate: string | null;
  readonly premium: Money | null;
  /** Number of lives in hundredths. */
  readonly lives: number | null;
  /** Commission rate in millionths. */
  readonly rate: number | null;
  /** Name or number of the agent. */
  readonly agent: string | null;
  readonly status: PolicyStatus;
}

/**
 * Returns the key of a policy within a list: SHA-256 in hex of its id, plan and effective date. A member may have
 * several plans, and the same plan again after a pause.
 */
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

/**
 * Reads an agency's word for a status; null for an unknown word. Blank means active, because lists often name policies
 * in force only.
 */
export function readPolicyStatus(text: string): PolicyStatus | null {
  const word = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return word === '' ? 'active' : (STATUS_OF.get(word) ?? null);
}
