import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner makes one record of each agent, says how they are paid and pays a month, each in a few clicks. */

const mailed: string[] = [];
let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession({
    host: 'localhost',
    letterMailer: { send: async ({ to }) => void mailed.push(to) },
  });
});
afterAll(() => session?.close());

const openPage = pagesOfTests();
const sold = (agent: string, policy: string) => ({
  Name: `Member ${policy}`,
  Policy: policy,
  Plan: 'Gold',
  Agent: agent,
});
let persons = 0;

/** An agency whose statements write an agent in two ways. */
async function agency(): Promise<TestAccount> {
  const account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carrierId = await session.service.createCarrier({ account, name: 'Aetna' });
  const rows = [
    ['M1', 100, sold('WHITFIELD, DANA', 'P-1')],
    ['M2', 50.25, sold('Dana Whitfield', 'P-2')],
    ['M3', 80, sold('Lee Park', 'P-3')],
  ] as const;
  await account.load({ file: statement(rows), carrierId, period: '2026-01' });
  await account.load({ file: statement([...rows, ['M4', 10, {}]]), carrierId, period: '2026-02' });
  return account;
}

/** Opens a screen as a person who has signed in with a link. */
async function open(
  account: TestAccount,
  path: string,
  role = 'owner',
  { agent = null, ...options }: PageOptions & { readonly agent?: string | null } = {},
): Promise<Page> {
  const email = `${role}${++persons}@pay.example`;
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email, name: 'Ana Rivera', role, agent }),
  });
  expect(added.status).toBe(201);
  const { page } = await openPage(session.browser, session.url, options);
  await page.goto(await session.people.signIn.makeLink(email));
  await page.getByRole('button', { name: 'Ana Rivera', exact: true }).waitFor();
  await page.goto(path);
  return page;
}

/** Joins all names, and agrees on half of the commission for everybody. */
async function halfForAll(account: TestAccount): Promise<void> {
  await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
  const agents = z
    .object({ data: z.array(z.object({ agentId: z.string() })) })
    .parse((await account.call('GET', '/v1/agents')).json).data;
  const setup = {
    firstMonth: '2026-01',
    plans: [{ planId: 'half', name: 'Half', rules: [{ ruleId: 'all', pay: { by: 'commission', percent: 50 } }] }],
    agents: agents.map(({ agentId }) => ({ agentId, plans: [{ from: '2000-01', planId: 'half' }] })),
  };
  const saved = await account.call('PUT', '/v1/pay-setup', { json: { revision: 0, setup } });
  expect(saved.status, saved.body).toBe(200);
}

