import { z } from 'zod';
import type { ServiceClient } from './service-client.ts';
import type { PeriodFacts } from './statements/expected-facts.ts';

/** The part of a story that its pay needs: the agency, the months of the statements and what they paid. */
export interface PaidStory {
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
