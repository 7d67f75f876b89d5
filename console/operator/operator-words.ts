import type { Schema } from '../../client/commission-client.ts';

export type OperatorJob = Schema<'OperatorJob'>;

export const JOB_STATES = [
  { value: 'queued', label: 'Waiting' },
  { value: 'processing', label: 'Being read' },
  { value: 'completed', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'canceled', label: 'Canceled' },
] as const satisfies readonly { readonly value: OperatorJob['status']; readonly label: string }[];

export function jobStateWords(state: OperatorJob['status']): string {
  return JOB_STATES.find(({ value }) => value === state)?.label ?? state;
}

export const ACCOUNT_WORDS: Readonly<Record<Schema<'Account'>['status'], string>> = {
  active: 'Active',
  pending: 'Not started',
  suspended: 'Suspended',
  moving: 'Being moved',
  moved: 'Moved away',
};

/** The names of the scheduled tasks for the operator. */
export const TASKS = [
  { value: 'recover_jobs', label: 'Take up jobs that were left' },
  { value: 'redeliver_webhooks', label: 'Send webhook messages and mails that are due' },
  { value: 'purge_files', label: 'Delete what is past its time' },
  { value: 'sweep_sftp', label: 'Take in files from SFTP' },
  { value: 'run_saved_reports', label: 'Run reports that are due' },
] as const;

export type Task = (typeof TASKS)[number]['value'];

export function taskWords(task: string): string {
  return TASKS.find(({ value }) => value === task)?.label ?? plain(task);
}

/** Writes a code of the service as words: `unreadable_file` is `unreadable file`. */
export function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

const COUNTS: Readonly<Record<Exclude<keyof Schema<'TaskResult'>, 'task'>, string>> = {
  requeued: 'jobs queued again',
  jobsFailed: 'jobs failed',
  resent: 'messages sent again',
  webhooksRedelivered: 'webhook messages sent',
  ownersMailed: 'mails to owners',
  filesPurged: 'files deleted',
  dropsPurged: 'dropped files deleted',
  mailsPurged: 'mails deleted',
  accountsDeleted: 'accounts deleted',
  jobsCanceled: 'jobs canceled',
  dropsAccepted: 'dropped files taken in',
  dropsRejected: 'dropped files refused',
  dropsDuplicate: 'dropped files known already',
  dropsHeld: 'dropped files held back',
  dropsWaiting: 'dropped files still coming',
  dropsFailed: 'dropped files failed',
  reportsSent: 'reports sent',
  reportsFailed: 'reports failed',
  reportsSkipped: 'reports left for later',
};

/** Describes the result of a run of a task: `3 files deleted, 1 job failed`. */
export function resultWords(result: Schema<'TaskResult'>): string {
  const figures = new Map<string, unknown>(Object.entries(result));
  const said = Object.entries(COUNTS).flatMap(([name, words]) => {
    const count = figures.get(name);
    return typeof count === 'number' && count > 0 ? [`${count} ${words}`] : [];
  });
  return said.length === 0 ? 'Nothing was to do' : said.join(', ');
}
