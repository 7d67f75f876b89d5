// Columns of the views. The migrations have their queries.
import { bigint, boolean, date, integer, numeric, pgSchema, pgView, text, uuid } from 'drizzle-orm/pg-core';
import { instant, money, month } from './columns.ts';

/** The views that saved reports can read: rows of one account, named in the terms of the field. */
const reports = pgSchema('report');

/** The first month of each member. */
export const firstRows = pgView('first_rows', {
  accountId: uuid('account_id'),
  workspaceId: uuid('workspace_id'),
  carrierId: uuid('carrier_id'),
  period: month('period'),
  memberRefId: uuid('member_ref_id'),
}).existing();

export const paidByAgent = pgView('paid_by_agent', {
  accountId: uuid('account_id'),
  workspaceId: uuid('workspace_id'),
  carrierId: uuid('carrier_id'),
  period: month('period'),
  agentId: text('agent_id'),
  agentName: text('agent_name'),
  gross: numeric('gross', { precision: 20, scale: 4 }),
  chargebacks: numeric('chargebacks', { precision: 20, scale: 4 }),
  movedMemberId: uuid('moved_member_id'),
}).existing();

export const reportedAgents = reports
  .view('agents', {
    agentRecordId: text('agent_record_id'),
    agentRecordName: text('agent_record_name'),
    npn: text('npn'),
    uplineRecordId: text('upline_record_id'),
    leftFrom: text('left_from'),
    isHouse: boolean('is_house'),
  })
  .existing();

export const reportedPayRuns = reports
  .view('pay_runs', {
    runId: text('run_id'),
    payDate: date('pay_date'),
    state: text('state'),
    months: text('months'),
    received: money('received'),
    people: money('people'),
    house: money('house'),
    held: money('held'),
    paid: money('paid'),
    paidOn: date('paid_on'),
  })
  .existing();

export const reportedPayLines = reports
  .view('pay_lines', {
    runId: text('run_id'),
    lineNumber: bigint('line_number', { mode: 'number' }),
    party: text('party'),
    agentRecordId: text('agent_record_id'),
    agentRecordName: text('agent_record_name'),
    memberRefId: text('member_ref_id'),
    memberExternalId: text('member_external_id'),
    memberName: text('member_name'),
    policyNumber: text('policy_number'),
    planName: text('plan_name'),
    carrierId: text('carrier_id'),
    period: text('period'),
    coverageMonth: text('coverage_month'),
    kind: text('kind'),
    received: numeric('received', { precision: 20, scale: 4 }),
    amount: money('amount'),
    why: text('why'),
  })
  .existing();

export const reportedCarriers = reports
  .view('carriers', {
    carrierId: text('carrier_id'),
    carrierName: text('carrier_name'),
    productLine: text('product_line'),
  })
  .existing();

export const reportedCommissionLines = reports
  .view('commission_lines', {
    lineId: text('line_id'),
    fileId: text('file_id'),
    jobId: text('job_id'),
    memberRefId: text('member_ref_id'),
    carrierId: text('carrier_id'),
    period: text('period'),
    paidDate: date('paid_date'),
    lineType: text('line_type'),
    amount: money('amount'),
    rowNumber: integer('row_number'),
  })
  .existing();

export const reportedCommissionPaid = reports
  .view('commission_paid', {
    carrierId: text('carrier_id'),
    workspaceId: text('workspace_id'),
    period: text('period'),
    agentId: text('agent_id'),
    agentName: text('agent_name'),
    net: numeric('net'),
    gross: numeric('gross', { precision: 20, scale: 4 }),
    chargebacks: numeric('chargebacks', { precision: 20, scale: 4 }),
    agentRecordName: text('agent_record_name'),
  })
  .existing();

export const reportedComparisons = reports
  .view('comparisons', {
    memberRefId: text('member_ref_id'),
    carrierId: text('carrier_id'),
    workspaceId: text('workspace_id'),
    period: text('period'),
    status: text('status'),
    flags: text('flags').array(),
    commissionAmount: numeric('commission_amount', { precision: 16, scale: 4 }),
    prevCommissionAmount: numeric('prev_commission_amount', { precision: 16, scale: 4 }),
    expectedAmount: numeric('expected_amount', { precision: 26, scale: 10 }),
    commissionOwed: numeric('commission_owed'),
    chargebackAmount: numeric('chargeback_amount', { precision: 16, scale: 4 }),
    comparedAgainstPeriod: text('compared_against_period'),
    jobId: text('job_id'),
    memberName: text('member_name'),
    memberExternalId: text('member_external_id'),
    policyNumber: text('policy_number'),
    provisional: boolean('provisional'),
    owedEstimated: boolean('owed_estimated'),
  })
  .existing();

