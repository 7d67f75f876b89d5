/**
 * The counted faults of the service that people must be told: the function that counts each, its name, and the alarm threshold per quarter
 * of an hour. They are separate from the alarms, so that a test can compare them with the metrics that are written.
 *
 * A fault that customers cause has a share instead: the alarm goes off when at least `threshold` percent of at least `among` cases failed.
 * A customer's broken receiver wakes nobody, and a fault of the service, which hits all customers, does.
 */
export const COUNTED_TROUBLES = [
  {
    service: 'recover-jobs',
    metric: 'JobsRequeued',
    summary: 'A worker died, and its job was queued again.',
    runbook: 'statements-not-processed',
    severity: 'ticket',
    threshold: 1,
  },
  {
    service: 'ingest-statement',
    metric: 'JobTriesFailed',
    summary: 'Attempts of jobs fail, not because of their files but because of the service.',
    runbook: 'statements-not-processed',
    severity: 'page',
    threshold: 5,
  },
  {
    service: 'redeliver-webhooks',
    metric: 'WebhooksRedelivered',
    summary: 'A hundred due webhooks had no message in the queue: there is a backlog, or receivers keep failing.',
    runbook: 'webhooks-not-delivered',
    severity: 'ticket',
    threshold: 100,
  },
  {
    service: 'deliver-webhook',
    metric: 'WebhooksFailing',
    summary: 'A fifth of the webhook deliveries went to endpoints that keep failing.',
    runbook: 'webhooks-not-delivered',
    severity: 'ticket',
    threshold: 20,
    share: { among: 100, of: 'calls' },
  },
  {
    service: 'run-saved-reports',
    metric: 'ReportsFailed',
    summary: 'Half of the scheduled reports failed.',
    runbook: 'reports-fail',
    severity: 'ticket',
    threshold: 50,
    share: { among: 6, of: ['ReportsSent'] },
  },
  {
    service: 'http-api',
    metric: 'ReportsRefused',
    summary: 'Many queries of saved reports were refused: somebody may be trying to bypass the query checks.',
    runbook: 'reports-refused',
    severity: 'ticket',
    threshold: 25,
  },
] as const;

/** The metrics of drop-offs with another outcome than held. */
const OTHER_DROPS = ['DropsAccepted', 'DropsRejected'] as const;

/** The counted faults of drop-offs, whose stack is optional. */
export const INTAKE_TROUBLES = [
  {
    service: 'sweep-sftp',
    metric: 'DropsHeld',
    summary: 'Half of the files dropped by SFTP were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 50,
    share: { among: 10, of: OTHER_DROPS },
  },
  {
    service: 'receive-mail',
    metric: 'DropsHeld',
    summary: 'Half of the mailed statements were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 50,
    share: { among: 10, of: OTHER_DROPS },
  },
  {
    service: 'sweep-sftp',
    metric: 'DropsFailed',
    summary: 'Files dropped by SFTP could not be accepted. Each is retried.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 1,
  },
] as const;
