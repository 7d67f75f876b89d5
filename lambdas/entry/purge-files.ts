import { purgeFiles } from '../../app/operations/scheduled-tasks.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, scheduledFunction, startFunction } from '../runtime/deployed-function.ts';
import { createMailPurge, createSftpPurge } from '../runtime/intake-services.ts';
import { createAccountDeletions, createDuePurges } from '../runtime/single-stores.ts';

const started = startFunction('purge-files', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { telemetry, database } = started;
const objects = awsObjects(telemetry);
const dropStore = awsDrops(telemetry);
const purges = {
  objects,
  sftpPurge: createSftpPurge({ database, dropStore }),
  mailPurge: createMailPurge({ database, dropStore }),
  duePurges: createDuePurges(database, { objects, dropStore }),
  deletions: createAccountDeletions({ database, objects, dropStore, log: telemetry.log }),
};

export const handler = scheduledFunction(started, 'purge_files', (maintenance) =>
  purgeFiles({ ...maintenance, ...purges }),
);
