import { hash } from 'node:crypto';
import type { Money } from '../money.ts';
import { nameKey } from '../report/census.ts';
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

/** Columns of a book of business, with the headers that agency systems use for them. */

export const POLICY_COLUMNS = [
  'id',
  'policyNumber',
  'carrier',
  'memberName',
  'plan',
  'effective',
  'term',
  'premium',
  'lives',
  'rate',
  'agent',
  'status',
] as const;
export type PolicyColumn = (typeof POLICY_COLUMNS)[number];

/**
 * Headers in lower case, without spaces and punctuation, with "no" for #. When a list has several names of one column,
 * the earlier name here wins.
 */
const NAMES: Readonly<Record<PolicyColumn, string>> = {
  id: 'id memberid memberno membernumber member subscriberid subscriberno subscribernumber certificate certificateno certificatenumber contractid',
  policyNumber: 'policynumber policyno policyid policynum policy polno policyref contractnumber contractno contract',
  carrier: 'carrierid carrier carriername insurer insurancecompany insurancecarrier company companyname issuer',
  memberName:
    'membername name insured insuredname primaryinsured subscribername subscriber clientname client customer customername groupname group',
  plan: 'planname plan product productname plancode',
  effective:
    'effectivedate effective effdate policyeffectivedate coverageeffectivedate coveragestart coveragestartdate startdate start eff',
  term: 'termdate term terminationdate termination termeddate enddate end coverageend coverageenddate canceldate cancellationdate',
  premium: 'premium premiumamount monthlypremium premiumamt totalpremium modalpremium',
  lives: 'lives numberoflives nooflives livescount coveredlives enrolledlives membercount',
  rate: 'rate commissionrate commissionpercent commrate commissionpct',
  agent:
    'agent agentname writingagent writingagentname producer producername broker brokername agentid agentnumber agentno agentcode npn',
  status: 'status policystatus memberstatus coveragestatus',
};

/** A column that a header names, and the rank of that name among the column's names. */
interface ColumnName {
  readonly column: PolicyColumn;
  readonly rank: number;
}

const COLUMN_OF = new Map<string, ColumnName>(
  POLICY_COLUMNS.flatMap((column) =>
    NAMES[column].split(' ').map((name, rank) => [name, { column, rank }] as [string, ColumnName]),
  ),
);

function columnNameOf(header: string): ColumnName | undefined {
  return COLUMN_OF.get(
    header
      .normalize('NFKC')
      .toLowerCase()
      .replace('#', 'no')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
}

/** Counts the cells that name a column. The count identifies the header row and its delimiter. */
export function countPolicyColumns(headers: readonly string[]): number {
  return headers.filter((header) => columnNameOf(header) !== undefined).length;
}

export interface PolicyHeader {
  /** 0-based position of each column in the list. */
  readonly places: ReadonlyMap<PolicyColumn, number>;
  /** Headers of columns that are not used, as written. */
  readonly ignored: readonly string[];
  /** Headers that occur twice, so that it is unclear which column is meant. */
  readonly repeated: readonly string[];
}

/** Finds the columns of a list. A list with only policy numbers uses them as ids. */
export function readPolicyHeader(headers: readonly string[]): PolicyHeader {
  const found = new Map<PolicyColumn, { readonly place: number; readonly rank: number }>();
  const repeated: string[] = [];
  for (const [place, header] of headers.entries()) {
    const name = columnNameOf(header);
    if (name === undefined) continue;
    const before = found.get(name.column);
    if (before?.rank === name.rank) repeated.push(header.trim());
    if (before === undefined || name.rank < before.rank) found.set(name.column, { place, rank: name.rank });
  }
  const places = new Map([...found].map(([column, { place }]) => [column, place] as const));
  const number = places.get('policyNumber');
  if (number !== undefined && !places.has('id')) {
    places.set('id', number);
    places.delete('policyNumber');
  }
  const used = new Set(places.values());
  const ignored = headers
    .filter((header, place) => header.trim() !== '' && !used.has(place))
    .map((header) => header.trim());
  return { places, ignored, repeated };
}
