import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  createSavedReportSchedule,
  createSavedReportStore,
} from '../../../adapters/postgres/saved-reports/saved-report-store.ts';
import type { MailMessage } from '../../../app/platform/mail.ts';
import type { ReportRun } from '../../../app/saved-reports/run-saved-report.ts';
import { type ScheduledReports, sendScheduledReports } from '../../../app/saved-reports/send-scheduled-reports.ts';
import { REQUEST_TASK_LIMITS, SCHEDULED_TASK_LIMITS, type TaskLimits } from '../../../core/limits/job-limits.ts';
import {
  REPORT_TASK_RESERVE_SECONDS,
  REPORT_TASK_TIMEOUT_SECONDS,
  REPORT_TRIES_MAX,
} from '../../../core/limits/saved-report-limits.ts';
import { refuse } from '../../../core/refuse.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { expireClaims, insertDueReport, stateOf } from './report-service.ts';

/**
 * Guarantee: a due report is mailed once, even by concurrent runs. A report that a crash interrupted is taken up again when its claim has
 * expired, a limited number of times. Nothing else is sent.
 */

const db = await createTestDatabase();
afterAll(() => db.drop());
beforeEach(() => db.database.system((sql) => sql`delete from saved_reports`));

const ORIGIN = { actor: 'token:test', ip: null, requestId: 'r' };
const RUN: ReportRun = {
  result: { columns: ['a'], rows: [[1]], truncated: false, asOf: '2026-04-06' },
  outcome: { status: 'ok', rows: 1, truncated: false, error: null, meta: { outcome: 'ok', rows: 1 } },
};

/** Makes a run of the task, which collects the mail it sends. Every part can be replaced. */
function task(parts: Partial<ScheduledReports> = {}, limits: TaskLimits = SCHEDULED_TASK_LIMITS) {
  const mails: MailMessage[] = [];
  const errors: unknown[] = [];
  const run = () =>
    sendScheduledReports(
      {
        schedule: createSavedReportSchedule(db.database),
        runReport: async () => RUN,
        mailer: { send: async (message) => void mails.push(message) },
        onError: (error) => errors.push(error),
        elapsedMs: () => 0,
        ...parts,
      },
      limits,
    );
  return { run, mails, errors };
}

const NONE = { reportsSent: 0, reportsFailed: 0, reportsSkipped: 0 };

test('mails a due report once to its account, and makes it due again at its next date', async () => {
  const weekly = await insertDueReport(db.database, { email: 'weekly@harbor.example' });
  const monthly = await insertDueReport(db.database, { email: 'monthly@harbor.example', cadence: 'monthly' });
  const { run, mails } = task();
  expect(await run()).toEqual({ ...NONE, reportsSent: 2 });
  expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    ['monthly@harbor.example', 'Your monthly report'],
    ['weekly@harbor.example', 'Your weekly report'],
  ]);
  const after = { last_status: 'ok', last_rows: 1, last_error: null, attempts: 0, is_claimed: false };
  expect(await stateOf(db.database, weekly)).toEqual({ ...after, next_day: 'Mon 08:00' });
  expect(await stateOf(db.database, monthly)).toEqual({ ...after, next_day: '01 08:00' });
  expect(await run()).toEqual(NONE);
  expect(mails).toHaveLength(2);
});

