import { MAIL_ANSWER_MS, WAITING_MAILS_MAX } from '../../core/limits/people-limits.ts';
import type { AfterAnswer } from './people-ports.ts';

/** Mails that are sent after the answer to the request that caused them, one after the other. */
export interface MailQueue {
  readonly afterAnswer: AfterAnswer;
  /** Resolves when all mails that wait now are sent. */
  settled(): Promise<void>;
}

/**
 * Creates the queue of a process that goes on after an answer. A mail that is lost with the process is asked for again by its person. Above
 * WAITING_MAILS_MAX further mails are reported and dropped.
 */
export function createMailQueue(onError: (error: unknown) => void): MailQueue {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    async afterAnswer(work) {
      if (waiting >= WAITING_MAILS_MAX) return onError(new Error(`More than ${WAITING_MAILS_MAX} mails wait`));
      waiting += 1;
      last = last
        .then(work)
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    settled: () => last,
  };
}

/**
 * Creates the same for a host that stops when it has answered. Every answer waits for the same time, whether or not a mail is sent, and
 * longer only while a mail takes longer.
 */
export function holdAnswers(
  onError: (error: unknown) => void,
  wait: (milliseconds: number) => Promise<void>,
): AfterAnswer {
  return async (work) => {
    await Promise.all([work().catch(onError), wait(MAIL_ANSWER_MS)]);
  };
}
