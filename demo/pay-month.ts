import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PlayedStory } from './play-story.ts';
import { ServiceClient } from './service-client.ts';
import type { PeriodFacts } from './statements/expected-facts.ts';
import { dollars, type FactCheck, type Say, table, whole } from './tell.ts';

/** Pays the agents for the latest month: an owner signs in, reviews the pay run and approves it. */

const agentSums = z.object({
  agentId: z.string(),
  agentName: z.string(),
  earned: z.number(),
  takenBack: z.number(),
  paid: z.number(),
});
const payRun = z.object({
  months: z.array(z.string()),
  state: z.string(),
  approvedBy: z.string().nullable(),
  sums: z.object({
    received: z.number(),
    people: z.number(),
    house: z.number(),
    held: z.number(),
    paid: z.number(),
  }),
  agents: z.array(agentSums),
});
type PayRun = z.output<typeof payRun>;
const runLine = z.object({ received: z.number(), amount: z.number(), why: z.string() });
type RunLine = z.output<typeof runLine>;

const ROWS_SHOWN = 5;

interface PayPlace {
  readonly say: Say;
  readonly operator: ServiceClient;
  /** The directory for the agent's statement. */
  readonly directory: string;
}

/** Pays the latest month, prints the sums, saves the statement of the agent with the largest payment, and checks the sums. */
export async function payMonth(
  story: PaidStory,
  played: Pick<PlayedStory, 'agency' | 'accountId'>,
  place: PayPlace,
): Promise<FactCheck> {
  const { agency, accountId } = played;
  const runId = await setUpPay(agency, story);
  if (runId === null) throw new Error('The story has nobody to pay');
  const owner = await signInOwner(place.operator, agency.baseUrl, accountId);
  await owner.post(`/v1/pay-runs/${runId}/review`, {}, z.unknown());
  const run = await owner.post(`/v1/pay-runs/${runId}/approve`, {}, payRun);
  const [best] = run.agents.toSorted((a, b) => b.paid - a.paid);
  if (best === undefined) throw new Error('The run pays nobody');
  const path = `/v1/pay-runs/${runId}/agents/${best.agentId}`;
  const papers = [join(place.directory, 'agent-statement.pdf'), join(place.directory, 'agent-statement.xlsx')];
  await writeFile(papers[0] ?? '', await owner.bytes(`${path}/statement-pdf`));
  await writeFile(papers[1] ?? '', await owner.bytes(`${path}/statement`));
  tellPay(place.say, run);
  place.say(`The statement of ${best.agentName}: ${papers.join(' and ')}`);
  const lines = await owner.lines(`/v1/pay-runs/${runId}/lines?party=${best.agentId}`, runLine);
  return checkPay(story, run, { ...best, lines });
}

async function signInOwner(operator: ServiceClient, baseUrl: string, accountId: string): Promise<ServiceClient> {
  const person = { accountId, email: 'owner@lakeview.example', name: 'Dana Lake', role: 'owner' };
  const { signInLink } = await operator.post('/v1/admin/users', person, z.object({ signInLink: z.string() }));
  return ServiceClient.signIn(baseUrl, signInLink);
}

function tellPay(say: Say, { months, approvedBy, sums, agents }: PayRun): void {
  const held = sums.held === 0 ? '' : `, ${dollars(sums.held)} is held until a rule covers it`;
  say(
    `\nPaying the agents for ${months.join(', ')}, approved by ${approvedBy}: ${dollars(sums.received)} came in, ` +
      `agents get ${dollars(sums.people)}, the house keeps ${dollars(sums.house)}${held}. ` +
      `The largest payments (of ${whole(agents.length)} agents):`,
  );
  const shown = agents.toSorted((a, b) => b.paid - a.paid).slice(0, ROWS_SHOWN);
  say(
    table(
      ['Agent', 'Earned', 'Taken back', 'Paid'],
      shown.map((row) => [row.agentName, dollars(row.earned), dollars(row.takenBack), dollars(row.paid)]),
      ['left', 'right', 'right', 'right'],
    ),
  );
}

interface CheckedAgent extends z.output<typeof agentSums> {
  readonly lines: readonly RunLine[];
}

const cents = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + cents(amount), 0) / 100;

