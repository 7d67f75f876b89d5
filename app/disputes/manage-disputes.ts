import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  DISPUTE_STATES,
  type DisputeOrder,
  type DisputeRow,
  type DisputeSituation,
  type DisputeState,
  decideChange,
  decideDispute,
  type FoundClaims,
  type NewDispute,
  refuseHeld,
  type WantedChange,
} from '../../core/dispute/dispute.ts';
import { disputeLetter, type WritingAgent } from '../../core/dispute/dispute-letter.ts';
import { DISPUTE_CLAIMS_MAX, DISPUTE_LETTER_MAX, DISPUTE_NOTE_MAX } from '../../core/limits/saved-report-limits.ts';
import type { Exact } from '../../core/money.ts';
import type { OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import { PERIOD_FORM } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type Claim, type ClaimEvidence, type MemberFindings, memberOfClaimId } from '../../core/report/claim.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { recordId } from '../platform/shared-fields.ts';
import { claim, claimsOf } from '../reads/report-recoverable.ts';

/** Disputes: claims that a carrier was asked to pay. */

export const disputeState = z
  .enum(DISPUTE_STATES)
  .describe(`asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
closes a dispute as paid when later statements have paid all that is open.`);

const disputeNote = z.string().max(DISPUTE_NOTE_MAX).nullable().describe('For the agency; in no letter.');

export const disputeOrder = z
  .strictObject({
    claimIds: z
      .array(z.string().min(1).max(100))
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .meta({ description: 'Claims of GET /v1/reports/recoverable, all against one carrier.' }),
    rows: z
      .array(
        z.strictObject({
          memberRefId: recordId('The member.'),
          period: z.string().regex(PERIOD_FORM, 'must be a month as YYYY-MM'),
        }),
      )
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .meta({ description: 'All open claims of a member and statement month, as rows of the worksheet name them.' }),
    note: disputeNote.optional(),
  })
  .refine(({ claimIds, rows }) => claimIds.length + rows.length > 0, {
    path: ['claimIds'],
    error: 'must name a claim, unless rows names a member and month',
  });

export const disputeChange = z
  .strictObject({
    state: disputeState.optional(),
    note: disputeNote.optional(),
    letter: z
      .string()
      .min(1, 'must not be empty')
      .max(DISPUTE_LETTER_MAX)
      .nullable()
      .optional()
      .meta({ description: 'Another text, until it is sent. null: written anew with letterhead and address.' }),
    withdrawn: z.literal(true).optional().meta({ description: 'The agency no longer asks: closed as refused.' }),
    askAgainOn: z.iso.date().nullable().optional(),
    otherPaidAmount: z
      .number()
      .min(0, 'must not be below zero')
      .max(1e9)
      .optional()
      .meta({ description: 'What was paid in another way than by a statement, in dollars and cents.' }),
  })
  .refine((change) => Object.keys(change).length > 0, 'must name a change');

const disputeFields = {
  id: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  state: disputeState,
  closedBySystem: z
    .boolean()
    .describe('Statements have paid it. It is open again when such a statement is taken back.'),
  note: disputeNote,
  claims: z.int(),
  askedAmount: z.number(),
  recoveredAmount: z.number().describe('What statements have paid of it since it was opened.'),
  otherPaidAmount: z.number().describe('What the agency noted as paid in another way, such as by check.'),
  paidAmount: z.number().describe('recoveredAmount and otherPaidAmount, at most what was asked.'),
  sentAt: z.iso.datetime().nullable().describe('When the letter was last sent from here; null: not yet.'),
  sentTo: z.string().nullable(),
  withdrawnAt: z.iso.datetime().nullable().describe('The agency no longer asks; the state is then refused.'),
  askAgainOn: z.iso.date().nullable().describe('The day on which the agency wants to ask again.'),
  answer: z
    .object({ fileName: z.string(), mediaType: z.string(), byteSize: z.int() })
    .meta({ id: 'DisputeAnswer' })
    .nullable()
    .describe("The carrier's answer, as GET /v1/disputes/{disputeId}/answer gives it."),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
};

