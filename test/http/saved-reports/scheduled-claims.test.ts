import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSavedReportSchedule } from '../../../adapters/postgres/saved-reports/saved-report-schedule.ts';
import { createSavedReportStore } from '../../../adapters/postgres/saved-reports/saved-report-store.ts';
import type { MailMessage } from '../../../app/intake/mail-ports.ts';
import type { ReportRun } from '../../../app/saved-reports/run-saved-report.ts';
import { type ScheduledReports, sendScheduledReports } from '../../../app/saved-reports/send-scheduled-reports.ts';
import {
  REPORT_TASK_RESERVE_SECONDS,
  REPORT_TASK_TIMEOUT_SECONDS,
  REPORT_TRIES_MAX,
} from '../../../core/limits/saved-report-limits.ts';
import { REQUEST_TASK_LIMITS, SCHEDULED_TASK_LIMITS, type TaskLimits } from '../../../core/limits/task-limits.ts';
import { refuse } from '../../../core/problem.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { expireClaims, insertDueReport, stateOf } from './stored-reports.ts';

/**
 * Guarantee: a report that is due is mailed once, also when several runs look at once; what a crash cut off is taken up again when
 * its claim has expired, but not for ever; nothing is sent that should not be.
 */

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.database.system((sql) => sql`delete from saved_reports`));

const ORIGIN = { actor: 'token:test', ip: null, requestId: 'r' };
const RUN: ReportRun = {
  result: { columns: ['a'], rows: [[1]], truncated: false, asOf: '2026-04-06' },
  outcome: { status: 'ok', rows: 1, truncated: false, error: null, meta: { outcome: 'ok', rows: 1 } },
};

/** A run of the task, with what it mailed. Everything may be replaced. */
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

