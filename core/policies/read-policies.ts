import type { FieldError } from '../problem.ts';
import { nameKey } from '../report/census.ts';
import { readAmount, readQuantity, type Scale } from '../statement/amount.ts';
import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import { normaliseId } from '../statement/member-key.ts';
import {
  type ListedPolicy,
  type PolicyColumn,
  type PolicyStatus,
  policyKeyOf,
  readPolicyStatus,
} from './policy-columns.ts';

/** A carrier that is visible to the account. */
export interface NamedCarrier {
  readonly carrierId: string;
  readonly name: string;
  readonly slug: string;
}

/** A listed policy with its carrier. */
export interface PlacedPolicy extends ListedPolicy {
  readonly carrierId: string;
  /** SHA-256 in hex, from `policyKeyOf`. */
  readonly policyKey: string;
}

/** All policies with a known carrier, and the faults of all rows. */
export interface PolicyPlacing {
  readonly policies: readonly PlacedPolicy[];
  readonly faults: readonly FieldError[];
}

/**
 * Finds the carrier of each row and reports unknown carriers, also of rows with other faults. Reports duplicates of rows without a
 * fault. With `carrierId`, the carrier whose list is replaced, a row may omit its carrier but not name another.
 */
export function placePolicies(
  drafts: readonly PolicyDraft[],
  carriers: readonly NamedCarrier[],
  carrierId: string | null,
): PolicyPlacing {
  const find = carrierFinder(carriers, carrierId);
  const seen = new Map<string, string>();
  const policies: PlacedPolicy[] = [];
  const faults: FieldError[] = [];
  for (const { policy, carrier, fieldOf } of drafts) {
    const found = find(carrier);
    if ('problem' in found) {
      faults.push({ field: fieldOf('carrier'), detail: found.problem });
      continue;
    }
    if (policy === null) continue;
    const placed = { ...policy, carrierId: found.carrierId, policyKey: policyKeyOf(policy) };
    const key = `${placed.carrierId} ${placed.policyKey}`;
    const before = seen.get(key);
    if (before !== undefined)
      faults.push({ field: fieldOf('id'), detail: `repeats ${before}: the same id, plan and first day` });
    else seen.set(key, fieldOf('id'));
    policies.push(placed);
  }
  return { policies, faults };
}

type CarrierSearch = { readonly carrierId: string } | { readonly problem: string };

/** Returns a function that finds a carrier by id, slug or name, ignoring case. A name of two carriers is a problem. */
function carrierFinder(carriers: readonly NamedCarrier[], only: string | null): (text: string) => CarrierSearch {
  const byText = new Map<string, Set<string>>();
  for (const { carrierId, slug, name } of carriers) {
    for (const text of [carrierId, slug, name]) {
      const ids = byText.get(nameKey(text)) ?? new Set();
      byText.set(nameKey(text), ids.add(carrierId));
    }
  }
  return (text) => {
    if (text === '') return only === null ? { problem: 'must name the carrier' } : { carrierId: only };
    const ids = byText.get(nameKey(text)) ?? new Set();
    if (only !== null && ids.has(only)) return { carrierId: only };
    if (only !== null) return { problem: 'is not the carrier whose list is replaced' };
    const [carrierId] = ids;
    if (carrierId === undefined) return { problem: 'is no carrier of this account: use its id, slug or name' };
    return ids.size === 1 ? { carrierId } : { problem: 'is the name of several carriers: use an id or slug' };
  };
}

/** A row of a list as sent. A cell without a value is blank or absent. */
export interface PolicyRow {
  readonly cells: Readonly<Partial<Record<PolicyColumn, string>>>;
  /** Returns the client's name of a cell: `policies[3].premium`, or `row 5, column "Premium"`. */
  readonly fieldOf: (column: PolicyColumn) => string;
}

