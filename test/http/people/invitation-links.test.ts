import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: where mails stay on the machine, an owner gets a link for a new person, and for nobody who belongs to another agency. */

const service = await startService({
  people: (database) => peopleForTests(database, () => service.url, { hasMail: false }),
});
afterAll(() => service.close());

const link = z.object({ signInLink: z.string() });

async function owner(email: string): Promise<PersonBrowser> {
  const { accountId } = await service.createAccount();
  const added = await fetch(`${service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId, email, name: 'Dana Reyes', role: 'owner' }),
  });
  const browser = new PersonBrowser(service.url);
  await browser.follow(link.parse(await added.json()).signInLink);
  return browser;
}

const invite = (browser: PersonBrowser, email: string) =>
  browser.call('POST', '/v1/team/invites', { email, name: 'Omar Vale', role: 'staff' });

test('the link signs the invited person in, who still accepts by a click', async () => {
  const invited = await invite(await owner('dana@harbor.example'), 'omar@harbor.example');
  expect(invited.status).toBe(201);
  const omar = new PersonBrowser(service.url);
  expect((await omar.follow(link.parse(invited.json).signInLink)).status).toBe(200);
  expect((await omar.call('GET', '/v1/auth/invitations')).json).toMatchObject({
    email: 'omar@harbor.example',
    invitations: [{ role: 'staff' }],
  });
});

test('there is no link for a person of another agency', async () => {
  const other = await owner('eve@elsewhere.example');
  expect((await invite(other, 'dana@harbor.example')).json).toMatchObject({ status: 'invited', signInLink: null });
});