export const reportedDeltas = reports
  .view('deltas', {
    jobId: text('job_id'),
    memberRefId: text('member_ref_id'),
    carrierId: text('carrier_id'),
    period: text('period'),
    field: text('field'),
    prevValue: text('prev_value'),
    currValue: text('curr_value'),
    changeType: text('change_type'),
  })
  .existing();

export const reportedFiles = reports
  .view('files', {
    fileId: text('file_id'),
    workspaceId: text('workspace_id'),
    carrierId: text('carrier_id'),
    period: text('period'),
    status: text('status'),
    fileName: text('file_name'),
    sizeBytes: integer('size_bytes'),
    rowCount: integer('row_count'),
    statedTotal: numeric('stated_total', { precision: 16, scale: 4 }),
    uploadedAt: instant('uploaded_at'),
  })
  .existing();

export const reportedJobs = reports
  .view('jobs', {
    jobId: text('job_id'),
    fileId: text('file_id'),
    carrierId: text('carrier_id'),
    period: text('period'),
    status: text('status'),
    mode: text('mode'),
    attempts: integer('attempts'),
    createdAt: instant('created_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  })
  .existing();

export const reportedMembers = reports
  .view('members', {
    memberRefId: text('member_ref_id'),
    carrierId: text('carrier_id'),
    workspaceId: text('workspace_id'),
    memberExternalId: text('member_external_id'),
    memberName: text('member_name'),
    policyNumber: text('policy_number'),
    planName: text('plan_name'),
    agentName: text('agent_name'),
    effectiveDate: date('effective_date'),
    termDate: date('term_date'),
    agentRecordName: text('agent_record_name'),
  })
  .existing();

export const reportedRollups = reports
  .view('rollups', {
    carrierId: text('carrier_id'),
    workspaceId: text('workspace_id'),
    period: text('period'),
    memberCount: integer('member_count'),
    green: integer('green'),
    yellow: integer('yellow'),
    red: integer('red'),
    new: integer('new'),
    reappeared: integer('reappeared'),
    commissionAtRisk: numeric('commission_at_risk'),
    commissionDropped: numeric('commission_dropped', { precision: 20, scale: 4 }),
    commissionReduced: numeric('commission_reduced', { precision: 20, scale: 4 }),
    reducedCount: integer('reduced_count'),
    commissionOwed: numeric('commission_owed', { precision: 30, scale: 10 }),
    owedEvaluated: integer('owed_evaluated'),
    owedTotal: integer('owed_total'),
    owedEstimated: boolean('owed_estimated'),
    chargebackCount: integer('chargeback_count'),
    chargebackAmount: numeric('chargeback_amount', { precision: 20, scale: 4 }),
    attritionRate: numeric('attrition_rate'),
    provisional: boolean('provisional'),
    commissionOwedEstimated: numeric('commission_owed_estimated'),
  })
  .existing();

export const reportedStatuses = reports
  .view('statuses', {
    memberRefId: text('member_ref_id'),
    carrierId: text('carrier_id'),
    workspaceId: text('workspace_id'),
    period: text('period'),
    status: text('status'),
    flags: text('flags').array(),
    commissionAmount: numeric('commission_amount', { precision: 16, scale: 4 }),
    prevCommissionAmount: numeric('prev_commission_amount', { precision: 16, scale: 4 }),
    expectedAmount: numeric('expected_amount', { precision: 26, scale: 10 }),
    commissionOwed: numeric('commission_owed'),
    chargebackAmount: numeric('chargeback_amount', { precision: 16, scale: 4 }),
    comparedAgainstPeriod: text('compared_against_period'),
    jobId: text('job_id'),
    provisional: boolean('provisional'),
    owedEstimated: boolean('owed_estimated'),
  })
  .existing();

export const reportedWorkspaces = reports
  .view('workspaces', {
    workspaceId: text('workspace_id'),
    name: text('name'),
  })
  .existing();