/** Compares the run with the books of the story, and each line of an agent with the share that the line names. */
function checkPay(story: PaidStory, { months, sums, agents }: PayRun, agent: CheckedAgent): FactCheck {
  const inBooks = story.carriers.flatMap(({ facts }) =>
    facts.filter(({ period }) => months.includes(period)).map(({ commissionTotal }) => commissionTotal),
  );
  const checks: readonly (readonly [string, number, number])[] = [
    ['received', sum(inBooks), sums.received],
    ['people, house and held', sums.received, sum([sums.people, sums.house, sums.held])],
    ['earned by agents', sums.people, sum(agents.flatMap(({ earned, takenBack }) => [earned, takenBack]))],
    ['paid to agents', sums.paid, sum(agents.map(({ paid }) => paid))],
    [`lines of ${agent.agentName}`, sum([agent.earned, agent.takenBack]), sum(agent.lines.map(({ amount }) => amount))],
    [`shares of ${agent.agentName}`, sharesOf(agent.lines), sum(agent.lines.map(({ amount }) => amount))],
  ];
  const differences = checks.flatMap(([what, expected, actual]) =>
    cents(expected) === cents(actual) ? [] : [`pay: ${what}: should be ${expected}, the service says ${actual}`],
  );
  return { compared: checks.length, differences };
}

/**
 * Adds up the shares of lines in dollars, each cut to the cent. A line that takes back takes the share of each payment that it takes back,
 * and the house bears what no payment was seen for, so its amount is at most the largest share that the agent gets, to a cent.
 */
function sharesOf(lines: readonly RunLine[]): number {
  const named = lines.map(({ why }) => /^(\d+) % by plan/.exec(why)?.[1]).filter((percent) => percent !== undefined);
  const percents = [...new Set(named)].map(Number);
  return sum(
    lines.map(({ received, amount, why }) => {
      const shareBy = (percent: number) => Math.trunc((cents(received) * percent) / 100) / 100;
      const [, percent] = /^(\d+) % by plan/.exec(why) ?? [];
      if (percent !== undefined) return shareBy(Number(percent));
      const largest = Math.min(...percents.map(shareBy).map(cents));
      const isWithin = amount <= 0 && cents(amount) >= largest - 1;
      return why.startsWith('Takes back') && isWithin ? amount : 0;
    }),
  );
}

/** The part of a story that its pay needs: the agency, the months of the statements and what they paid. */
interface PaidStory {
  readonly agency: string;
  readonly carriers: readonly {
    readonly statements: readonly { readonly period: string }[];
    readonly facts: readonly Pick<PeriodFacts, 'period' | 'commissionTotal'>[];
  }[];
}

const agents = z.object({ data: z.array(z.object({ agentId: z.string(), name: z.string() })) });
const opened = z.object({ id: z.string() });
const PLAN_ID = 'everybody';
/** Rules of plans go by the month covered, and statements also pay for earlier months. */
const ALWAYS = '2000-01';
const [FIRST_YEAR_PERCENT, RENEWAL_PERCENT] = [60, 70];

/**
 * Makes a record for each agent of the statements, says how they are paid, and opens the pay run of the latest month. Returns its id, or
 * null when there is nobody to pay.
 */
export async function setUpPay(agency: ServiceClient, story: PaidStory): Promise<string | null> {
  await agency.post('/v1/agents/proposals/accept', {}, z.unknown());
  const { data } = await agency.get('/v1/agents?limit=200', agents);
  const isHouse = ({ name }: { readonly name: string }) => name.startsWith(story.agency);
  for (const { agentId } of data.filter(isHouse)) await agency.patch(`/v1/agents/${agentId}`, { isHouse: true });
  const paid = data.filter((agent) => !isHouse(agent));
  const latest = story.carriers
    .flatMap(({ statements }) => statements.map(({ period }) => period))
    .toSorted()
    .at(-1);
  if (paid.length === 0 || latest === undefined) return null;
  const percentOf = (years: 'first' | 'renewal', percent: number) => ({
    ruleId: years,
    years,
    pay: { by: 'commission', percent },
  });
  const rules = [
    percentOf('first', FIRST_YEAR_PERCENT),
    percentOf('renewal', RENEWAL_PERCENT),
    { ruleId: 'others', pay: { by: 'commission', percent: FIRST_YEAR_PERCENT } },
  ];
  await agency.put('/v1/pay-setup', {
    revision: 0,
    setup: {
      firstMonth: latest,
      plans: [{ planId: PLAN_ID, name: 'Everybody', rules }],
      agents: paid.map(({ agentId }) => ({ agentId, plans: [{ from: ALWAYS, planId: PLAN_ID }] })),
    },
  });
  const { id } = await agency.post('/v1/pay-runs', { months: [latest], payDate: `${latest}-28` }, opened);
  return id;
}
