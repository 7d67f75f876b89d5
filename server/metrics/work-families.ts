import type { WorkMetrics } from '../../adapters/postgres/operations/operator-store.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import type { MetricFamily } from './open-metrics.ts';

export interface MachineState {
  readonly version: string;
  /** Null when the database did not answer. */
  readonly work: WorkMetrics | null;
  readonly disk: DiskSpace;
  readonly memoryBytes: number;
  readonly startedAtSeconds: number;
}

/** Job states in the order of a job's life; states without a job are shown as zero. */
const JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'];
const QUEUES = ['statements', 'statements-dead', 'webhooks', 'webhooks-dead'];
const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'discarded'];

/** The metrics of the machine and of the work on it, sums over all accounts. */
export function workFamilies({ version, work, disk, memoryBytes, startedAtSeconds }: MachineState): MetricFamily[] {
  return [
    { name: 'service', type: 'info', help: 'The running version.', samples: [{ labels: { version }, value: 1 }] },
    gauge(
      'process_start_time_seconds',
      'When the service started, in seconds since 1970.',
      startedAtSeconds,
      'seconds',
    ),
    gauge('process_resident_memory_bytes', 'Memory of the process of the API.', memoryBytes, 'bytes'),
    gauge('disk_free_bytes', 'Free space of the disk of DATA_DIR.', disk.freeBytes, 'bytes'),
    gauge(
      'disk_needed_bytes',
      'Free space of the disk of DATA_DIR below which nothing more is stored.',
      disk.neededBytes,
      'bytes',
    ),
    gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.totalBytes, 'bytes'),
    gauge('database_up', '1 when the database answered.', work === null ? 0 : 1),
    ...(work === null ? [] : databaseFamilies(work)),
  ];
}

function databaseFamilies({ jobs, oldestWaitingSeconds, queues, deliveries, tasks }: WorkMetrics): MetricFamily[] {
  const jobCounts = new Map(jobs.map(({ status, count }) => [status, count]));
  const deliveryCounts = new Map(deliveries.map(({ status, count }) => [status, count]));
  const byQueue = new Map(queues.map((each) => [each.queue, each]));
  return [
    {
      ...{ name: 'jobs', type: 'gauge', help: 'Jobs by state.' },
      samples: JOB_STATES.map((state) => ({ labels: { state }, value: jobCounts.get(state) ?? 0 })),
    },
    gauge('jobs_oldest_waiting_seconds', 'Age of the job that waits longest.', oldestWaitingSeconds ?? 0, 'seconds'),
    {
      ...{ name: 'queue_messages', type: 'gauge', help: 'Messages of each queue, also those being processed.' },
      samples: QUEUES.map((queue) => ({ labels: { queue }, value: byQueue.get(queue)?.messages ?? 0 })),
    },
    {
      ...{ name: 'queue_oldest_message_seconds', type: 'gauge', unit: 'seconds', help: 'Age of the oldest message.' },
      samples: QUEUES.map((queue) => ({ labels: { queue }, value: byQueue.get(queue)?.oldestSeconds ?? 0 })),
    },
    {
      name: 'webhook_deliveries_recent',
      type: 'gauge',
      help: 'Webhook deliveries that wait, and those that ended within the last hour, by state.',
      samples: DELIVERY_STATES.map((state) => ({ labels: { state }, value: deliveryCounts.get(state) ?? 0 })),
    },
    {
      ...{ name: 'task_last_run_time_seconds', type: 'gauge', unit: 'seconds' },
      help: 'When each scheduled task last ran, in seconds since 1970.',
      samples: tasks.map(({ task, lastRanAtSeconds }) => ({ labels: { task }, value: lastRanAtSeconds })),
    },
    {
      ...{ name: 'task_last_run_duration_seconds', type: 'gauge', unit: 'seconds' },
      help: 'How long the last run of each scheduled task took.',
      samples: tasks.map(({ task, durationMs }) => ({ labels: { task }, value: durationMs / 1000 })),
    },
  ];
}

function gauge(name: string, help: string, value: number, unit?: string): MetricFamily {
  return { name, type: 'gauge', help, ...(unit === undefined ? {} : { unit }), samples: [{ value }] };
}
