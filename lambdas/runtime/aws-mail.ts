import { createTestAccounts } from '../../adapters/postgres/accounts/account-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { withoutTestMail } from '../../app/accounts/manage-accounts.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * Makes the mailer, which is loaded with the first message. Most processes never send one, and it is a quarter of the code that they would
 * load at the start.
 */
export function awsMailer({ traced }: Telemetry, database: Database): Mailer {
  const { MAIL_FROM } = readVariables(VARIABLES.mail);
  let mailer: Promise<Mailer> | undefined;
  const ses: Mailer = {
    async send(message) {
      mailer ??= import('../../adapters/mail/ses-mailer.ts').then(({ createSesClient, createSesMailer }) =>
        createSesMailer({ client: traced(createSesClient()), from: MAIL_FROM }),
      );
      await (await mailer).send(message);
    },
  };
  return withoutTestMail(ses, createTestAccounts(database));
}
