import { sweepSftp } from '../../app/intake/sweep-sftp.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, scheduledFunction, startFunction } from '../runtime/deployed-function.ts';
import { createSftpSweep, createUploadIntake } from '../runtime/intake-services.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';

const started = startFunction('sweep-sftp', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { telemetry, database } = started;
const { log } = telemetry;
const { relayOutbox } = startRelay(started);
const intake = createUploadIntake({ database, objects: awsObjects(telemetry), relayOutbox, log });
const sweep = createSftpSweep({ database, log, dropStore: awsDrops(telemetry) }, intake);

export const handler = scheduledFunction(started, 'sweep_sftp', () => sweepSftp(sweep));