export const dispute = z.object(disputeFields).meta({ id: 'Dispute' });

const claimed = claim.pick({
  ...{ claimId: true, kind: true, certainty: true, basis: true, period: true, workspaceId: true },
  ...{ memberRefId: true, memberExternalId: true, memberName: true, policyNumber: true, planName: true },
});

export const disputeRow = z
  .object({
    ...claimed.shape,
    askedAmount: z.number(),
    openAmount: z
      .number()
      .describe('What no statement has paid; zero also where a corrected statement shows that nothing was due.'),
    recoveredAmount: z.number(),
    agentName: z
      .string()
      .nullable()
      .describe("The writing agent on the statement of the month, by the name of the agent's record."),
    agentNpn: z.string().nullable().describe("The national producer number of the agent's record."),
    agentNumber: z.string().nullable().describe("The agent's number on the statement."),
    ask: claim.shape.ask,
    evidence: claim.shape.evidence,
  })
  .meta({ id: 'DisputeRow' });

export const wholeDispute = z
  .object({
    ...disputeFields,
    letter: z.string().describe('Plain text, as GET /v1/disputes/{disputeId}/letter gives it.'),
    rows: z.array(disputeRow).readonly().describe('In the order of the letter.'),
  })
  .meta({ id: 'WholeDispute' });

export const DISPUTE_COLUMNS = [
  ...['id', 'carrierId', 'carrierName', 'state', 'closedBySystem', 'note', 'claims', 'askedAmount'],
  ...['recoveredAmount', 'createdAt', 'changedAt', 'closedAt', 'otherPaidAmount', 'paidAmount', 'sentAt', 'sentTo'],
  ...['withdrawnAt', 'askAgainOn', 'answer'],
];

/** Sums of the disputes in one state, in dollars. */
export const disputeSums = z
  .object({ state: disputeState, disputes: z.int(), askedAmount: z.number(), paidAmount: z.number() })
  .meta({ id: 'DisputeSums' });
export type DisputeSums = Readonly<z.output<typeof disputeSums>>;

export interface Dispute {
  readonly id: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly state: DisputeState;
  /** True when the service closed the dispute because a statement had paid it. */
  readonly closedBySystem: boolean;
  readonly note: string | null;
  readonly claims: number;
  readonly askedAmount: Exact;
  readonly recoveredAmount: Exact;
  readonly otherPaid: Exact;
  readonly sentAt: string | null;
  readonly sentTo: string | null;
  readonly withdrawnAt: string | null;
  readonly askAgainOn: string | null;
  readonly answerName: string | null;
  readonly answerType: string | null;
  readonly answerSize: number | null;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly closedAt: string | null;
}

/** A row of a dispute. Its evidence has the current names of the files, and its agent the current name and number. */
export interface StoredDisputeRow extends Omit<DisputeRow, 'evidence'>, WritingAgent {
  readonly evidence: readonly ClaimEvidence[];
}

export interface WholeDispute extends Dispute {
  readonly letter: string;
  readonly rows: readonly StoredDisputeRow[];
}

export interface DisputeKey {
  readonly accountId: string;
  readonly disputeId: string;
}

export interface DisputeFilter {
  readonly sort?: TimeOrder | undefined;
  readonly state?: DisputeState | undefined;
  readonly carrierId?: string | undefined;
}

export interface DisputeDraft extends NewDispute {
  readonly disputeId: string;
  readonly letter: string;
  readonly note: string | null;
}

/** Decisions about a dispute, made under the locks of the books. */
export interface DisputeRules<Draft> {
  /** Makes the claims of a member that a dispute may contain. */
  readonly claimsOf: (member: MemberFindings) => readonly Claim[];
  readonly decide: (found: FoundClaims) => Draft;
  /** Refuses a draft with claims that other disputes, given by their ids, hold. */
  readonly refuseHeld: (disputeIds: readonly string[]) => Refused;
}

