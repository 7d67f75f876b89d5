import { PEOPLE_MAIL_TIMEOUT_SECONDS } from '../../core/limits/account-limits.ts';
import { createMailPeople } from '../queue/people-mail-handler.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { awsPublicUrl } from '../runtime/aws-queues.ts';
import { awsSecretKey } from '../runtime/aws-secrets.ts';
import { startFunction } from '../runtime/deployed-function.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createPeople } from '../runtime/people-services.ts';

const { telemetry, secrets, database } = startFunction('mail-people', {
  statementTimeoutSeconds: PEOPLE_MAIL_TIMEOUT_SECONDS / 3,
});
const { log } = telemetry;
const publicUrl = awsPublicUrl();

const { mailPerson } = createPeople({
  database,
  secretKey: await awsSecretKey(secrets),
  mailer: awsMailer(telemetry, database),
  log,
  publicUrl: () => publicUrl,
  providers: [],
  // This function is behind the queue, so it sends.
  queueMails: (send) => send,
});

export const handler = lambdaHandler(
  telemetry,
  createMailPeople({
    mailPerson,
    onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
  }),
);
