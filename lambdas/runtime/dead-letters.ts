import type { Database } from '../../adapters/postgres/database.ts';
import { createDeliveryStore } from '../../adapters/postgres/delivery-store.ts';
import { createJobStore } from '../../adapters/postgres/job-store.ts';
import type { JobStore } from '../../app/ports.ts';
import type { DeliveryStore } from '../../app/webhook-delivery-ports.ts';

/** What ends the jobs of messages that died. */
export function createDeadStatements(database: Database): JobStore {
  return createJobStore(database);
}

/** What keeps the messages of deliveries that died. */
export function createDeadWebhooks(database: Database): DeliveryStore {
  return createDeliveryStore(database);
}
