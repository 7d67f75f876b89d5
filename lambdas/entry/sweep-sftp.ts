import { sweepSftp } from '../../app/intake/sweep-sftp.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { createSftpSweep } from '../runtime/intake-services.ts';
import { scheduledFunction } from '../runtime/scheduled-function.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/start-function.ts';
import { startRelay } from '../runtime/start-relay.ts';
import { createUploadIntake } from '../runtime/upload-intake.ts';

const started = startFunction('sweep-sftp', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { telemetry, database } = started;
const { log } = telemetry;
const { relayOutbox } = startRelay(started);
const intake = createUploadIntake({ database, objects: awsObjects(telemetry), relayOutbox, log });
const sweep = createSftpSweep({ database, log, dropStore: awsDrops(telemetry) }, intake);

export const handler = scheduledFunction(started, 'sweep_sftp', () => sweepSftp(sweep));
