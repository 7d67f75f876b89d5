/**
 * Rights of the database's roles on tables, columns and views, as the migrations grant them. `npm run migration` writes the
 * grants of a new table from here, and test/postgres/schema compares all of them with the database.
 */

/** Rights by role: names separated by commas, in alphabetical order. */
export type Grants = Readonly<Record<string, string>>;

const ALL = 'delete, insert, select, update';

/** Rights on a table that TABLE_GRANTS does not list: one of an account's data, which row-level security protects. */
const USUAL: Grants = { cas_service: ALL, cas_system: ALL };
/** Rights on tables of sign-in, queues and limits, which no account's request may read. */
const SYSTEM_ONLY: Grants = { cas_system: ALL };

const TABLE_GRANTS: Readonly<Record<string, Grants>> = {
  schema_migrations: { cas_system: 'select' },
  account_deletions: { cas_system: 'insert, select, update' },
  account_places: SYSTEM_ONLY,
  account_windows: SYSTEM_ONLY,
  api_tokens: SYSTEM_ONLY,
  audit_entries: { cas_service: 'insert, select', cas_system: 'insert, select', cas_scheduler: 'insert' },
  carrier_groups: { cas_service: 'select', cas_system: ALL },
  // An account changes only the columns listed below.
  carriers: { cas_service: 'delete, insert, select', cas_system: ALL },
  statement_configs: { cas_service: 'delete, insert, select', cas_system: ALL },
  dead_letters: { cas_system: 'delete, insert, select' },
  due_deletions: { cas_system: 'delete, insert, select' },
  passkeys: SYSTEM_ONLY,
  people: SYSTEM_ONLY,
  queue_messages: SYSTEM_ONLY,
  report_places: { cas_system: ALL, cas_scheduler: ALL },
  retired_sftp_names: { cas_service: 'select', cas_system: 'insert, select' },
  shared_catalogue: { cas_system: 'insert, select, update' },
  sign_in_attempts: SYSTEM_ONLY,
  sign_in_codes: SYSTEM_ONLY,
  sign_in_providers: SYSTEM_ONLY,
  sign_in_sessions: SYSTEM_ONLY,
  task_runs: { cas_system: 'delete, insert, select', cas_scheduler: 'insert' },
  token_windows: SYSTEM_ONLY,
};

/** Tables behind the views of schema `own`, through which agents read their own rows. */
const READ_BY_AGENTS: ReadonlySet<string> = new Set([
  ...[
    'agent_names',
    'agents',
    'book_months',
    'book_moves',
    'carriers',
    'deltas',
    'files',
    'jobs',
    'letterheads',
    'member_aliases',
    'rollups',
    'scored_rows',
  ],
  ...['search_words', 'statement_configs', 'statement_lines', 'unassigned_lines', 'workspaces'],
  ...['pay_adjustments', 'pay_differences', 'pay_entries', 'pay_runs', 'pay_settlements'],
]);

/** Tables, and views of schema `own`, to which agents also add rows. */
const WRITTEN_BY_AGENTS: ReadonlySet<string> = new Set(['pay_messages', 'pay_questions']);

/** Returns the rights of all roles on a whole table of schema `public`. */
export function grantsOnTable(table: string): Grants {
  const grants = TABLE_GRANTS[table] ?? USUAL;
  if (WRITTEN_BY_AGENTS.has(table)) return { ...grants, cas_agent_views: 'insert, select' };
  return READ_BY_AGENTS.has(table) ? { ...grants, cas_agent_views: 'select' } : grants;
}

/** Returns the rights of all roles on a view; a view of schema `public` is named without it. */
export function grantsOnView(view: string): Grants {
  if (view.startsWith('own.'))
    return { cas_agent: WRITTEN_BY_AGENTS.has(view.slice('own.'.length)) ? 'insert, select' : 'select' };
  if (view.startsWith('report.')) return { cas_report: 'select' };
  return view === 'first_rows' ? { cas_service: 'select', cas_system: 'select' } : { cas_service: 'select' };
}

const columns = (...lines: readonly string[]) => lines.join(' ').split(' ');

/** Rights on single columns, by role, table and right, in the order of the table. */
export const COLUMN_GRANTS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string[]>>>>>> = {
  cas_scheduler: {
    accounts: {
      select: columns('account_id status email test_of archived_through'),
    },
    book_months: {
      select: columns('account_id period is_open'),
    },
    saved_reports: {
      select: columns(
        'report_id account_id name question sql cadence next_due_at taken_at lease_epoch claimed_until',
        'attempts',
      ),
      update: columns(
        'next_due_at taken_at lease_epoch claimed_until attempts last_ran_at last_status last_rows',
        'last_truncated last_error',
      ),
    },
  },
  cas_report_views: {
    agent_names: {
      select: columns('account_id agent_id kind folded carrier_id'),
    },
    agents: {
      select: columns('agent_id account_id name npn upline_id left_from is_house'),
    },
    book_months: {
      select: columns('account_id workspace_id carrier_id period is_open'),
    },
    book_moves: {
      select: columns('account_id number from_month agent_id to_agent_id carrier_id member_ref_id'),
    },
    carriers: {
      select: columns('carrier_id account_id name product_line'),
    },
    deltas: {
      select: columns(
        'account_id workspace_id carrier_id period member_ref_id field prev_value curr_value change_type',
      ),
    },
    files: {
      select: columns(
        'file_id account_id workspace_id carrier_id period original_filename byte_size status rows_ingested',
        'stated_total uploaded_at',
      ),
    },
    jobs: {
      select: columns(
        'job_id account_id carrier_id period file_id mode status attempts created_at started_at completed_at',
      ),
    },
    pay_entries: {
      select: columns('account_id run_id number party agent_id amount why line'),
    },
    pay_runs: {
      select: columns('run_id account_id pay_date months state paid_on received people house held paid'),
    },
    rollups: {
      select: columns(
        'account_id workspace_id carrier_id period member_count green yellow red new reappeared',
        'commission_dropped commission_reduced commission_owed commission_owed_estimated owed_evaluated',
        'owed_total owed_estimated chargeback_count chargeback_amount gross_amount',
      ),
    },
    scored_rows: {
      select: columns(
        'account_id workspace_id carrier_id period member_ref_id status counted flags commission_amount',
        'prev_commission_amount compared_against_period expected_amount commission_owed owed_estimated',
        'chargeback_amount member_external_id member_name policy_number plan_name agent_id agent_name',
        'effective_date term_date file_id first_seen_period',
      ),
    },
    statement_lines: {
      select: columns(
        'account_id workspace_id carrier_id period file_id sheet row_number member_ref_id amount paid_date',
        'agent_id agent_name',
      ),
    },
    unassigned_lines: {
      select: columns('account_id workspace_id carrier_id period file_id amount is_counted agent_id agent_name'),
    },
    workspaces: {
      select: columns('workspace_id account_id name'),
    },
  },
  cas_service: {
    carriers: {
      update: columns('group_id name slug product_line'),
    },
    statement_configs: {
      update: columns('removed_at'),
    },
  },
};
