import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: a member's screen shows the rows of the statements and the policies, and keeps notes and contact. */
describe('member screen', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  let path: string;
  let fileId: string;
  beforeAll(async () => {
    session = await startConsoleSession();
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
    const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
    const more = {
      ...{ Name: 'Jane Doe', Policy: 'P-77', Plan: 'Gold', Email: 'jane@statement.example' },
      ...{ 'Product of the carrier': 'Supplemental', 'Month of the payment': '2026-04' },
    };
    for (const period of ['2026-03', '2026-04']) {
      const file = statement([['M-1', 40, more]]);
      const accepted = await account.upload({ file, fileName: `${period}.csv`, carrierId, period });
      fileId = z.object({ fileId: z.string() }).parse(accepted.json).fileId;
    }
    await session.service.runJobs();
    const { json } = await account.call('GET', '/v1/members');
    const [member] = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(json).data;
    path = `/members/${member?.memberRefId}`;
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();

  async function open(options: PageOptions = {}) {
    const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
    await opened.page.goto(path);
    await opened.page.getByRole('heading', { name: 'Jane Doe' }).waitFor();
    return opened.page;
  }

  test('shows the row exactly as in the statement with its column names, or the values that were read once the file is gone', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Show the rows of April 2026' }).click();
    const row = page.getByRole('region', { name: /^Row 2 of/ });
    await row.getByRole('columnheader', { name: 'Commission' }).waitFor();
    await row.getByRole('cell', { name: 'jane@statement.example' }).waitFor();
    await page.getByRole('rowheader', { name: 'P-77' }).waitFor();
    const months = await page.getByRole('table', { name: 'Months' }).boundingBox();
    const beside = await page.getByRole('heading', { name: 'Contact' }).boundingBox();
    expect((months?.x ?? 0) + (months?.width ?? 0)).toBeLessThan(beside?.x ?? 0);
    // On a phone the row stays a table, whose cells stand side by side.
    await page.setViewportSize({ width: 360, height: 740 });
    const lefts = `[...document.querySelectorAll('section[aria-label^="Row "] td')].map((cell) => cell.getBoundingClientRect().left)`;
    const cells = z.array(z.number()).parse(await page.evaluate(lefts));
    expect(cells.length).toBeGreaterThan(2);
    expect(cells).toEqual([...new Set(cells)].toSorted((a, b) => a - b));
    await page.setViewportSize({ width: 1280, height: 740 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
    const later = await open();
    await later.getByRole('button', { name: 'Show the rows of April 2026' }).click();
    await later.getByText(/the file itself is not kept any more/).waitFor();
    await later.getByRole('columnheader', { name: 'Member number' }).waitFor();
    await later.getByRole('cell', { name: '$40.00' }).first().waitFor();
  });

  test('keeps phone and notes, on a phone of 360 px in the dark', async () => {
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByText('(from the statement)').waitFor();
    await page.getByRole('button', { name: 'Change the contact' }).click();
    await page.getByLabel('Phone').fill('+1 555 0100');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const phone = page.getByRole('link', { name: '+1 555 0100' });
    expect(await phone.getAttribute('href')).toBe('tel:+15550100');
    await page.getByLabel('New note').fill('Called.\nThe new card is on its way.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    const note = page.getByRole('article');
    await note.getByText('The new card is on its way.').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await note.getByRole('button', { name: /Delete the note/ }).click();
    await page.getByText('Nobody has written a note yet.').waitFor();
  });

  test('lets a read-only person change nothing', async () => {
    await session.service.database.system(
      (sql) => sql`update api_tokens set scopes = '{read}' where account_id = ${account.accountId}`,
    );
    const page = await open();
    await page.getByText('Nobody has written a note yet.').waitFor();
    await page.getByRole('link', { name: '+1 555 0100' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change the contact' }).count()).toBe(0);
    expect(await page.getByLabel('New note').count()).toBe(0);
  });
});

/** Guarantee: an owner imports contacts only after seeing who is meant, and a member's page leads to the household. */
describe('contacts', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  beforeAll(async () => {
    session = await startConsoleSession();
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
    const [summit, zenith] = [
      await session.service.createCarrier({ name: 'Summit Senior Life' }),
      await session.service.createCarrier({ name: 'Zenith Health' }),
    ];
    const on = (Name: string, Policy: string) => ({ Name, Policy });
    const rows = [['M-1', 40, on('Doe, Jane', 'P-1')] as const, ['M-2', 30, on('Doe, John', 'P-1')] as const];
    await account.load({ carrierId: summit, period: '2026-03', file: statement(rows) });
    await account.load({ carrierId: zenith, period: '2026-03', file: statement([['Z-1', 9, on('Jane Doe', 'Q-1')]]) });
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();
  const open = async (path: string, options: PageOptions = {}) => {
    const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
    await opened.page.goto(path);
    return opened.page;
  };

  const LIST =
    'Name,Policy,Phone,Email\nJane Doe,,555 0100,jane@doe.example\nJohn Doe,P-1,555 0101,\nNobody,,555 0102,\n';
  const list = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };

  test('contacts are imported from a list in three clicks, after a preview of who is meant', async () => {
    const page = await open('/members');
    await page.getByRole('link', { name: 'Import contacts' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the list' }).click();
    await (await chooser).setFiles(list);
    await page.getByText('3 rows: 2 to write down, 0 known already, 1 left out.').waitFor();
    await page.getByRole('row', { name: /John Doe.*New.*Doe, John.*555 0101/ }).waitFor();
    await page.getByRole('row', { name: /Nobody.*On no statement/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write down 2 contacts' }).click();
    await page.getByText('2 rows written down.').waitFor();
    await page.getByRole('link', { name: 'Doe, John' }).click();
    await page.getByRole('link', { name: '555 0101' }).waitFor();
  });

  test('a member shows who is on the same policy, and the same name at another carrier, each with a link', async () => {
    const { json } = await account.call('GET', '/v1/members?q=M-1');
    const [jane] = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(json).data;
    for (const options of [{}, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }]) {
      const page = await open(`/members/${jane?.memberRefId}`, options);
      await page.getByText('Paid for them together: $70.00').waitFor();
      const elsewhere = page.getByRole('region', { name: 'The same name at other carriers' });
      await elsewhere.getByText('Zenith Health, $9.00 in Mar 26').waitFor();
      expect(await fitsItsWidth(page)).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('region', { name: 'Household' }).getByRole('link', { name: 'Doe, John' }).click();
      await page.getByRole('heading', { name: 'Doe, John' }).waitFor();
    }
  });

  test('the import fits a phone of 360 px in the dark', async () => {
    const page = await open('/members/import', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the list' }).click();
    await (await chooser).setFiles(list);
    await page.getByText('1 left out.').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
