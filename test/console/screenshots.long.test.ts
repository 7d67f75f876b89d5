import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPage } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { screenshotFault, useSameLetters } from '../support/screenshots.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';

const email = 'dana@harbor.example';

/** Guarantee: the main screens look like the approved pictures. `npm run screenshots` renews the pictures. */

let session: ConsoleSession;
let account: TestAccount;
let memberPath: string;
beforeAll(async () => {
  session = await startConsoleSession();
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carriers = ['Summit Senior Life', 'Lakeside Health'];
  for (const [index, name] of carriers.entries()) {
    const carrierId = await session.service.createCarrier({ name });
    await account.call('POST', '/v1/expected-rates', {
      json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
    });
    for (const [period, rows] of Object.entries(MONTHS)) {
      // No two amounts and no two differences are the same, so that every list has one order.
      const own = rows.map(([id, amount, more]) => [`${index}${id}`, (amount * (100 + index)) / 100, more] as const);
      await account.upload({ file: statement(own), fileName: `${name} ${period}.csv`, carrierId, period });
    }
  }
  await session.service.runJobs();
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email, name: 'Dana Reyes', role: 'owner' }),
  });
  expect(added.status).toBe(201);
  const found = await account.call('GET', '/v1/members?q=0M2');
  const members = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(found.json).data;
  memberPath = `/members/${members[0]?.memberRefId}`;
});
afterAll(() => session?.close());

const of = (Name: string, Agent: string) => ({ Name, Agent, Policy: `P-${Name.length}`, Plan: 'Gold' });
const [ANA, LEE] = ['Ana Rivera', 'Lee Park'];
type Row = readonly [memberId: string, commission: number, more: Readonly<Record<string, string>>];
const MONTHS: Readonly<Record<string, readonly Row[]>> = {
  '2026-02': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 42, of('Walter Birch', LEE)],
    ['M3', 43, of('Cleo Marsh', ANA)],
  ],
  '2026-03': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 42, of('Walter Birch', LEE)],
    ['M3', 43, of('Cleo Marsh', ANA)],
    ['M4', 45, of('Dirk Stone', LEE)],
  ],
  '2026-04': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 15, of('Walter Birch', LEE)],
    ['M5', 47, of('Elsa Ford', ANA)],
  ],
};

const SCREENS = [
  ['home', () => '/'],
  ['month', () => '/months/2026-03'],
  ['changes', () => '/changes'],
  ['member', () => memberPath],
  ['ask', () => '/ask'],
  ['settings', () => '/settings'],
] as const;

describe.each([
  ['wide', { width: 1100, height: 800 }],
  ['phone', { width: 360, height: 740 }],
] as const)('on a %s screen', (size, viewport) => {
  test.each(SCREENS)('%s looks as before', async (name, path) => {
    const { page, close } = await openPage(session.browser, session.url, {
      ...{ viewport, bypassCSP: true, deviceScaleFactor: 1, colorScheme: 'light', locale: 'en-US', timezoneId: 'UTC' },
    });
    await page.goto(await session.people.signIn.makeLink(email));
    await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
    await page.goto(path());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await useSameLetters(page);
    expect(await screenshotFault(page, `test/console/screenshots/${name}-${size}.png`)).toBeNull();
    await close();
  });
});
