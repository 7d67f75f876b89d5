import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser.ts';
import { statement } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: a first owner signs in by link, drops two months and reads who is gone. The other tests of the console are long ones. */

let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession({ host: 'localhost' });
  await session.service.createCarrier({ name: 'Summit Senior Life' });
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

test('a first owner signs in by link, adds two statements, and sees the member who is gone', async () => {
  const { page } = await openPage(session.browser, session.url);
  await page.goto((await session.firstOwnerLink()) ?? '');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/drop');
  const file = (month: string, rows: Parameters<typeof statement>[0]) => ({
    name: `Summit Senior Life ${month}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(statement(rows)),
  });
  const ada = ['M-1', 40, { Name: 'Ada Doe' }] as const;
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles([file('2026-03', [ada, ['M-2', 30, { Name: 'Bob Roe' }]]), file('2026-04', [ada])]);
  await page.getByRole('button', { name: 'Add all 2 statements' }).click();
  let jobs = 0;
  await expect.poll(async () => (jobs += await session.service.runJobs())).toBeGreaterThanOrEqual(2);
  await page.getByText('1 gone.').waitFor();
  await page.goto('/changes');
  await page.getByText('Bob Roe').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
