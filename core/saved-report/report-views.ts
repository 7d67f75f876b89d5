/**
 * The views of schema `report`, all that a report can read (docs/howto/write-a-saved-report.md#views).
 * The guard accepts only these names. Tests compare them with the documentation and the database.
 */

const STATUS_COLUMNS = [
  'member_ref_id',
  'carrier_id',
  'workspace_id',
  'period',
  'status',
  'flags',
  'commission_amount',
  'prev_commission_amount',
  'expected_amount',
  'commission_owed',
  'chargeback_amount',
  'compared_against_period',
  'job_id',
] as const;

/** Columns of each view, in order. `period` is text, YYYY-MM. */
export const REPORT_VIEWS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['workspaces', ['workspace_id', 'name']],
  ['carriers', ['carrier_id', 'carrier_name', 'product_line']],
  [
    'files',
    [
      'file_id',
      'workspace_id',
      'carrier_id',
      'period',
      'status',
      'file_name',
      'size_bytes',
      'row_count',
      'stated_total',
      'uploaded_at',
    ],
  ],
  [
    'jobs',
    [
      'job_id',
      'file_id',
      'carrier_id',
      'period',
      'status',
      'mode',
      'attempts',
      'created_at',
      'started_at',
      'finished_at',
    ],
  ],
  [
    'members',
    [
      'member_ref_id',
      'carrier_id',
      'workspace_id',
      'member_external_id',
      'member_name',
      'policy_number',
      'plan_name',
      'agent_name',
      'effective_date',
      'term_date',
      'agent_record_name',
    ],
  ],
  ['statuses', [...STATUS_COLUMNS, 'provisional', 'owed_estimated']],
  [
    'comparisons',
    [...STATUS_COLUMNS, 'member_name', 'member_external_id', 'policy_number', 'provisional', 'owed_estimated'],
  ],
  ['deltas', ['job_id', 'member_ref_id', 'carrier_id', 'period', 'field', 'prev_value', 'curr_value', 'change_type']],
  [
    'commission_lines',
    [
      'line_id',
      'file_id',
      'job_id',
      'member_ref_id',
      'carrier_id',
      'period',
      'paid_date',
      'line_type',
      'amount',
      'row_number',
    ],
  ],
  [
    'rollups',
    [
      'carrier_id',
      'workspace_id',
      'period',
      'member_count',
      'green',
      'yellow',
      'red',
      'new',
      'reappeared',
      'commission_at_risk',
      'commission_dropped',
      'commission_reduced',
      'reduced_count',
      'commission_owed',
      'owed_evaluated',
      'owed_total',
      'owed_estimated',
      'chargeback_count',
      'chargeback_amount',
      'attrition_rate',
      'provisional',
      'commission_owed_estimated',
    ],
  ],
  [
    'commission_paid',
    [
      'carrier_id',
      'workspace_id',
      'period',
      'agent_id',
      'agent_name',
      'net',
      'gross',
      'chargebacks',
      'agent_record_name',
    ],
  ],
  ['agents', ['agent_record_id', 'agent_record_name', 'npn', 'upline_record_id', 'left_from', 'is_house']],
  ['pay_runs', ['run_id', 'pay_date', 'state', 'months', 'received', 'people', 'house', 'held', 'paid', 'paid_on']],
  [
    'pay_lines',
    [
      'run_id',
      'line_number',
      'party',
      'agent_record_id',
      'agent_record_name',
      'member_ref_id',
      'member_external_id',
      'member_name',
      'policy_number',
      'plan_name',
      'carrier_id',
      'period',
      'coverage_month',
      'kind',
      'received',
      'amount',
      'why',
    ],
  ],
]);

/** A report that waits for a place or holds one. */
export interface ReportPlace {
  readonly placeId: string;
  readonly accountId: string;
  /**
   * `overdue` means that its time is over while PostgreSQL still works on it. PostgreSQL checks for cancellation
   * between rows, not inside one long calculation.
   */
  readonly state: 'waiting' | 'running' | 'overdue';
}

export interface PlaceLimits {
  /** Reports of all accounts that run within their time. */
  readonly running: number;
  /** Reports of one account that run, overdue ones included. */
  readonly ofAccount: number;
  /** Reports of all accounts that run, overdue ones included. */
  readonly processes: number;
}

/**
 * Returns the ids of waiting reports that get a place now, of the account with the fewest places first, then the
 * oldest. The last free place is kept for an account without one, and an overdue report blocks its account.
 */
export function grantPlaces(places: readonly ReportPlace[], limits: PlaceLimits): string[] {
  const held = new Map<string, number>();
  for (const { accountId, state } of places)
    if (state !== 'waiting') held.set(accountId, (held.get(accountId) ?? 0) + 1);
  const taken = places.filter(({ state }) => state !== 'waiting').length;
  const running = places.filter(({ state }) => state === 'running').length;
  let free = Math.min(limits.running - running, limits.processes - taken);

  let waiting = places.filter(({ state, accountId }) => state === 'waiting' && !hasOverdue(places, accountId));
  const granted: string[] = [];
  for (; free > 0; free--) {
    const heldBy = ({ accountId }: ReportPlace) => held.get(accountId) ?? 0;
    const fewest = Math.min(...waiting.map(heldBy));
    const next = waiting.find((place) => heldBy(place) === fewest);
    if (next === undefined || fewest >= limits.ofAccount || (fewest > 0 && free === 1)) break;
    granted.push(next.placeId);
    held.set(next.accountId, fewest + 1);
    waiting = waiting.filter((place) => place !== next);
  }
  return granted;
}

/** Tells whether an earlier report of the account is overdue. */
export function hasOverdue(places: readonly ReportPlace[], accountId: string): boolean {
  return places.some((place) => place.accountId === accountId && place.state === 'overdue');
}
