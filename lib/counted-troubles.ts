/**
 * The counted faults of the service that people must be told: the function that counts each, its name, and the alarm threshold per quarter
 * of an hour. They are separate from the alarms, so that a test can compare them with the metrics that are written.
 */
export const COUNTED_TROUBLES = [
  {
    service: 'recover-jobs',
    metric: 'JobsRequeued',
    summary: 'A worker died, and its job was queued again.',
    runbook: 'statements-not-processed',
    threshold: 1,
  },
  {
    service: 'ingest-statement',
    metric: 'JobTriesFailed',
    summary: 'Attempts of jobs fail, not because of their files but because of the service.',
    runbook: 'statements-not-processed',
    threshold: 5,
  },
  {
    service: 'redeliver-webhooks',
    metric: 'WebhooksRedelivered',
    summary: 'A hundred due webhooks had no message in the queue: there is a backlog, or receivers keep failing.',
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
    summary: 'Many queries of saved reports were refused: somebody may be trying to bypass the query checks.',
    runbook: 'reports-refused',
    threshold: 25,
  },
] as const;

/** The counted faults of drop-offs, whose stack is optional. */
export const INTAKE_TROUBLES = [
  {
    service: 'sweep-sftp',
    metric: 'DropsHeld',
    summary: 'Files dropped by SFTP were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
  {
    service: 'receive-mail',
    metric: 'DropsHeld',
    summary: 'Mailed statements were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
  {
    service: 'sweep-sftp',
    metric: 'DropsFailed',
    summary: 'Files dropped by SFTP could not be accepted. Each is retried.',
    runbook: 'drop-offs-held',
    threshold: 1,
  },
] as const;