export interface DisputeStore {
  /**
   * Locks the books of these members, so that no statement changes their claims meanwhile, and stores the decided dispute. Refuses a claim
   * that a concurrent dispute took.
   */
  open(
    order: { readonly accountId: string; readonly memberRefIds: readonly string[] },
    rules: DisputeRules<DisputeDraft | Refused>,
    origin: RequestOrigin,
  ): Promise<WholeDispute | Refused>;
  /** Returns disputes, newest first. */
  list(
    accountId: string,
    filter: DisputeFilter,
    page: OffsetPosition,
  ): Promise<(OffsetPage<Dispute> & { readonly states: readonly DisputeSums[] }) | Refused>;
  find(key: DisputeKey): Promise<WholeDispute | null>;
  /** Changes a dispute to the state that `decide` returns. Returns null when the dispute does not exist. */
  change(
    key: DisputeKey,
    order: {
      readonly change: WantedChange;
      readonly decide: (current: DisputeSituation) => DisputeState | Refused;
    },
    origin: RequestOrigin,
  ): Promise<WholeDispute | Refused | null>;
  /** Notes that the letter was sent. */
  noteSent(key: DisputeKey, to: string, origin: RequestOrigin): Promise<void>;
  /** Notes the answer of the carrier, whose bytes are stored. Returns false when the dispute does not exist. */
  noteAnswer(key: DisputeKey, answer: NotedAnswer, origin: RequestOrigin): Promise<boolean>;
}

export interface NotedAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
}

/** Refuses an id that no dispute of the account has. */
export const unknownDispute = (): Refused => refuse('not_found', 'There is no dispute with this id.');

export interface NewDisputeOrder extends DisputeOrder {
  readonly account: { readonly accountId: string; readonly name: string };
  readonly note: string | null;
  readonly now: Date;
}

/**
 * Asks a carrier for the money of claims: looks up the current claims and writes the letter. Refuses unknown and already disputed claims.
 */
export function openDispute(
  disputes: DisputeStore,
  { account, note, now, claimIds, rows }: NewDisputeOrder,
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const ofClaims = claimIds.flatMap((id) => memberOfClaimId(id) ?? []);
  const memberRefIds = [...new Set([...ofClaims, ...rows.map(({ memberRefId }) => memberRefId)])];
  return disputes.open(
    { accountId: account.accountId, memberRefIds },
    {
      claimsOf,
      decide: (found) => {
        const dispute = decideDispute({ claimIds, rows }, found);
        return isRefused(dispute) ? dispute : withLetter(dispute, { account, note, now });
      },
      refuseHeld,
    },
    origin,
  );
}

/** Makes a dispute with its letter, under a new id. */
export function withLetter(
  dispute: NewDispute,
  { account, note, now }: Pick<NewDisputeOrder, 'account' | 'note' | 'now'>,
): DisputeDraft {
  const disputeId = randomUUID();
  const date = now.toISOString().slice(0, 10);
  const letter = disputeLetter(dispute, { disputeId, agencyName: account.name, date });
  return { ...dispute, disputeId, note, letter };
}

/** Changes a dispute. Refuses an unknown dispute and a change that its state does not allow. */
export async function changeDispute(
  disputes: DisputeStore,
  { key, change }: { readonly key: DisputeKey; readonly change: WantedChange },
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const order = { change, decide: (current: DisputeSituation) => decideChange(current, change) };
  return (await disputes.change(key, order, origin)) ?? unknownDispute();
}

/** Lists disputes, newest first, closed ones included. Refuses an unknown carrier. */
export function listDisputes(
  disputes: DisputeStore,
  accountId: string,
  { limit, offset, ...filter }: DisputeFilter & OffsetPosition,
): ReturnType<DisputeStore['list']> {
  return disputes.list(accountId, filter, { limit, offset });
}

/** Finds a dispute with its letter and rows. Refuses an unknown dispute. */
export async function findDispute(disputes: DisputeStore, key: DisputeKey): Promise<WholeDispute | Refused> {
  return (await disputes.find(key)) ?? unknownDispute();
}
