import type { Fragment } from 'postgres';
import { accounts, auditEntries, workspaces } from '../../../schema/accounts.ts';
import { agentNames, agents } from '../../../schema/agents.ts';
import { books, statementLines, unassignedLines } from '../../../schema/book.ts';
import { carriers, expectedFiles, expectedRates, statementConfigs } from '../../../schema/carriers.ts';
import { commissionDepartments, disputeRows, disputes, letterheads } from '../../../schema/disputes.ts';
import { files, jobExceptions, jobs } from '../../../schema/files.ts';
import { dropOffSettings, emailAddresses, intakeItems, sftpUsers } from '../../../schema/intake.ts';
import { listedPolicies, memberAliases, memberContacts, memberNotes } from '../../../schema/members.ts';
import { bookMonths, closedMonths, monthAdjustments, ownerNews, statementDeposits } from '../../../schema/months.ts';
import { teamMembers } from '../../../schema/people.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { carrierEvents, deltas, payDifferences, rollups, scoredRows } from '../../../schema/scores.ts';
import { accountEvents, webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts';
import type { Sql } from '../connection/sql.ts';
import { EXPORTED_PAY, ownColumns, type TableExport, type WholeTable } from './exported-pay.ts';

/** The tables and columns that an export of an account contains. A test compares this list with the database. */

function whole({ table, columns, orderBy, where, ...described }: WholeTable): TableExport {
  const names = columns.split(/\s+/);
  const ofAccount = (sql: Sql, accountId: string) => sql`account_id = ${accountId}`;
  return {
    ...described,
    columns: names,
    query: (sql, accountId) => sql`
      select ${sql.unsafe(names.join(', '))} from ${table}
      where ${(where ?? ofAccount)(sql, accountId)} order by ${sql.unsafe(orderBy)}`,
  };
}

const LINE = ownColumns(statementLines);

/** The columns of a result. The digest is of no use outside the database. */
const STATUS = ownColumns(scoredRows, ['digest']);

/** The columns of a rollup that were exported first, in their order. Further columns follow them. */
const ROLLUP = [
  'workspace_id carrier_id period baseline_period config_id member_count green yellow red new reappeared carried',
  'commission_dropped commission_reduced commission_owed commission_owed_estimated owed_evaluated owed_total owed_estimated',
  'chargeback_count chargeback_amount gross_amount line_count missing_members returning_members paid_more taken_back',
  'same agent_pay finding_tally planned_step planned_step_amount paid_less paid_less_amount',
].join(' ');

const MEMBER = [
  'member_ref_id',
  'workspace_id',
  'carrier_id',
  'member_external_id',
  'member_name',
  'email',
  'policy_number',
  'plan_name',
];

export const EXPORTED_TABLES: readonly TableExport[] = [
  whole({
    name: 'account',
    about: 'The account itself.',
    table: accounts,
    columns:
      'account_id name tier status email rate_limit_per_minute storage_bytes_max read_file_hours rejected_row_days created_at owner_mails',
    orderBy: 'account_id',
  }),
  whole({
    name: 'team-members',
    about: 'The people of the account, with their roles. Addresses belong to the people.',
    table: teamMembers,
    columns: 'member_id name role agent invited_by inviter_name invited_at joined_at entered_at agent_record_id',
    orderBy: 'invited_at, member_id',
  }),
  whole({
    name: 'agents',
    about: 'The records of agents.',
    table: agents,
    columns: ownColumns(agents),
    orderBy: 'created_at, agent_id',
  }),
  whole({
    name: 'agent-names',
    about: 'The names and numbers by which statements know agents; without an agent where people took one away.',
    table: agentNames,
    columns: ownColumns(agentNames, ['folded']),
    orderBy: 'created_at, name_id',
  }),
  whole({
    name: 'workspaces',
    about: 'Parts of the business with books of their own.',
    table: workspaces,
    columns: 'workspace_id name is_default created_at',
    orderBy: 'created_at, workspace_id',
  }),
  whole({
    name: 'carriers',
    about:
      'Carriers of the account, and those of the shared catalogue that it has statements from (without account_id).',
    table: carriers,
    columns: 'carrier_id account_id name slug product_line group_id created_at',
    orderBy: 'name, carrier_id',
    where: (sql, accountId) => sql`
      account_id = ${accountId}
      or (account_id is null and carrier_id in (select carrier_id from ${books} where account_id = ${accountId}))`,
  }),
  whole({
    name: 'configurations',
    about: "Versions of the account's own statement formats.",
    table: statementConfigs,
    columns: 'config_id carrier_id version config created_at removed_at',
    orderBy: 'carrier_id, version',
  }),
  whole({
    name: 'expected-rates',
    about: 'Contracted rates, and rates estimated for a workspace.',
    table: expectedRates,
    columns: `rate_id carrier_id workspace_id source plan_code plan_name product_type rate_type rate_value max_lives tier state
      effective_from bounded_from effective_to from_policy_month to_policy_month from_lives to_lives basis_period sample_size created_at`,
    orderBy: 'carrier_id, created_at, rate_id',
  }),
  whole({
    name: 'listed-policies',
    about: 'The lists of policies that statements are compared with.',
    table: listedPolicies,
    columns: `workspace_id carrier_id policy_id policy_number member_name plan_name effective_date term_date premium lives rate agent status
      listed_at`,
    orderBy: 'account_id, workspace_id, carrier_id, policy_key',
  }),
  whole({
    name: 'expected-files',
    about: 'How many files a month of a carrier has, where it was said.',
    table: expectedFiles,
    columns: 'carrier_id files set_at',
    orderBy: 'carrier_id',
  }),
  whole({
    name: 'book-months',
    about: 'Months that are known to have a number of files.',
    table: bookMonths,
    columns: 'workspace_id carrier_id period files_received files_expected known is_open note completed_job_id',
    orderBy: 'workspace_id, carrier_id, period',
  }),
  whole({
    name: 'closed-months',
    about: 'Months that were closed, with their figures of then.',
    table: closedMonths,
    columns: `workspace_id carrier_id period closed_at closed_by member_count red gross_amount chargeback_amount
      commission_owed commission_owed_estimated signed_by left_open`,
    orderBy: 'workspace_id, carrier_id, period',
  }),
  whole({
    name: 'statement-deposits',
    about: 'What the bank shows for the statements of a month.',
    table: statementDeposits,
    columns: 'workspace_id carrier_id period amount deposited_on note author entered_at',
    orderBy: 'workspace_id, carrier_id, period',
  }),
  whole({
    name: 'owner-news',
    about: 'The facts about statements that owners were mailed.',
    table: ownerNews,
    columns: 'kind workspace_id carrier_id period claimed_at',
    orderBy: 'claimed_at, kind, workspace_id, carrier_id, period',
  }),
  whole({
    name: 'month-adjustments',
    about: 'By how much closed months changed afterwards.',
    table: monthAdjustments,
    columns: `adjustment_id workspace_id carrier_id period job_id recorded_at member_count red gross_amount chargeback_amount
      commission_owed commission_at_risk commission_owed_estimated`,
    orderBy: 'position',
  }),
  whole({
    name: 'files',
    about: 'Statements, in any state.',
    table: files,
    columns: `file_id workspace_id carrier_id period original_filename byte_size checksum_sha256 source status rows_ingested stated_total
      statement_mode uploaded_at superseded_at raw_purged_at name_purged_at sent_to_carrier_id archive_checksum_sha256
      member_count net_amount printed_total left_at`,
    orderBy: 'position',
  }),
  whole({
    name: 'jobs',
    about: 'What was done with the files, and what came of it.',
    table: jobs,
    columns: `job_id workspace_id carrier_id period file_id mode only_file_id archive_id status attempts config_id config_version rates_from stats warnings
      error
      error_code exception_headers exception_row_count sheet_names webhook_url idempotency_key request_id created_at queued_at started_at
      completed_at`,
    orderBy: 'position',
  }),
  whole({
    name: 'rejected-rows',
    about: 'Rows of files that were not accepted, of the last 30 days.',
    table: jobExceptions,
    columns: 'job_id sheet row_number errors cells recorded_at',
    orderBy: 'job_id, sheet, row_number',
  }),
  whole({
    name: 'statement-lines',
    about: 'Accepted rows of the files that count.',
    table: statementLines,
    columns: LINE,
    orderBy: 'account_id, period, member_ref_id',
  }),
  whole({
    name: 'unassigned-lines',
    about: 'Money of the files that count which belongs to no member.',
    table: unassignedLines,
    columns: `workspace_id carrier_id period file_id sheet row_number amount kind description is_counted agent_id agent_name
      coverage_month`,
    orderBy: 'account_id, period',
  }),
  {
    name: 'members',
    about: 'Each member as in the latest month with a result.',
    columns: [
      ...MEMBER,
      'agent_name',
      'effective_date',
      'term_date',
      'first_seen_period',
      'last_period',
      'last_status',
    ],
    query: membersQuery,
  },
  whole({
    name: 'statuses',
    about: 'Each member in each month: status, findings, amounts, and what the next month is compared with.',
    table: scoredRows,
    columns: STATUS,
    orderBy: 'account_id, workspace_id, carrier_id, period, member_ref_id',
  }),
  whole({
    name: 'member-aliases',
    about: 'Other ids of members, undone ones too.',
    table: memberAliases,
    columns: 'workspace_id carrier_id alias_ref_id member_ref_id external_id source period created_at removed_at',
    orderBy: 'created_at, alias_ref_id',
  }),
  whole({
    name: 'member-notes',
    about: 'What people wrote about members.',
    table: memberNotes,
    columns: 'note_id member_ref_id body author written_at',
    orderBy: 'written_at, note_id',
  }),
  whole({
    name: 'member-contacts',
    about: 'How members are reached, as people wrote it down.',
    table: memberContacts,
    columns: 'member_ref_id phone email set_at',
    orderBy: 'member_ref_id',
  }),
  whole({
    name: 'deltas',
    about: 'Every field that moved from one month to the next.',
    table: deltas,
    columns: 'workspace_id carrier_id period member_ref_id field prev_value curr_value change_type',
    orderBy: 'account_id, period',
  }),
  whole({
    name: 'pay-differences',
    about: 'The members whose pay differs from the month before, with their part of the bridge.',
    table: payDifferences,
    columns: `workspace_id carrier_id period member_ref_id member_external_id member_name policy_number plan_name agent_id agent_name
      part before_amount now_amount code event_key`,
    orderBy: 'account_id, workspace_id, carrier_id, period, member_ref_id',
  }),
  whole({
    name: 'rollups',
    about: 'Totals of each month of each book.',
    table: rollups,
    columns: `${ROLLUP} ${ownColumns(rollups, ROLLUP.split(' '))}`.trim(),
    orderBy: 'account_id, period',
  }),
  whole({
    name: 'carrier-events',
    about: 'What carriers did to many members of a book in one month, and what was decided about it.',
    table: carrierEvents,
    columns: `event_id workspace_id carrier_id period kind scope_field scope_value scope_key members compared ratio amount rate_type
      rate_value no_rate_reason detail state rate_id decided_at created_at dispute_id code each_amount asked_in`,
    orderBy: 'account_id, period, event_id',
  }),
  whole({
    name: 'chargebacks',
    about: 'Those of the statement lines that take commission back.',
    table: statementLines,
    columns: LINE,
    orderBy: 'account_id, period, member_ref_id',
    where: (sql, accountId) => sql`account_id = ${accountId} and amount < 0`,
  }),
  ...EXPORTED_PAY.map(whole),
  whole({
    name: 'disputes',
    about: 'Letters to carriers, and what came of them.',
    table: disputes,
    columns: `dispute_id carrier_id carrier_name state state_before note letter asked_amount recovered_amount created_at changed_at
      closed_at sent_at sent_to withdrawn_at ask_again_on other_paid answer_name answer_type answer_size`,
    orderBy: 'position',
  }),
  whole({
    name: 'letterheads',
    about: 'What letters to carriers begin and end with.',
    table: letterheads,
    columns: 'name address contact email npn set_at',
    orderBy: 'account_id',
  }),
  whole({
    name: 'commission-departments',
    about: 'Where the letters to each carrier go.',
    table: commissionDepartments,
    columns: 'carrier_id name email address set_at',
    orderBy: 'account_id, carrier_id',
  }),
  whole({
    name: 'dispute-rows',
    about: 'The claims of each of them, with their evidence and what was recovered.',
    table: disputeRows,
    columns: `dispute_id number claim_id workspace_id carrier_id member_ref_id member_external_id member_name policy_number plan_name
      period kind level certainty ask evidence asked_amount open_amount recovered_amount recovered_before is_held`,
    orderBy: 'dispute_id, number',
  }),
  whole({
    name: 'webhooks',
    about: 'Receivers of events, without their secrets.',
    table: webhooks,
    columns: `webhook_id url events enabled failures_in_row failing_since probe_at disabled_at disabled_reason previous_secret_until
      created_at`,
    orderBy: 'position',
  }),
  whole({
    name: 'webhook-deliveries',
    about: 'Events as they were sent, of the last 30 days.',
    table: webhookDeliveries,
    columns: `delivery_id webhook_id callback_url event job_id body status attempts redelivered next_attempt_at created_at ended_at`,
    orderBy: 'position',
  }),
  whole({
    name: 'account-events',
    about: 'Events of the last 30 days.',
    table: accountEvents,
    columns: 'event_id event job_id body created_at',
    orderBy: 'position',
  }),
  whole({
    name: 'webhook-attempts',
    about: 'Each attempt to deliver one of them.',
    table: webhookAttempts,
    columns: 'delivery_id number attempted_at duration_ms response_status error',
    orderBy: 'delivery_id, number',
  }),
  whole({
    name: 'saved-reports',
    about: "Analysts' queries and how their last run went.",
    table: savedReports,
    columns:
      'report_id name question sql cadence next_due_at attempts last_ran_at last_status last_rows last_truncated last_error created_at',
    orderBy: 'position',
  }),
  whole({
    name: 'audit',
    about: 'Who did what.',
    table: auditEntries,
    columns: 'audit_id actor action target meta ip created_at',
    orderBy: 'account_id, position',
  }),
  whole({
    name: 'intake',
    about: 'Everything that arrived by SFTP or email, and what became of it.',
    table: intakeItems,
    columns: `item_id source received_at origin name byte_size checksum_sha256 carrier_id period outcome reason file_id job_id message_id
      name_purged_at`,
    orderBy: 'account_id, position',
  }),
  whole({
    name: 'sftp-users',
    about: 'Who may drop statements by SFTP, deleted users too.',
    table: sftpUsers,
    columns: 'user_id workspace_id username public_key carrier_ids created_at disabled_at',
    orderBy: 'position',
  }),
  whole({
    name: 'drop-off-settings',
    about: 'How dropped and mailed files of a carrier are recognized, where it was set outside the format.',
    table: dropOffSettings,
    columns: 'carrier_id sftp_patterns sftp_on_existing email_allowed_senders email_period_from set_at',
    orderBy: 'carrier_id',
  }),
  whole({
    name: 'email-addresses',
    about:
      'Addresses to which statements are mailed, revoked ones too. Whoever may send and knows one can file statements.',
    table: emailAddresses,
    columns: 'address_id carrier_id workspace_id local_part created_at revoked_at',
    orderBy: 'position',
  }),
];

/** Selects members from the month each was first seen in to the latest with a result, which is usually one of the book's last months. */
function membersQuery(sql: Sql, accountId: string): Fragment {
  return sql`
    select latest.* from ${scoredRows} f
    cross join lateral (
      select s.member_ref_id, s.workspace_id, s.carrier_id, s.member_external_id, s.member_name, s.email, s.policy_number, s.plan_name,
        s.agent_name, s.effective_date, s.term_date, s.first_seen_period, s.period as last_period, s.status as last_status
      from ${rollups} p
      join ${scoredRows} s on s.account_id = p.account_id and s.workspace_id = p.workspace_id and s.carrier_id = p.carrier_id
        and s.period = p.period and s.member_ref_id = f.member_ref_id
      where p.account_id = f.account_id and p.workspace_id = f.workspace_id and p.carrier_id = f.carrier_id and p.period >= f.period
        and s.status <> 'carried'
      order by p.period desc limit 1
    ) latest
    where f.account_id = ${accountId} and f.period = f.first_seen_period`;
}
