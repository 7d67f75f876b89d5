import type { Mailer } from '../../app/intake/mail-ports.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Loaded with the first message: most processes never send one, and a quarter of the code they would start with is for that. */
export function awsMailer({ traced }: Telemetry): Mailer {
  const { MAIL_FROM } = readVariables(VARIABLES.mail);
  let mailer: Promise<Mailer> | undefined;
  return {
    async send(message) {
      mailer ??= import('../../adapters/mail/ses-mailer.ts').then(({ createSesClient, createSesMailer }) =>
        createSesMailer({ client: traced(createSesClient()), from: MAIL_FROM }),
      );
      await (await mailer).send(message);
    },
  };
}
