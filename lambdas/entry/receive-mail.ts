import { MAIL_TIMEOUT_SECONDS } from '../../core/limits/request-limits.ts';
import { ISOLATED_HEAP_MB, ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import { createReceiveMail } from '../email/mail-handler.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { readVariables, VARIABLES } from '../runtime/aws-settings.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { startFunction } from '../runtime/deployed-function.ts';
import { createUploadIntake } from '../runtime/intake-services.ts';
import { createIsolation, fileReadingProgram } from '../runtime/isolation.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMailIntake } from '../runtime/mail-intake.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';

const started = startFunction('receive-mail', { statementTimeoutSeconds: MAIL_TIMEOUT_SECONDS - 20 });
const { telemetry, database } = started;
const { log, count } = telemetry;
const { relayOutbox } = startRelay(started);
const intake = createMailIntake(
  {
    database,
    dropStore: awsDrops(telemetry),
    mailer: awsMailer(telemetry, database),
    log,
    runIsolated: createIsolation({
      program: fileReadingProgram(import.meta.url),
      heapMegabytes: ISOLATED_HEAP_MB,
      wallSeconds: ISOLATION_LIMITS.wallSeconds,
    }).runIsolated,
    domain: readVariables(VARIABLES.emailIntake).EMAIL_DOMAIN,
  },
  createUploadIntake({ database, objects: awsObjects(telemetry), relayOutbox, log }),
);

export const handler = lambdaHandler(
  telemetry,
  createReceiveMail({
    intake,
    onReceived({ accepted, rejected, held }) {
      count('DropsAccepted', accepted);
      count('DropsRejected', rejected);
      count('DropsHeld', held);
    },
  }),
);