/** Counts the clicks of a journey. */
function clicker() {
  const counted = {
    clicks: 0,
    click: async (target: Locator) => {
      counted.clicks += 1;
      await target.click();
    },
  };
  return counted;
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Keeps a picture for a person who looks at the screen, if a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Looks at a screen in light, dark and on a phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `${name}-${colorScheme}`);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `${name}-360-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });
}

test('all sure spellings are joined in two clicks from home, and one is separated again', async () => {
  const page = await open(await agency(), '/');
  const journey = clicker();
  await journey.click(menu(page, 'Agents'));
  await page.getByText('WHITFIELD, DANA').first().waitFor();
  const same = page.getByRole('region', { name: 'The same person?' });
  expect(await same.getByText('Lee Park').count()).toBe(0);
  await page.getByRole('region', { name: 'New names on statements' }).getByText('Lee Park').waitFor();
  await look(page, 'agents-offers');
  await journey.click(page.getByRole('button', { name: 'Join all sure ones' }));
  await page.getByRole('button', { name: 'Dana Whitfield', exact: true }).waitFor();
  expect(journey.clicks).toBe(2);
  await look(page, 'agents');
  await page.getByRole('button', { name: 'Dana Whitfield', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Dana Whitfield' });
  await panel.getByLabel('NPN').fill('18273645');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved.').waitFor();
  await look(page, 'agent');
  await panel.getByRole('button', { name: 'Separate WHITFIELD, DANA' }).first().click();
  await expect.poll(() => panel.getByRole('button', { name: 'Separate WHITFIELD, DANA' }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('open')).not.toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: '18273645' }).waitFor();
});

test('the first plan takes three clicks', async () => {
  const account = await agency();
  await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
  const page = await open(account, '/');
  const journey = clicker();
  await journey.click(menu(page, 'Pay'));
  const part = page.getByLabel('Everybody gets this part of commission');
  await part.waitFor();
  await look(page, 'first-plan');
  await journey.click(part);
  await page.keyboard.type('62.5');
  await journey.click(page.getByRole('button', { name: 'Start' }));
  await page.getByText('No run yet.').waitFor();
  expect(journey.clicks).toBe(3);
  await page.getByRole('link', { name: 'Plans in words' }).click();
  await page.getByText('62.5 % of commission', { exact: true }).waitFor();
});

test('a month is paid in eight clicks from home, with what is held first', async () => {
  const account = await agency();
  await halfForAll(account);
  const page = await open(account, '/');
  const journey = clicker();
  await journey.click(menu(page, 'Pay'));
  await journey.click(page.getByRole('button', { name: 'New run' }));
  await expect.poll(() => page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBe(2);
  await look(page, 'new-run');
  await journey.click(page.getByRole('button', { name: 'Open the run' }));
  await page.getByText('Held: no agent is known for this line').waitFor();
  await page.getByRole('row', { name: /Dana Whitfield.*\$150\.24/ }).waitFor();
  await look(page, 'run');
  await journey.click(page.getByRole('button', { name: 'Reviewed', exact: true }));
  await journey.click(page.getByRole('button', { name: 'Approve', exact: true }));
  await page.getByText(/\$230\.24 will be paid to agents/).waitFor();
  await journey.click(page.getByRole('button', { name: 'Yes, approve it' }));
  await journey.click(page.getByRole('button', { name: 'Mark as paid' }));
  await look(page, 'mark-paid');
  await journey.click(page.getByRole('button', { name: 'It is paid' }));
  await page.getByText(/ by ACH/).waitFor();
  expect(journey.clicks).toBe(8);
  await menu(page, 'Pay').click();
  await page.getByRole('row', { name: /Paid.*\$470\.50.*\$230\.24/ }).waitFor();
  await look(page, 'runs');
});

test('each line of an agent has its rule in words; an adjustment changes the run until it is approved', async () => {
  const account = await agency();
  await halfForAll(account);
  const opened = await account.call('POST', '/v1/pay-runs', { json: { payDate: '2026-03-15', months: ['2026-01'] } });
  const { id } = z.object({ id: z.string() }).parse(opened.json);
  const page = await open(account, `/pay/${id}`);
  await page.getByRole('button', { name: 'Dana Whitfield' }).click();
  const panel = page.getByRole('dialog', { name: 'Dana Whitfield' });
  await panel.getByText('50 % by plan Half').first().waitFor();
  await panel.getByLabel('Amount').fill('25');
  await panel.getByLabel('Reason').fill('Best of March');
  await panel.getByRole('button', { name: 'Add the adjustment' }).click();
  await panel.getByRole('button', { name: 'Remove Best of March' }).waitFor();
  await panel.getByText('$100.12').first().waitFor();
  await look(page, 'run-agent');
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Statement as PDF' }).click();
  expect((await saved).suggestedFilename()).toBe('Dana Whitfield 2026-03-15.pdf');
  await panel.getByRole('button', { name: 'Remove Best of March' }).click();
  await panel.getByText('None.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare with a sheet' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your sheet said' });
  const chooser = page.waitForEvent('filechooser');
  await sheet.getByText('Choose a file').click();
  await (await chooser).setFiles({
    ...{ name: 'sheet.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('Agent,Paid\n"Park, Lee",30\n'),
  });
  await sheet.getByRole('row', { name: /Lee Park.*\$40\.00.*\$30\.00.*\+\$10\.00/ }).waitFor();
  await sheet.getByText('The sheet does not have the agent.').waitFor();
  await look(page, 'sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await page.getByText('No run yet.').waitFor();
});

test('a plan is changed in a form and read as a sentence; a change by somebody else meanwhile is said', async () => {
  const account = await agency();
  await halfForAll(account);
  const page = await open(account, '/pay/setup');
  await page.getByRole('button', { name: 'Change Half' }).click();
  const panel = page.getByRole('dialog', { name: 'Half' });
  await panel.getByLabel('The writing agent gets').fill('62.5');
  await panel.getByLabel('Carrier', { exact: true }).selectOption({ label: 'Aetna' });
  await panel.getByLabel('Year of the policy').selectOption({ label: 'the first year' });
  await panel.getByLabel('From month').fill('2026-03');
  await panel.getByLabel('Uplines get').selectOption({ label: 'a percentage by level' });
  await panel.getByLabel('Per cent, nearest first').fill('10, 5');
  await look(page, 'plan');
  await panel.getByRole('button', { name: 'Save the plan' }).click();
  const sentence = '62.5 % of commission, Aetna, first year, from Mar 26; uplines get 10 % and 5 %';
  await page.getByText(sentence, { exact: true }).waitFor();
  await look(page, 'setup');
  await page.getByRole('button', { name: 'Change Half' }).click();
  const now = z
    .object({ revision: z.number(), setup: z.looseObject({}) })
    .parse((await account.call('GET', '/v1/pay-setup')).json);
  expect((await account.call('PUT', '/v1/pay-setup', { json: now })).status).toBe(200);
  await panel.getByLabel('Name of the plan').fill('Senior');
  await panel.getByRole('button', { name: 'Save the plan' }).click();
  await page.getByText('Somebody else changed this meanwhile').waitFor();
  await page.getByRole('button', { name: 'Show what holds now' }).click();
  await page.getByText('Somebody else changed this meanwhile').waitFor({ state: 'hidden' });
  await panel.getByLabel('Name of the plan').fill('Senior');
  await panel.getByRole('button', { name: 'Save the plan' }).click();
  await page.getByRole('heading', { name: 'Senior' }).waitFor();
});

test('a sheet of agents is stored after a preview, and a sheet with a wrong row is not', async () => {
  const account = await agency();
  await halfForAll(account);
  const page = await open(account, '/pay/setup');
  await page.getByRole('link', { name: 'Import a sheet' }).click();
  const choose = async (button: string, rows: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button }).click();
    const buffer = Buffer.from(['Name,First year,Renewal,Opening balance', ...rows].join('\n'));
    await (await chooser).setFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer });
  };
  const rows = ['Dana Whitfield,60,60,-20', 'Lee Park,50,50,', 'Max Roe,60,60,'];
  await choose('Choose the sheet', ['Dana Whitfield,160,60,', ...rows.slice(1)]);
  await page.getByText('1 wrong: correct the sheet and choose it again.').waitFor();
  expect(await page.getByRole('button', { name: 'Store all of it' }).count()).toBe(0);
  await choose('Choose another sheet', rows);
  await page.getByText('3 rows: 1 new agent, 1 to change, 1 known already.').waitFor();
  await page.getByText('New plans: 60 %.').waitFor();
  await page
    .getByRole('row', { name: /Dana Whitfield.*Changes.*Plan 60 %\. Opening balance: the agent owes \$20\.00/ })
    .waitFor();
  await look(page, 'import');
  await page.getByRole('button', { name: 'Store all of it' }).click();
  await page.getByText('Stored: 2 rows.').waitFor();
  await page.getByRole('link', { name: 'Back to plans' }).click();
  await page.getByRole('heading', { name: '60 %' }).waitFor();
});

test('an agent gets another plan from a month on, a book moves, and a case is shared', async () => {
  const account = await agency();
  await halfForAll(account);
  const page = await open(account, '/pay/setup');
  await page.getByRole('button', { name: 'Lee Park' }).click();
  const panel = page.getByRole('dialog', { name: 'Lee Park' });
  await panel.getByRole('button', { name: 'Another plan from a month on' }).click();
  await panel.getByLabel('From month covered').last().fill('2026-02');
  await panel.getByLabel('Plan', { exact: true }).last().selectOption({ label: 'No plan' });
  await panel.getByLabel('Smallest payment').fill('25');
  await look(page, 'terms');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('row', { name: /Lee Park no plan from Feb 26, before that Half paid from \$25\.00 on/ })
    .waitFor();
  await page.getByRole('button', { name: 'Add to Books that moved' }).click();
  const move = page.getByRole('dialog', { name: 'Books that moved' });
  await move.getByLabel('The book of').selectOption({ label: 'Lee Park' });
  await move.getByLabel('goes to').selectOption({ label: 'Dana Whitfield' });
  await move.getByLabel('from month covered').fill('2026-03');
  await move.getByRole('button', { name: 'Save the move' }).click();
  await page.getByText('The book of Lee Park goes to Dana Whitfield, from Mar 26').waitFor();
  await page.getByRole('button', { name: 'Add to Shared cases' }).click();
  const shared = page.getByRole('dialog', { name: 'Shared cases' });
  await shared.getByLabel('Policy number').fill('P-1');
  await shared.getByLabel('From month covered').fill('2026-03');
  await shared.getByLabel('Agent 1', { exact: true }).selectOption({ label: 'Lee Park' });
  await shared.getByLabel('Agent 2', { exact: true }).selectOption({ label: 'Dana Whitfield' });
  await shared.getByRole('button', { name: 'Save the case' }).click();
  await page.getByText('Policy P-1: Lee Park 50 % and Dana Whitfield 50 %, from Mar 26').waitFor();
});

test('staff prepare a run and readers see it, without a button that would be refused', async () => {
  const account = await agency();
  await halfForAll(account);
  const opened = await account.call('POST', '/v1/pay-runs', { json: { payDate: '2026-03-15', months: ['2026-01'] } });
  const { id } = z.object({ id: z.string() }).parse(opened.json);
  const staff = await open(account, `/pay/${id}`, 'staff');
  await staff.getByRole('button', { name: 'Reviewed', exact: true }).click();
  await staff.getByText('An owner approves it.').waitFor();
  expect(await staff.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  const reader = await open(account, `/pay/${id}`, 'read_only');
  await reader.getByRole('row', { name: /Dana Whitfield/ }).waitFor();
  expect(await reader.getByRole('button', { name: /Reviewed|Approve|Delete/ }).count()).toBe(0);
  await reader.goto('/agents');
  await reader.getByRole('row', { name: /Dana Whitfield/ }).waitFor();
  expect(await reader.getByRole('button', { name: /Add an agent|Join/ }).count()).toBe(0);
});

test('an agent is mailed the statement, sees it and asks about a line; the office answers and closes it', async () => {
  const account = await agency();
  await halfForAll(account);
  const opened = await account.call('POST', '/v1/pay-runs', { json: { payDate: '2026-03-15', months: ['2026-01'] } });
  const { id } = z.object({ id: z.string() }).parse(opened.json);
  const owner = await open(account, `/pay/${id}`);
  await owner.getByRole('button', { name: 'Reviewed', exact: true }).click();
  await owner.getByRole('button', { name: 'Approve', exact: true }).click();
  await owner.getByRole('button', { name: 'Yes, approve it' }).click();
  await owner.getByRole('button', { name: 'Mark as paid' }).waitFor();
  const agents = z.object({ data: z.array(z.object({ agentId: z.string(), name: z.string() })) });
  const { data } = agents.parse((await account.call('GET', '/v1/agents')).json);
  const dana = data.find(({ name }) => name === 'Dana Whitfield')?.agentId ?? '';
  await account.call('PATCH', `/v1/agents/${dana}`, { json: { email: 'dana@harbor.example' } });
  await owner.getByRole('button', { name: 'Send to agents' }).click();
  const mails = owner.getByRole('dialog', { name: 'Send the statements' });
  await mails.getByText('No email address').waitFor();
  await look(owner, 'mails');
  await mails.getByRole('button', { name: 'Send 1 statement' }).click();
  await mails.getByRole('button', { name: 'All are sent' }).waitFor();
  expect(mailed).toEqual(['dana@harbor.example']);
  const agent = await open(account, '/my-pay', 'agent', { agent: 'Dana Whitfield' });
  await agent.getByText('Paid 2026').waitFor();
  await agent.getByRole('row', { name: /Approved.*Jan 26.*\$75\.12/ }).waitFor();
  expect(await agent.getByText('Lee Park').count()).toBe(0);
  await look(agent, 'my-pay');
  await agent.getByRole('button', { name: 'Mar 15, 2026' }).click();
  const statementPanel = agent.getByRole('dialog', { name: 'Statement of Mar 15, 2026' });
  const line = statementPanel.getByRole('region', { name: 'Lines' });
  await line.getByRole('button', { name: 'Ask the office' }).first().click();
  await line.getByLabel('Ask the office').fill('Why half?');
  await line.getByRole('button', { name: 'Send' }).click();
  await statementPanel.getByText('Why half?').waitFor();
  await look(agent, 'my-statement');
  await owner.goto('/pay');
  await owner.getByRole('link', { name: 'Dana Whitfield: Why half?' }).click();
  const panel = owner.getByRole('dialog', { name: 'Dana Whitfield' });
  await panel.getByLabel('Answer').fill('The plan says so.');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('The plan says so.').waitFor();
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
  await panel.getByText('Closed', { exact: true }).waitFor();
  await owner.goto('/pay');
  await owner.getByRole('row', { name: /Approved Jan 26/ }).waitFor();
  expect(await owner.getByText('Agents ask').count()).toBe(0);
  await owner.goto('/agents');
  await owner.getByRole('button', { name: 'Dana Whitfield' }).click();
  await owner.getByRole('link', { name: 'Pay', exact: true }).last().click();
  await owner.getByRole('heading', { name: 'Pay of Dana Whitfield' }).waitFor();
});