/** A parsed row whose carrier is not resolved yet. */
export interface PolicyDraft {
  /** Null for a row with a fault. */
  readonly policy: ListedPolicy | null;
  /** Id, slug or name of the carrier; blank when the row names none. */
  readonly carrier: string;
  readonly fieldOf: PolicyRow['fieldOf'];
}

/** All rows of a list, and the faults of all rows. */
export interface PolicyReading {
  readonly drafts: readonly PolicyDraft[];
  readonly faults: readonly FieldError[];
}

const ID_CHARACTERS_MAX = 200;
const TEXT_CHARACTERS_MAX = 500;
const DATES: DateOptions = { order: 'MDY', openEnded: ['9999-12-31', '2078-12-31', '1900-01-01'] };
const LIVES: Scale = { places: 2, limit: 10 ** 10 };
const RATE: Scale = { places: 6, limit: 10 ** 12 };
const STATUS_PROBLEM =
  'is not a status: say active, pending or ended, or a usual word for one, such as in force, submitted, terminated or lapsed';

/** Reads all rows of a list, and collects the faults of every row. */
export function readPolicies(rows: Iterable<PolicyRow>): PolicyReading {
  const drafts: PolicyDraft[] = [];
  const faults: FieldError[] = [];
  for (const row of rows) {
    const before = faults.length;
    const policy = readPolicy(row, (column, detail) => faults.push({ field: row.fieldOf(column), detail }));
    const isRead = faults.length === before;
    drafts.push({
      policy: isRead ? policy : null,
      carrier: row.cells.carrier?.trim() ?? '',
      fieldOf: row.fieldOf,
    });
  }
  return { drafts, faults };
}

type Report = (column: PolicyColumn, problem: string) => void;

function readPolicy({ cells }: PolicyRow, report: Report): ListedPolicy {
  const cell = (column: PolicyColumn) => cells[column]?.trim() ?? '';
  const text = (column: PolicyColumn, charactersMax = TEXT_CHARACTERS_MAX) => {
    const value = cell(column);
    if (value.length > charactersMax) report(column, `must not be longer than ${charactersMax} characters`);
    return value === '' ? null : value;
  };
  const date = (column: PolicyColumn) => {
    const reading = readDate(cell(column), DATES);
    if (reading.ok) return reading.date;
    report(column, `${reading.problem}: write it as YYYY-MM-DD or MM/DD/YYYY`);
    return null;
  };
  const quantity = (column: PolicyColumn, scale: Scale) => {
    if (cell(column) === '') return null;
    const reading = readQuantity(cell(column), '.', scale);
    if (reading.ok && reading.quantity >= 0) return reading.quantity;
    report(column, reading.ok ? 'must not be less than 0' : reading.problem);
    return null;
  };
  const policyId = text('id', ID_CHARACTERS_MAX) ?? '';
  if (normaliseId(policyId) === '') report('id', 'must not be blank');
  text('carrier');
  const effectiveDate = date('effective');
  const termDate = date('term');
  if (effectiveDate !== null && termDate !== null && termDate < effectiveDate)
    report('term', 'must not be before the first day');
  return {
    policyId,
    policyNumber: text('policyNumber', ID_CHARACTERS_MAX),
    memberName: text('memberName'),
    planName: text('plan'),
    effectiveDate,
    termDate,
    premium: readPremium(cell('premium'), report),
    lives: quantity('lives', LIVES),
    rate: quantity('rate', RATE),
    agent: text('agent'),
    status: readStatus(cell('status'), report),
  };
}

function readPremium(cell: string, report: Report): number | null {
  if (cell === '') return null;
  const reading = readAmount(cell, { decimal: '.', creditDebitMark: 'negative' });
  if (reading.ok && reading.amount >= 0) return reading.amount;
  report('premium', reading.ok ? 'must not be less than 0' : reading.problem);
  return null;
}

function readStatus(cell: string, report: Report): PolicyStatus {
  const status = readPolicyStatus(cell);
  if (status === null) report('status', STATUS_PROBLEM);
  return status ?? 'active';
}