test("leaves a report that exceeds a request's time to the schedule with all its attempts, however often, without a failure mail", async () => {
  const id = await insertDueReport(db.database, {});
  const asked: number[] = [];
  const tooLong: ScheduledReports['runReport'] = async ({ seconds }) => {
    asked.push(seconds);
    const error = 'The query took too long.';
    const outcome = {
      status: 'failed',
      rows: null,
      truncated: false,
      error,
      meta: { outcome: 'query_limit' },
    } as const;
    return seconds < SCHEDULED_TASK_LIMITS.reportSeconds ? { result: refuse('query_limit', error), outcome } : RUN;
  };
  const byHand = task({ runReport: tooLong }, REQUEST_TASK_LIMITS);
  for (let run = 0; run <= REPORT_TRIES_MAX; run++) expect(await byHand.run()).toEqual(NONE);
  expect([byHand.mails, byHand.errors]).toEqual([[], []]);
  expect(await stateOf(db.database, id)).toMatchObject({ last_status: null, attempts: 0, is_claimed: false });
  const scheduled = task({ runReport: tooLong });
  expect(await scheduled.run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(asked).toEqual([
    ...Array<number>(REPORT_TRIES_MAX + 1).fill(REQUEST_TASK_LIMITS.reportSeconds),
    SCHEDULED_TASK_LIMITS.reportSeconds,
  ]);
  expect(await stateOf(db.database, id)).toMatchObject({ last_status: 'ok', attempts: 0 });
});

test("runs the next due report even if one exceeds a request's time", async () => {
  const long = await insertDueReport(db.database, { email: 'long@x.example', dueMinutes: 20 });
  await insertDueReport(db.database, { email: 'short@x.example', dueMinutes: 10 });
  const error = 'The query took too long.';
  const outcome = { status: 'failed', rows: null, truncated: false, error, meta: { outcome: 'query_limit' } } as const;
  const runReport: ScheduledReports['runReport'] = async ({ accountId }) =>
    accountId === long.accountId ? { result: refuse('query_limit', error), outcome } : RUN;
  const { run, mails } = task({ runReport }, REQUEST_TASK_LIMITS);
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(mails.map(({ to }) => to)).toEqual(['short@x.example']);
  expect(await stateOf(db.database, long)).toMatchObject({ attempts: 0, is_claimed: false });
});

test('begins no report in a request that it could not end; the schedule goes on for minutes', async () => {
  await insertDueReport(db.database, {});
  // The task reads the clock for the second time before the first report.
  const late = () => {
    let looks = 0;
    return { elapsedMs: () => (looks++ === 0 ? 0 : REQUEST_TASK_LIMITS.reportsBeginSeconds * 1000) };
  };
  expect(await task(late(), REQUEST_TASK_LIMITS).run()).toEqual(NONE);
  expect(await task(late()).run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('mails a report that missed several dates once', async () => {
  await insertDueReport(db.database, { dueMinutes: 60 * 24 * 50 });
  const { run, mails } = task();
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(await run()).toEqual(NONE);
  expect(mails).toHaveLength(1);
});

test('mails each report once in concurrent runs', async () => {
  for (let count = 0; count < 12; count++) await insertDueReport(db.database, { email: `office-${count}@x.example` });
  const runs = [task(), task(), task(), task()];
  const counts = await Promise.all(runs.map(({ run }) => run()));
  expect(counts.reduce((sum, { reportsSent = 0 }) => sum + reportsSent, 0)).toBe(12);
  const to = runs.flatMap(({ mails }) => mails.map((mail) => mail.to));
  expect(new Set(to).size).toBe(12);
  expect(to).toHaveLength(12);
});

test('finds no report while another run has claimed it', async () => {
  await insertDueReport(db.database);
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = task({
    runReport: async () => {
      began.resolve();
      await goOn.promise;
      return RUN;
    },
  });
  const running = slow.run();
  await began.promise;
  expect(await task().run()).toEqual(NONE);
  goOn.resolve();
  expect(await running).toEqual({ ...NONE, reportsSent: 1 });
});

test('mails again after a crash between the email and the record, once the claim has expired', async () => {
  const report = await insertDueReport(db.database);
  const schedule = createSavedReportSchedule(db.database);
  const crashing = task({
    schedule: { ...schedule, conclude: () => Promise.reject(new Error('the process is gone')) },
  });
  expect(await crashing.run()).toEqual(NONE);
  expect(crashing.mails).toHaveLength(1);
  const again = task();
  expect(await again.run()).toEqual(NONE);
  await expireClaims(db.database);
  expect(await again.run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(again.mails).toHaveLength(1);
  expect(await stateOf(db.database, report)).toMatchObject({ last_status: 'ok', attempts: 0, next_day: 'Mon 08:00' });
});

test('writes nothing after losing the claim', async () => {
  const report = await insertDueReport(db.database);
  const schedule = createSavedReportSchedule(db.database);
  const first = await schedule.takeDue(300);
  await expireClaims(db.database);
  const second = await schedule.takeDue(300);
  if (first === null || second === null) throw new Error('The report was not due');
  expect([first.attempt, second.attempt]).toEqual([1, 2]);
  expect(await schedule.conclude(first, RUN.outcome, '2099-01-05T08:00:00.000Z')).toBe(false);
  await schedule.release(first);
  expect(await stateOf(db.database, report)).toMatchObject({ last_status: null, is_claimed: true, attempts: 2 });
  expect(await schedule.conclude(second, RUN.outcome, '2099-01-05T08:00:00.000Z')).toBe(true);
});

test('counts a report that never ends as failed after some attempts, mails the failure, and does not run it again', async () => {
  const report = await insertDueReport(db.database);
  let runs = 0;
  const dying = task({
    runReport: () => {
      runs += 1;
      return Promise.reject(new Error('the database is gone'));
    },
  });
  for (let attempt = 1; attempt <= REPORT_TRIES_MAX; attempt++) {
    expect(await dying.run()).toEqual(NONE);
    expect(await stateOf(db.database, report)).toMatchObject({ attempts: attempt, last_status: null });
    await expireClaims(db.database);
  }
  expect(dying.errors).toHaveLength(REPORT_TRIES_MAX);
  expect(await dying.run()).toEqual({ ...NONE, reportsFailed: 1 });
  expect(runs).toBe(REPORT_TRIES_MAX);
  expect(dying.mails).toMatchObject([{ subject: 'Your weekly report failed' }]);
  expect(await stateOf(db.database, report)).toMatchObject({
    last_status: 'failed',
    last_error: expect.stringContaining('several times'),
    attempts: 0,
    next_day: 'Mon 08:00',
  });
});

test('mails other reports although one address refuses mail, which ends as failed', async () => {
  const bad = await insertDueReport(db.database, { email: 'gone@x.example', dueMinutes: 20 });
  const good = await insertDueReport(db.database, { email: 'office@x.example', dueMinutes: 10 });
  const messages: string[] = [];
  const { run } = task({
    mailer: {
      send: async ({ to }) => {
        if (to === 'gone@x.example') throw new Error('Address is on the suppression list');
        messages.push(to);
      },
    },
  });
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(await stateOf(db.database, good)).toMatchObject({ last_status: 'ok' });
  for (let attempt = 1; attempt < REPORT_TRIES_MAX; attempt++) {
    await expireClaims(db.database);
    expect(await run()).toEqual(NONE);
  }
  await expireClaims(db.database);
  expect(await run()).toEqual({ ...NONE, reportsFailed: 1 });
  expect(await stateOf(db.database, bad)).toMatchObject({ last_status: 'failed', next_day: 'Mon 08:00' });
  expect(messages).toEqual(['office@x.example']);
});

test('neither mails nor fails a report without a free slot, however often, and tries it again', async () => {
  const report = await insertDueReport(db.database);
  const busy = task({ runReport: async () => ({ result: refuse('rate_limited'), outcome: null }) });
  for (let run = 0; run <= REPORT_TRIES_MAX; run++) expect(await busy.run()).toEqual(NONE);
  expect(busy.mails).toEqual([]);
  expect(busy.errors).toHaveLength(REPORT_TRIES_MAX + 1);
  expect(await stateOf(db.database, report)).toMatchObject({ last_status: null, attempts: 0, is_claimed: false });
  expect(await task().run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('lets accounts take turns, so that one with hundreds of due reports delays another’s single report by one', async () => {
  const many = await insertDueReport(db.database, { email: 'many@x.example', dueMinutes: 60 * 24 * 30 });
  await db.database.system(
    (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      select gen_random_uuid(), account_id, name, sql, cadence, next_due_at
      from saved_reports, generate_series(1, 499) where report_id = ${many.reportId}`,
  );
  await insertDueReport(db.database, { email: 'single@x.example', dueMinutes: 1 });
  await insertDueReport(db.database, { email: 'other@x.example', dueMinutes: 2 });
  /** Makes a run of the task in which each report takes a quarter of the time during which reports are begun. */
  const fourAtMost = () => {
    let now = 0;
    return task({
      elapsedMs: () => now,
      runReport: async () => {
        now += (SCHEDULED_TASK_LIMITS.reportsBeginSeconds * 1000) / 4;
        return RUN;
      },
    });
  };
  const first = fourAtMost();
  expect(await first.run()).toEqual({ ...NONE, reportsSent: 4 });
  expect(first.mails.map(({ to }) => to)).toEqual([
    'many@x.example',
    'other@x.example',
    'single@x.example',
    'many@x.example',
  ]);
  // A report that becomes due while many still wait comes first again, even in the next run of the task.
  await insertDueReport(db.database, { email: 'late@x.example', dueMinutes: 0 });
  const second = fourAtMost();
  await second.run();
  expect(second.mails.map(({ to }) => to)).toEqual(['late@x.example', ...Array(3).fill('many@x.example')]);
});

test('makes an account that deletes each report after its run wait for its turn', async () => {
  const many = await insertDueReport(db.database, { email: 'many@x.example', dueMinutes: 30 });
  await db.database.system(
    (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      select gen_random_uuid(), account_id, name, sql, cadence, next_due_at
      from saved_reports, generate_series(1, 2) where report_id = ${many.reportId}`,
  );
  await insertDueReport(db.database, { email: 'single@x.example', dueMinutes: 1 });
  const store = createSavedReportStore(db.database);
  const messages: string[] = [];
  const { run } = task({
    mailer: {
      send: async ({ to }) => {
        const taken = await takenReports(many.accountId);
        for (const reportId of taken) await store.delete({ accountId: many.accountId, reportId }, ORIGIN);
        messages.push(to);
      },
    },
  });
  await run();
  expect(messages).toEqual(['many@x.example', 'single@x.example', 'many@x.example', 'many@x.example']);
});

async function takenReports(accountId: string): Promise<readonly string[]> {
  const rows = await db.database.system(
    (sql) => sql<{ reportId: string }[]>`
      select report_id as "reportId" from saved_reports where account_id = ${accountId} and claimed_until is not null`,
  );
  return rows.map(({ reportId }) => reportId);
}

test('mails a refused run as failed, with the reason', async () => {
  const report = await insertDueReport(db.database);
  const detail = 'The query took longer than 60 seconds.';
  const { run, mails } = task({
    runReport: async () => ({
      result: refuse('query_limit', detail),
      outcome: { status: 'failed', rows: null, truncated: false, error: detail, meta: { outcome: 'query_limit' } },
    }),
  });
  expect(await run()).toEqual({ ...NONE, reportsFailed: 1 });
  expect(mails).toMatchObject([{ subject: 'Your weekly report failed', text: expect.stringContaining(detail) }]);
  expect(await stateOf(db.database, report)).toMatchObject({
    last_status: 'failed',
    last_error: detail,
    last_rows: null,
  });
});

test('records the report of an account without an address as failed, without a run or mail', async () => {
  const report = await insertDueReport(db.database, { email: null });
  const { run, mails } = task({ runReport: () => Promise.reject(new Error('must not run')) });
  expect(await run()).toEqual({ ...NONE, reportsFailed: 1 });
  expect(mails).toEqual([]);
  expect(await stateOf(db.database, report)).toMatchObject({
    last_status: 'failed',
    last_error: expect.stringContaining('no email address'),
    next_day: 'Mon 08:00',
  });
});

test('skips a suspended account, which gets nothing for the past when it is active again', async () => {
  const report = await insertDueReport(db.database, { status: 'suspended' });
  const { run, mails } = task({ runReport: () => Promise.reject(new Error('must not run')) });
  expect(await run()).toEqual({ ...NONE, reportsSkipped: 1 });
  expect(await stateOf(db.database, report)).toMatchObject({
    last_status: null,
    next_day: 'Mon 08:00',
    is_claimed: false,
  });
  await db.database.system((sql) => sql`update accounts set status = 'active' where account_id = ${report.accountId}`);
  expect(await run()).toEqual(NONE);
  expect(mails).toEqual([]);
});

test('begins no report that may not end in time; the next run goes on', async () => {
  for (let count = 0; count < 3; count++) await insertDueReport(db.database);
  const beginWithinMs = (REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS) * 1000;
  let now = 0;
  const { run } = task({
    elapsedMs: () => now,
    runReport: async () => {
      now += beginWithinMs / 2;
      return RUN;
    },
  });
  expect(await run()).toEqual({ ...NONE, reportsSent: 2 });
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('makes nothing due for a past date when a cadence is set, and keeps a reached date for the same cadence', async () => {
  const { accountId, reportId } = await insertDueReport(db.database);
  const reports = createSavedReportStore(db.database);
  const set = (cadence: 'off' | 'weekly' | 'monthly') => reports.setCadence({ accountId, reportId }, cadence, ORIGIN);
  expect(await set('monthly')).toMatchObject({ cadence: 'monthly' });
  expect(await stateOf(db.database, { reportId })).toMatchObject({ next_day: '01 08:00' });
  expect(await task().run()).toEqual(NONE);
  await set('off');
  expect(await stateOf(db.database, { reportId })).toMatchObject({ next_day: null });
  expect(await task().run()).toEqual(NONE);
  await set('weekly');
  await db.database.system((sql) => sql`update saved_reports set next_due_at = now() where report_id = ${reportId}`);
  await set('weekly');
  expect(await task().run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('keeps a cadence that changes while the report runs', async () => {
  const { accountId, reportId } = await insertDueReport(db.database);
  const reports = createSavedReportStore(db.database);
  const { run } = task({
    runReport: async () => {
      await reports.setCadence({ accountId, reportId }, 'off', ORIGIN);
      return RUN;
    },
  });
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(await reports.find({ accountId, reportId })).toMatchObject({ cadence: 'off', lastRun: { status: 'ok' } });
  expect(await stateOf(db.database, { reportId })).toMatchObject({ next_day: null, is_claimed: false });
});

test('records every scheduled run in the audit trail', async () => {
  const report = await insertDueReport(db.database);
  await task().run();
  const entries = await db.database.system(
    (sql) => sql`select actor, action, target, meta from audit_entries where account_id = ${report.accountId}`,
  );
  expect(entries).toEqual([
    {
      actor: 'schedule',
      action: 'report.run',
      target: report.reportId,
      meta: { outcome: 'ok', rows: 1, cadence: 'weekly' },
    },
  ]);
});
