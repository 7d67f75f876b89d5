import { z } from '@hono/zod-openapi';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';

/** Scheduled tasks as the operator runs and watches them (docs/reference/accounts.md#scheduled-tasks). */

export const taskNames = z.enum(TASK_NAMES);

const count = z.int().min(0);

/** All figures of all tasks; a figure that a task does not have is zero. */
const counts = {
  requeued: count,
  jobsFailed: count,
  resent: count,
  webhooksRedelivered: count,
  filesPurged: count,
  dropsPurged: count,
  mailsPurged: count,
  accountsDeleted: count,
  jobsCanceled: count,
  dropsAccepted: count,
  dropsRejected: count,
  dropsDuplicate: count,
  dropsHeld: count,
  dropsWaiting: count,
  dropsFailed: count,
  reportsSent: count,
  reportsFailed: count,
  reportsSkipped: count,
};

type CountName = keyof typeof counts;

export function everyCount(given: Readonly<Record<string, number>>): Readonly<Record<CountName, number>> {
  const of = (name: CountName) => given[name] ?? 0;
  return {
    requeued: of('requeued'),
    jobsFailed: of('jobsFailed'),
    resent: of('resent'),
    webhooksRedelivered: of('webhooksRedelivered'),
    filesPurged: of('filesPurged'),
    dropsPurged: of('dropsPurged'),
    mailsPurged: of('mailsPurged'),
    accountsDeleted: of('accountsDeleted'),
    jobsCanceled: of('jobsCanceled'),
    dropsAccepted: of('dropsAccepted'),
    dropsRejected: of('dropsRejected'),
    dropsDuplicate: of('dropsDuplicate'),
    dropsHeld: of('dropsHeld'),
    dropsWaiting: of('dropsWaiting'),
    dropsFailed: of('dropsFailed'),
    reportsSent: of('reportsSent'),
    reportsFailed: of('reportsFailed'),
    reportsSkipped: of('reportsSkipped'),
  };
}

export const taskResult = z.object({ task: z.string(), ...counts }).openapi('TaskResult');

const taskRunFields = { id: z.string(), task: z.string(), ranAt: z.iso.datetime(), durationMs: z.int(), ...counts };
export const taskRun = z.object(taskRunFields).openapi('TaskRun');
export const TASK_RUN_COLUMNS = Object.keys(taskRunFields);

export const taskResultExample: z.output<typeof taskResult> = {
  task: 'purge_files',
  ...everyCount({ filesPurged: 12 }),
};

export const taskRunExample: z.output<typeof taskRun> = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ranAt: '2026-04-02T09:15:04.120Z',
  durationMs: 184,
  ...taskResultExample,
};
