import { z } from '@hono/zod-openapi';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';

/** Scheduled tasks as the operator runs and watches them (docs/reference/accounts.md#scheduled-tasks). */

export const taskNames = z.enum(TASK_NAMES);

const count = z.int().min(0);

/** The figures of all tasks. A figure that a task does not have is zero. */
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

export function everyCount(counted: Readonly<Record<string, number>>): Readonly<Record<CountName, number>> {
  const countOf = (name: CountName) => counted[name] ?? 0;
  return {
    requeued: countOf('requeued'),
    jobsFailed: countOf('jobsFailed'),
    resent: countOf('resent'),
    webhooksRedelivered: countOf('webhooksRedelivered'),
    filesPurged: countOf('filesPurged'),
    dropsPurged: countOf('dropsPurged'),
    mailsPurged: countOf('mailsPurged'),
    accountsDeleted: countOf('accountsDeleted'),
    jobsCanceled: countOf('jobsCanceled'),
    dropsAccepted: countOf('dropsAccepted'),
    dropsRejected: countOf('dropsRejected'),
    dropsDuplicate: countOf('dropsDuplicate'),
    dropsHeld: countOf('dropsHeld'),
    dropsWaiting: countOf('dropsWaiting'),
    dropsFailed: countOf('dropsFailed'),
    reportsSent: countOf('reportsSent'),
    reportsFailed: countOf('reportsFailed'),
    reportsSkipped: countOf('reportsSkipped'),
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