test('a report that is due is mailed once to its account, and due again at its next date', async () => {
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

test('one that needs longer than a request has is left to the schedule with all its tries, however often; nobody is told that it failed', async () => {
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

test('one that needs longer than a request has does not hold up another that is due after it', async () => {
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

test('a request begins no report that it could not end, the schedule goes on for minutes', async () => {
  await insertDueReport(db.database, {});
  // The second look at the clock is the one before the first report.
  const late = () => {
    let looks = 0;
    return { elapsedMs: () => (looks++ === 0 ? 0 : REQUEST_TASK_LIMITS.reportsBeginSeconds * 1000) };
  };
  expect(await task(late(), REQUEST_TASK_LIMITS).run()).toEqual(NONE);
  expect(await task(late()).run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('one that missed several dates is mailed once', async () => {
  await insertDueReport(db.database, { dueMinutes: 60 * 24 * 50 });
  const { run, mails } = task();
  expect(await run()).toEqual({ ...NONE, reportsSent: 1 });
  expect(await run()).toEqual(NONE);
  expect(mails).toHaveLength(1);
});

test('runs at once share the reports: each is mailed once', async () => {
  for (let count = 0; count < 12; count++) await insertDueReport(db.database, { email: `office-${count}@x.example` });
  const runs = [task(), task(), task(), task()];
  const counts = await Promise.all(runs.map(({ run }) => run()));
  expect(counts.reduce((sum, { reportsSent = 0 }) => sum + reportsSent, 0)).toBe(12);
  const to = runs.flatMap(({ mails }) => mails.map((mail) => mail.to));
  expect(new Set(to).size).toBe(12);
  expect(to).toHaveLength(12);
});

test('while one run has a report in hand, another one finds nothing', async () => {
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

test('a crash between the email and the record: sent again once the claim has expired, and only then', async () => {
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

test('who has lost the claim writes nothing', async () => {
  const report = await insertDueReport(db.database);
  const schedule = createSavedReportSchedule(db.database);
  const first = await schedule.takeDue(300);
  await expireClaims(db.database);
  const second = await schedule.takeDue(300);
  if (first === null || second === null) throw new Error('The report was not due');
  expect([first.attempt, second.attempt]).toEqual([1, 2]);
  expect(await schedule.conclude(first, RUN.outcome, '2099-01-05T08:00:00.000Z')).toBe(false);
  await schedule.giveBack(first);
  expect(await stateOf(db.database, report)).toMatchObject({ last_status: null, is_claimed: true, attempts: 2 });
  expect(await schedule.conclude(second, RUN.outcome, '2099-01-05T08:00:00.000Z')).toBe(true);
});

test('a report that never ends counts as failed after some tries, is mailed as such, and does not run then', async () => {
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

test('an address that takes no mail does not hold up the others, and ends as failed', async () => {
  const bad = await insertDueReport(db.database, { email: 'gone@x.example', dueMinutes: 20 });
  const good = await insertDueReport(db.database, { email: 'office@x.example', dueMinutes: 10 });
  const sent: string[] = [];
  const { run } = task({
    mailer: {
      send: async ({ to }) => {
        if (to === 'gone@x.example') throw new Error('Address is on the suppression list');
        sent.push(to);
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
  expect(sent).toEqual(['office@x.example']);
});

test('one for which there was no place among the running reports is neither mailed nor failed, however often, and is tried again', async () => {
  const report = await insertDueReport(db.database);
  const busy = task({ runReport: async () => ({ result: refuse('rate_limited'), outcome: null }) });
  for (let run = 0; run <= REPORT_TRIES_MAX; run++) expect(await busy.run()).toEqual(NONE);
  expect(busy.mails).toEqual([]);
  expect(busy.errors).toHaveLength(REPORT_TRIES_MAX + 1);
  expect(await stateOf(db.database, report)).toMatchObject({ last_status: null, attempts: 0, is_claimed: false });
  expect(await task().run()).toEqual({ ...NONE, reportsSent: 1 });
});

test('accounts take turns: one with hundreds of due reports delays another’s single report by one', async () => {
  const many = await insertDueReport(db.database, { email: 'many@x.example', dueMinutes: 60 * 24 * 30 });
  await db.database.system(
    (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      select gen_random_uuid(), account_id, name, sql, cadence, next_due_at
      from saved_reports, generate_series(1, 499) where report_id = ${many.reportId}`,
  );
  await insertDueReport(db.database, { email: 'single@x.example', dueMinutes: 1 });
  await insertDueReport(db.database, { email: 'other@x.example', dueMinutes: 2 });
  /** Each report takes a quarter of the time in which reports are begun. */
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
  // One that becomes due while the many still wait comes first again, in the next run of the task too.
  await insertDueReport(db.database, { email: 'late@x.example', dueMinutes: 0 });
  const second = fourAtMost();
  await second.run();
  expect(second.mails.map(({ to }) => to)).toEqual(['late@x.example', ...Array(3).fill('many@x.example')]);
});

test('an account that deletes each report after its run waits for its turn all the same', async () => {
  const many = await insertDueReport(db.database, { email: 'many@x.example', dueMinutes: 30 });
  await db.database.system(
    (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      select gen_random_uuid(), account_id, name, sql, cadence, next_due_at
      from saved_reports, generate_series(1, 2) where report_id = ${many.reportId}`,
  );
  await insertDueReport(db.database, { email: 'single@x.example', dueMinutes: 1 });
  const store = createSavedReportStore(db.database);
  const sent: string[] = [];
  const { run } = task({
    mailer: {
      send: async ({ to }) => {
        const taken = await takenReports(many.accountId);
        for (const reportId of taken) await store.delete({ accountId: many.accountId, reportId }, ORIGIN);
        sent.push(to);
      },
    },
  });
  await run();
  expect(sent).toEqual(['many@x.example', 'single@x.example', 'many@x.example', 'many@x.example']);
});

async function takenReports(accountId: string): Promise<readonly string[]> {
  const rows = await db.database.system(
    (sql) => sql<{ reportId: string }[]>`
      select report_id as "reportId" from saved_reports where account_id = ${accountId} and claimed_until is not null`,
  );
  return rows.map(({ reportId }) => reportId);
}

test('a refused run is mailed as failed, with the reason', async () => {
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

test('an account without an address: not run, recorded as failed, nothing sent', async () => {
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

test('a suspended account is passed over and gets nothing for the past when it is active again', async () => {
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

test('no report is begun when there may not be time to end it; the next run goes on', async () => {
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

test('setting a cadence makes nothing due for a past date; the same again leaves the date that has come', async () => {
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

test('a cadence that is changed while the report runs stays as it was set', async () => {
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

test('every scheduled run is in the audit trail', async () => {
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
