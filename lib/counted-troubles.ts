/**
 * The counted faults of the service that people must learn of: the function that counts each, its name, and the alarm threshold per
 * quarter of an hour. They are separate from the alarms, so that a test can compare them with the metrics that are written.
 */
export const COUNTED_TROUBLES = [
  {
    service: 'recover-jobs',
    metric: 'JobsRequeued',
    summary: 'A job was found whose worker had died, and was put back.',
    runbook: 'statements-not-processed',
    threshold: 1,
  },
  {
    service: 'ingest-statement',
    metric: 'JobTriesFailed',
    summary: 'Tries of jobs fail for other reasons than what their files say.',
    runbook: 'statements-not-processed',
    threshold: 5,
  },
  {
    service: 'redeliver-webhooks',
    metric: 'WebhooksRedelivered',
    summary: 'A hundred webhooks were due and had no message: a backlog, or receivers that keep failing.',
    runbook: 'webhooks-not-delivered',
    threshold: 100,
  },
  {
    service: 'deliver-webhook',
    metric: 'WebhooksFailing',
    summary: 'Endpoints of customers keep failing.',
    runbook: 'webhooks-not-delivered',
    threshold: 1,
  },
  {
    service: 'run-saved-reports',
    metric: 'ReportsFailed',
    summary: 'Scheduled reports failed.',
    runbook: 'reports-fail',
    threshold: 3,
  },
  {
    service: 'http-api',
    metric: 'ReportsRefused',
    summary: 'Queries of saved reports were refused again and again: somebody may be looking for a way past the guard.',
    runbook: 'reports-refused',
    threshold: 25,
  },
] as const;

/** The counted faults of drop-offs, whose stack is optional. */
export const INTAKE_TROUBLES = [
  {
    service: 'sweep-sftp',
    metric: 'DropsHeld',
    summary: 'Files left by SFTP were held back that only a person can let in.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
  {
    service: 'receive-mail',
    metric: 'DropsHeld',
    summary: 'Statements that came by email were held back that only a person can let in.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
  {
    service: 'sweep-sftp',
    metric: 'DropsFailed',
    summary: 'Files left by SFTP could not be taken in; each is tried again.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
] as const;
