import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startHttpService } from '../../support/http-service.ts';
import { platformOf } from '../../support/people-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: a sign-in that an anonymous caller makes fail is one line of the log, with the cause and without what the caller wrote. */

let url = '';
const lines: (readonly [level: string, event: string, fields: Readonly<Record<string, unknown>>])[] = [];

const database = await createTestDatabase();
const people = peopleForTests(database.database, () => url, { log: (...line) => lines.push(line) });
const service = await startHttpService({ ...platformOf(database.database), people, settings: { proxyHops: 1 } });
url = service.url;
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

test.each([
  ['POST', 'sign-in/magic-link', { email: 'nobody' }, 400, /email/i],
  ['POST', 'sign-in/magic-link', { email: 'a@b.example', callbackURL: 'https://evil.example' }, 403, /callbackURL/],
  ['POST', 'passkey/verify-authentication', { response: {} }, 400, /./],
  ['POST', 'sign-in/email', { email: 'a@b.example', password: 'long enough to pass' }, 400, /password/],
  ['GET', 'callback/google?state=planted&code=x', undefined, 302, /./],
] as const)('%s %s %j is one line', async (method, path, body, status, cause) => {
  const console = [vi.spyOn(globalThis.console, 'error'), vi.spyOn(globalThis.console, 'log')];
  try {
    const reply = await new PersonBrowser(url).call(method, `/v1/auth/${path}`, body);
    expect(reply.status).toBe(status);
    expect(lines).toEqual([['warn', 'sign_in_refused', { status, cause: expect.stringMatching(cause) }]]);
    expect(JSON.stringify(lines)).not.toMatch(/evil|b\.example/);
    for (const spy of console) expect(spy).not.toHaveBeenCalled();
  } finally {
    for (const spy of console) spy.mockRestore();
  }
});
