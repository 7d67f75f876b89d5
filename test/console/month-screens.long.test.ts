import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner finds who is gone and why, follows a member, asks a carrier for money, and sees the team. */

let session: ConsoleSession;
let account: TestAccount;
beforeAll(async () => {
  session = await startConsoleSession();
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
  const member = (id: string, amount: number) =>
    [id, amount, { Name: `Member ${id}`, Agent: id === 'M-3' ? 'Bob Miller' : 'Ana Rivera' }] as const;
  await account.call('POST', '/v1/expected-rates', {
    json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
  });
  const march = [member('M-1', 40), member('M-2', 40), member('M-3', 40)];
  const april = [member('M-1', 40), member('M-3', 15)];
  await account.upload({ file: statement(march), carrierId, period: '2026-03' });
  await account.upload({ file: statement(april), carrierId, period: '2026-04' });
  await session.service.runJobs();
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

async function open(path: string, options: PageOptions = {}) {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto(path);
  return opened.page;
}

async function memberPath(agency: TestAccount, name: string): Promise<string> {
  const { json } = await agency.call('GET', '/v1/members');
  const member = z.object({ memberRefId: z.string(), memberName: z.string().nullable() });
  const found = z
    .object({ data: z.array(member) })
    .parse(json)
    .data.find(({ memberName }) => memberName === name);
  return `/members/${found?.memberRefId}`;
}

test('the changes list who is gone and who is paid less, and lead to the member', async () => {
  const page = await open('/changes');
  await page.getByRole('rowheader', { name: /Member M-2/ }).waitFor();
  // The head, two people and the totals.
  expect(await page.getByRole('row').count()).toBe(4);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Member M-2' }).click();
  await page.getByRole('link', { name: "Open the person's page" }).click();
  await page.getByRole('heading', { name: 'Member M-2' }).waitFor();
  await page.getByRole('rowheader', { name: 'March 2026' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the changes are printed without the controls of the screen', async () => {
  const page = await open('/changes');
  const member = page.getByRole('rowheader', { name: /Member M-2/ });
  await member.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await member.isVisible()).toBe(true);
  expect(await page.getByRole('heading', { level: 1, name: 'Changes' }).isVisible()).toBe(true);
  for (const onScreen of [
    page.getByRole('navigation').first(),
    page.getByRole('button', { name: 'Save for Excel' }),
    page.getByRole('button', { name: 'Print' }),
  ])
    expect(await onScreen.isVisible()).toBe(false);
  // A page that stands upright has every column, wide enough for its words.
  await page.setViewportSize({ width: 725, height: 900 });
  for (const name of ['What', 'Carrier and agent', 'Why'])
    expect((await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width).toBeGreaterThan(60);
});

test('the changes are saved for Excel, and a failure is shown', async () => {
  const page = await open('/changes');
  await page.getByRole('rowheader', { name: /Member M-2/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for Excel' }).click();
  expect((await download).suggestedFilename()).toBe('changes-2026-04.xlsx');
  await page.route('**/v1/pay-changes*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', status: 403 } }),
  );
  await page.getByRole('button', { name: 'Save for Excel' }).click();
  await page.getByRole('alert').getByText('The list was not saved').waitFor();
});

test('a member who is not there is said once, without another try', async () => {
  const page = await open('/members/8d0c2c4e-0000-4000-8000-000000000000');
  await page.getByRole('alert').getByText('The member could not be loaded').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('a part of the bridge leads to the members behind it', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: /Gone/ }).click();
  await page.getByRole('rowheader', { name: /Member M-2/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(3);
});

test('a plan is chosen above the members, among those of the people shown', async () => {
  const agency = await session.service.createAccount({ name: 'Two Plans' });
  const carrierId = await session.service.createCarrier({ name: 'Oak Dental' });
  const people = [
    ['M-7', 40, { Name: 'Ada Low', Plan: 'Gold' }],
    ['M-8', 40, { Name: 'Ben Moss', Plan: 'Silver' }],
  ] as const;
  await agency.upload({ file: statement(people), carrierId, period: '2026-03' });
  await session.service.runJobs();
  const page = await open('/members', { token: agency.token });
  await page.getByText('Ben Moss').waitFor();
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Gold' }).click();
  await page.getByText('Ben Moss').waitFor({ state: 'detached' });
  expect(page.url()).toContain('plan=Gold');
  expect(await page.getByText('Ada Low').isVisible()).toBe(true);
});

test('the list of members keeps number and name apart, and its amounts in view beside long names', async () => {
  const agency = await session.service.createAccount({ name: 'Long Names' });
  const carrierId = await session.service.createCarrier({ name: 'Blue Ridge Mutual of Carolina', account: agency });
  const person = { Name: 'Acevedo-Montgomery, Clifford', Agent: 'Maximiliano Estévez-Carrasco' };
  await agency.upload({ file: statement([['110329994', 12345.67, person]]), carrierId, period: '2026-03' });
  await session.service.runJobs();
  const page = await open('/members', { token: agency.token, viewport: { width: 1280, height: 860 } });
  await page.getByRole('rowheader', { name: /Acevedo/ }).waitFor();
  const edges = `['main table', 'main > *'].map((path) =>
    Math.max(...[...document.querySelectorAll(path)].map((box) => Math.round(box.getBoundingClientRect().right))))`;
  const [table = 0, place = 0] = z.array(z.number()).parse(await page.evaluate(edges));
  expect(table).toBeLessThanOrEqual(place);
  const gap = `getComputedStyle(document.querySelector('main tbody th > :last-child')).marginInlineStart`;
  expect(await page.evaluate(gap)).not.toBe('0px');
});

test('a long list loads on as its end comes near, and sums of millions stand beside each other', async () => {
  const agency = await session.service.createAccount({ name: 'Large Agency' });
  const carrierId = await session.service.createCarrier({ name: 'Elm Health' });
  const people = (amount: number) =>
    Array.from(
      { length: 250 },
      (_, index) => [`L-${index}`, amount, { Name: `Person ${String(index).padStart(3, '0')}` }] as const,
    );
  await agency.upload({ file: statement(people(9000.01)), carrierId, period: '2026-03' });
  await agency.upload({ file: statement(people(4000.01)), carrierId, period: '2026-04' });
  await session.service.runJobs();
  const page = await open('/members', { token: agency.token });
  const scrollTo = async (last: string) => {
    await page.getByText('Person 000').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.getByText(last).isVisible();
      })
      .toBe(true);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  };
  await scrollTo('Person 249');
  await page.goto('/changes?sort=name');
  await page.locator('tfoot').getByText('-$1,250,000.00', { exact: true }).waitFor();
  const rows = page.locator('tbody [data-row]');
  expect(await rows.count()).toBe(100);
  await page.evaluate(
    `window.print = () => document.body.setAttribute('data-printed', document.querySelectorAll('tbody [data-row]').length)`,
  );
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed="250"]').waitFor();
  await page.reload();
  await scrollTo('Person 249');
  expect(await rows.count()).toBe(250);
  const cut = `[...document.querySelectorAll('tfoot td')].filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
  expect(await page.evaluate(cut)).toBe(0);
});

test('another month, carrier or agent is chosen above the list, which keeps the choice in its address', async () => {
  const page = await open('/changes');
  await page.getByRole('rowheader', { name: /Member M-2/ }).waitFor();
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: 'Bob Miller' }).click();
  await page.getByRole('rowheader', { name: /Member M-2/ }).waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: /Member M-3/ }).waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Bob Miller');
  expect(await page.getByRole('row').count()).toBe(3);
  await page.getByRole('combobox', { name: 'Carrier' }).click();
  await page.getByRole('option', { name: 'Summit Senior Life' }).click();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('March 2026');
  await page.getByText('March 2026 is the first month: 1 person').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the chart of the month takes no keyboard focus', async () => {
  const page = await open('/');
  const carrier = page.getByRole('table').getByRole('link', { name: 'Summit Senior Life' });
  await page.locator('svg.recharts-surface').first().waitFor();
  await carrier.focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
});

test.each([
  ['accepted', /It is right: this is the new rate/, 'The new rate is stored.'],
  ['disputed', /It is wrong: ask the carrier/, 'The letter to the carrier is under Money to ask.'],
])('a pay cut of a whole carrier is %s, and the page says what that did', async (_, decision, said) => {
  const own = await session.service.createAccount();
  const carrierId = await session.service.createCarrier({ account: own, name: 'Cedar Mutual' });
  const paying = (amount: number) =>
    statement(Array.from({ length: 12 }, (_, at) => [`M-${at}`, amount, { Name: `Member ${at}` }] as const));
  for (const [period, amount] of [
    ['2026-02', 20],
    ['2026-03', 20],
    ['2026-04', 16],
  ] as const)
    await own.upload({ carrierId, file: paying(amount), period });
  await session.service.runJobs();
  const page = await open('/', { token: own.token });
  await page.getByText('The carrier pays 20 % less for 12 of 12 members').waitFor();
  await page.getByRole('button', { name: decision }).press('Enter');
  const notice = page.getByRole('status').filter({ hasText: said });
  await notice.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toContain(said);
  expect(await page.getByRole('button', { name: decision }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a cut that gives no single rate says why it cannot be accepted', async () => {
  const own = await session.service.createAccount();
  const carrierId = await session.service.createCarrier({ account: own, name: 'Cedar Mutual' });
  const paying = (share: number) =>
    statement(
      Array.from({ length: 12 }, (_, at) => [`M-${at}`, (20 + 3 * at) * share, { Name: `Member ${at}` }] as const),
    );
  await own.upload({ carrierId, file: paying(1), period: '2026-03' });
  await own.upload({ carrierId, file: paying(0.8), period: '2026-04' });
  await session.service.runJobs();
  const page = await open('/', { token: own.token });
  await page.getByText('The members are not all paid by one percentage of the premium').waitFor();
  await page.getByRole('button', { name: 'It is wrong: ask the carrier' }).waitFor();
  expect(await page.getByRole('button', { name: /It is right/ }).count()).toBe(0);
});

test.each(['/members/%00', '/months/%E0%A4%A', '/carriers/1e309'])('the address %s has a page', async (path) => {
  const page = await open(path);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page
    .getByText(/could not be loaded|There is no such page/)
    .first()
    .waitFor();
});

test('an earlier month can be chosen directly from the latest', async () => {
  const page = await open('/');
  await page.getByRole('heading', { name: 'April 2026' }).waitFor();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('March 2026');
  await page.getByRole('heading', { name: 'March 2026' }).waitFor();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('April 2026');
  await page.getByRole('heading', { name: 'April 2026' }).waitFor();
});

test('the panel and the carrier name the same sum to ask for as the list of claims', async () => {
  const other = await session.service.createAccount();
  const carrierId = await session.service.createCarrier({ name: 'Cedar Mutual' });
  const paid = ['B-1', 25, { Name: 'Bea Roe' }] as const;
  await other.upload({ carrierId, file: statement([paid]), period: '2026-02' });
  // No rate is known, so only the second taking of the same money can be claimed for certain.
  for (const period of ['2026-03', '2026-04'])
    await other.upload({ carrierId, file: statement([paid, ['B-1', -50, { Name: 'Bea Roe' }]]), period });
  await session.service.runJobs();
  const page = await open('/', { token: other.token });
  await page.getByRole('row', { name: /Cedar Mutual .* \$50\.00$/ }).waitFor();
  await page.getByRole('region', { name: 'To ask for' }).getByText('$50.00').first().waitFor();
  await page.getByRole('link', { name: 'See the list' }).click();
  await page.getByText('Surely owed and not asked for').waitFor();
  await page.getByText('$50.00', { exact: true }).first().waitFor();
});

test('each carrier of the desk is one click away, however many claims are listed before it', async () => {
  const other = await session.service.createAccount();
  const paid = ['B-1', 25, { Name: 'Bea Roe' }] as const;
  const alsoPaid = ['C-1', 15, { Name: 'Cy Roe' }] as const;
  for (const name of ['Birch Life', 'Cedar Mutual']) {
    const carrierId = await session.service.createCarrier({ name, account: other });
    await other.upload({ carrierId, file: statement([paid, alsoPaid]), period: '2026-02' });
    for (const period of ['2026-03', '2026-04'])
      await other.upload({
        carrierId,
        file: statement([paid, alsoPaid, ['B-1', -50, { Name: 'Bea Roe' }], ['C-1', -30, { Name: 'Cy Roe' }]]),
        period,
      });
  }
  await session.service.runJobs();
  const page = await open('/ask', { token: other.token });
  await page.getByRole('heading', { name: 'Birch Life' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Cedar Mutual $80.00' }).click();
  await page.getByRole('heading', { name: 'Birch Life' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Cedar Mutual' }).waitFor();
  await page.getByRole('link', { name: 'Show everything' }).waitFor();
  // The sum of all claims is the report's; a part of them is counted, and its sum is the letter's.
  await page.getByRole('button', { name: 'Write the letter for $80.00' }).waitFor();
  await page.getByRole('checkbox', { name: /Cy Roe/ }).uncheck();
  await page.getByRole('button', { name: 'Write the letter for 1 claim', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: /Cy Roe/ }).check();
  await page.getByRole('button', { name: 'Write the letter for $80.00' }).waitFor();
  // On paper the boxes are gone from every row, also from that of the titles.
  await page.emulateMedia({ media: 'print' });
  const shownCells = `[...document.querySelectorAll('main table tr')]
    .map(({ cells }) => [...cells].filter((cell) => cell.getBoundingClientRect().width > 0).length)`;
  expect(new Set(z.array(z.number()).parse(await page.evaluate(shownCells))).size).toBe(1);
});

test('money to ask for becomes a letter, which leaves the list and is taken as PDF', async () => {
  const page = await open('/ask');
  await page.getByRole('heading', { name: 'Summit Senior Life' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /Write the letter for/ }).click();
  await page.getByRole('textbox', { name: 'The letter' }).waitFor();
  // A claim can be in one letter only.
  await page.getByText('Nothing that is surely owed is left to ask for.').waitFor();
  await page.getByText('No mail server is set up here.').waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Summit Senior Life');
  expect(await accessibilityFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('letter-Summit Senior Life.pdf');
  await page.getByRole('link', { name: /^Asked/ }).click();
  await page.getByRole('button', { name: 'Summit Senior Life' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each(['/changes', '/ask', '/settings'])('%s fits a phone of 360 px, also in the dark', async (path) => {
  const page = await open(path, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('an owner signs in with a link, says who she is, and invites a colleague', async () => {
  const { makeLink } = session.people.signIn;
  const link = await session.firstOwnerLink();
  expect(link).not.toBeNull();
  const opened = await openPage(session.browser, session.service.url);
  const { page } = opened;
  await page.goto(link ?? '');
  await page.getByLabel('Your name').fill('Dana Reyes');
  await page.getByLabel('Your email').fill('dana@harbor.example');
  await page.getByLabel('Your agency').fill('Harbor Benefits of Ohio');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Dana Reyes' }).waitFor();
  await page.goto('/settings');
  await page.getByText('Harbor Benefits of Ohio').first().waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lee Park');
  await page.getByLabel('Email').fill('lee@harbor.example');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('rowheader', { name: /Lee Park/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(await makeLink('dana@harbor.example'));
  await page.getByRole('button', { name: 'Dana Reyes' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Your email address').fill('dana@harbor.example');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('Look at your mail').waitFor();
  await page.goto(link ?? '');
  await page.getByText('This link does not work any more').waitFor();
});

test('a member who is gone and a new one with the same name and policy are one person after one click', async () => {
  const agency = await session.service.createAccount({ name: 'Quay Agency' });
  const carrierId = await session.service.createCarrier({ name: 'Ridge Mutual' });
  const moved = (id: string) => [id, 40, { Name: 'Ines Falk', Policy: 'RM-77', Effective: '2025-02-01' }] as const;
  const others = ['R-2', 'R-3'].map((id) => [id, 30, { Name: `Member ${id}` }] as const);
  await agency.upload({ file: statement([moved('R-1'), ...others]), carrierId, period: '2026-03' });
  await agency.upload({ file: statement([moved('S-9'), ...others]), carrierId, period: '2026-04' });
  const second = await session.service.createCarrier({ name: 'Vale Mutual' });
  for (const [period, ids] of [
    ['2026-03', ['V-1', 'V-2']],
    ['2026-04', ['V-1']],
  ] as const)
    await agency.upload({ file: statement(ids.map((id) => [id, 20])), carrierId: second, period });
  await session.service.runJobs();
  const page = await open('/changes', { token: agency.token });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('alias-proposals')) asked.push(request.url());
  });
  await page.reload();
  await page.getByText('Ines Falk: the same person?').waitFor();
  expect(asked).toHaveLength(1);
  expect(await page.getByText('R-1 is gone and S-9 is new').isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, join them' }).click();
  await page.getByText('the same person?').waitFor({ state: 'detached' });
  await page.getByText('V-2').first().waitFor();
  await page.goto(await memberPath(agency, 'Ines Falk'));
  await page.getByRole('heading', { name: 'Other member numbers' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'It is another person: S-9' }).click();
  await page.getByText('Other member numbers').waitFor({ state: 'detached' });
  await page.goto('/changes');
  await page.getByText('3 changes', { exact: true }).waitFor();
});

test.each(['/changes', '/members'])('an agency without a statement is led from %s to adding one', async (path) => {
  const own = await session.service.createAccount();
  const page = await open(path, { token: own.token });
  await page.getByRole('link', { name: 'Add statements' }).last().click();
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
});
