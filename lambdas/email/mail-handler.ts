import type { SESEvent } from 'aws-lambda';
import { z } from 'zod';
import { type MailCounts, type MailIntake, receiveMail } from '../../app/intake/receive-mail.ts';
import { CHECK_RESULTS } from '../../core/intake/judge-mail.ts';

export interface ReceiveMailDeps {
  readonly intake: MailIntake;
  readonly onReceived: (counts: MailCounts) => void;
}

/** Reads a verdict of SES. An unknown verdict counts as a failure, because it verifies nothing. */
const verdict = z
  .object({ status: z.enum(CHECK_RESULTS).catch('PROCESSING_FAILED') })
  .transform(({ status }) => status);

const receivedMail = z.object({
  mail: z.object({ messageId: z.string().regex(/^[\w-]{1,200}$/), source: z.string().default('') }),
  receipt: z.object({
    recipients: z.array(z.string()),
    spamVerdict: verdict,
    virusVerdict: verdict,
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
  }),
});

/** The SES rule stores messages under this prefix before it calls the function. */
const PREFIX = 'mail/';

/**
 * Handles mail that SES received. The first action of the SES rule stores the message under its id; the second action calls this function.
 * After a thrown error Lambda repeats the call, and the second run finds the results of the first.
 */
export function createReceiveMail({ intake, onReceived }: ReceiveMailDeps): (event: SESEvent) => Promise<void> {
  return async (event) => {
    for (const { ses } of event.Records) {
      const { mail, receipt } = receivedMail.parse(ses);
      const counts = await receiveMail(intake, {
        objectKey: `${PREFIX}${mail.messageId}`,
        recipients: receipt.recipients,
        envelopeSender: mail.source,
        verdicts: {
          spam: receipt.spamVerdict,
          virus: receipt.virusVerdict,
          spf: receipt.spfVerdict,
          dkim: receipt.dkimVerdict,
          dmarc: receipt.dmarcVerdict,
        },
      });
      onReceived(counts);
    }
  };
}
