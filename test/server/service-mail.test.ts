import { expect, test } from 'vitest';
import { WAITING_MAILS_MAX } from '../../core/limits/account-limits.ts';
import { createMailQueue } from '../../server/outgoing-mail.ts';

/** Guarantee: a mail is sent after the answer, and a failed mail stops no other. */

test('a queue answers before it sends, in order, and goes on after a failure', async () => {
  const failures: unknown[] = [];
  const mails: string[] = [];
  const { add, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  add(async () => {
    await gate.promise;
    mails.push('first');
  });
  add(async () => {
    throw new Error('no mail server');
  });
  add(async () => {
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
  const { add, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  for (let mail = 0; mail <= WAITING_MAILS_MAX; mail++)
    add(async () => {
      await gate.promise;
      count += 1;
    });
  gate.resolve();
  await settled();
  expect([count, failures.length]).toEqual([WAITING_MAILS_MAX, 1]);
});
