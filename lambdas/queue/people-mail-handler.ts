import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type MailPerson, readPersonMail } from '../../app/people/mail-person.ts';

export interface MailPeopleDeps {
  readonly mailPerson: MailPerson;
  readonly onUnreadable: (messageId: string) => void;
}

/**
 * Handles the queue of mails to people: each message is one mail. A thrown error makes the queue deliver the message again, and at last
 * moves it to the dead-letter queue.
 */
export function createMailPeople({
  mailPerson,
  onUnreadable,
}: MailPeopleDeps): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    for (const { body, messageId } of event.Records) {
      const mail = readPersonMail(body);
      if (mail === null) onUnreadable(messageId);
      else await mailPerson(mail);
    }
    return { batchItemFailures: [] };
  };
}
