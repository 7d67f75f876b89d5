import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { payMonth } from '../../demo/pay-month.ts';
import { ServiceClient } from '../../demo/service-client.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { peopleForTests } from '../support/person-browser.ts';
import { type StatementRow, startService, statement } from '../support/service.ts';

/** Guarantee: the last step of the demo pays the agents of a small agency, and its own checks hold for money that is taken back too. */

const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
const directory = await mkdtemp(join(tmpdir(), 'pay-month-'));
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const AGENCY = 'Lakeview Benefits Group';
const of = (agent: string, effective: string) => ({ Name: 'Ada Doe', Agent: agent, Effective: effective });
const DANA = of('Dana Whitfield', '2024-01-01');
const JANUARY: readonly StatementRow[] = [
  ['M1', 100.33, DANA],
  ['M2', 50.25, of('Dana Whitfield', '2025-11-01')],
  ['M3', 40, of('Lee Park', '')],
];
/** M2 is taken back, and so is M4, for whom no payment was seen: the house bears it. */
const FEBRUARY: readonly StatementRow[] = [
  ['M1', 100.33, DANA],
  ['M2', -50.25, DANA],
  ['M4', -20, DANA],
  ['M3', 40, of('Lee Park', '')],
  ['H1', 12, of(AGENCY, '')],
  ['N1', 5],
];
const MONTHS = [
  ['2026-01', JANUARY],
  ['2026-02', FEBRUARY],
] as const;

test('the demo pays the last month of a small agency, and its figures are those of the statements', async () => {
  const account = await service.createAccount({ name: AGENCY });
  const carrierId = await service.createCarrier({ account });
  for (const [period, rows] of MONTHS) await account.load({ file: statement(rows), carrierId, period });
  const facts = MONTHS.map(([period, rows]) => ({
    period,
    commissionTotal: rows.reduce((cents, [, amount]) => cents + Math.round(Number(amount) * 100), 0) / 100,
  }));
  const story = { agency: AGENCY, carriers: [{ statements: MONTHS.map(([period]) => ({ period })), facts }] };
  const played = { accountId: account.accountId, agency: new ServiceClient(service.url, account.token) };
  const said: string[] = [];
  const operator = new ServiceClient(service.url, OPERATOR_TOKEN);

  const paid = await payMonth(story, played, { say: (text) => void said.push(text), operator, directory });
  expect(paid).toEqual({ compared: 6, differences: [] });
  // Dana has 70 % of M1, less the 60 % that M2 gave.
  expect(said.join('\n')).toMatch(/Dana Whitfield │ \$70\.23 │ +-\$30\.15 │ \$40\.08/);
  expect(said.join('\n')).toContain('$87.08 came in');
  const pdf = await readFile(join(directory, 'agent-statement.pdf'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
