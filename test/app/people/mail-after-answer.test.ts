import { expect, test } from 'vitest';
import { createMailQueue, holdAnswers } from '../../../app/people/mail-after-answer.ts';
import { MAIL_ANSWER_MS, WAITING_MAILS_MAX } from '../../../core/limits/people-limits.ts';

/** Guarantee: the time of an answer does not show whether a mail is sent, and a failed mail stops no other. */

test('a queue answers before it sends, in order, and goes on after a failure', async () => {
  const failures: unknown[] = [];
  const mails: string[] = [];
  const { afterAnswer, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  await afterAnswer(async () => {
    await gate.promise;
    mails.push('first');
  });
  await afterAnswer(async () => {
    throw new Error('no mail server');
  });
  await afterAnswer(async () => {
    mails.push('third');
  });
  expect(mails).toEqual([]);
  gate.resolve();
  await settled();
  expect(mails).toEqual(['first', 'third']);
  expect(failures).toEqual([new Error('no mail server')]);
});

test('a flooded queue reports and drops further mails', async () => {
  const failures: unknown[] = [];
  let count = 0;
  const { afterAnswer, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  for (let mail = 0; mail <= WAITING_MAILS_MAX; mail++)
    await afterAnswer(async () => {
      await gate.promise;
      count += 1;
    });
  gate.resolve();
  await settled();
  expect([count, failures.length]).toEqual([WAITING_MAILS_MAX, 1]);
});

test('a host that stops after an answer waits for the same time with and without a mail', async () => {
  const failures: unknown[] = [];
  const waited: number[] = [];
  const time = Promise.withResolvers<void>();
  const afterAnswer = holdAnswers(
    (error) => failures.push(error),
    (milliseconds) => {
      waited.push(milliseconds);
      return time.promise;
    },
  );
  let answered = 0;
  const onAnswer = () => {
    answered += 1;
  };
  const answers = [
    afterAnswer(async () => {}).then(onAnswer),
    afterAnswer(async () => Promise.reject(new Error('bounced'))).then(onAnswer),
  ];
  await Promise.resolve();
  expect(answered).toBe(0);
  time.resolve();
  await Promise.all(answers);
  expect([waited, failures]).toEqual([[MAIL_ANSWER_MS, MAIL_ANSWER_MS], [new Error('bounced')]]);
});
