import { z } from 'zod';
import {
  type AgentProposal,
  type AgentSighting,
  type AgentSpelling,
  type KnownAgent,
  pairsOf,
  proposeAgents,
  SPELLING_KINDS,
} from '../../core/agents/propose-agents.ts';
import { type Exact, exactToDollars } from '../../core/money.ts';
import { type OffsetPage, type OffsetPosition, offsetPage } from '../../core/page.ts';
import { PERIOD_FORM } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownAgent } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { displayName, recordId } from '../platform/shared-fields.ts';

const text = (most: number, description: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must not be longer than ${most} characters`)
    .meta({ description })
    .nullable();

const agentFields = z.strictObject({
  name: displayName('How the agency calls the agent.'),
  npn: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, 'must be a number of at most 10 digits')
    .meta({ description: 'Number in the National Insurance Producer Registry.' })
    .nullable(),
  email: z.email('must be an email address').max(254, 'must have at most 254 characters').nullable(),
  phone: text(50, 'As people write it.'),
  address: text(500, 'As it stands on a letter; line breaks are kept.'),
  uplineId: recordId('The agent above.').nullable(),
  leftFrom: z
    .string()
    .regex(PERIOD_FORM, 'must be a month as YYYY-MM')
    .meta({ description: 'First month without the agent.', example: '2026-09' })
    .nullable(),
  isHouse: z.boolean().meta({ description: "The agency's own account. One agent at most." }),
  taxFormOn: z.iso.date().meta({ description: 'When a tax form was put on file.' }).nullable(),
});

export const newAgent = agentFields.extend({
  npn: agentFields.shape.npn.default(null),
  email: agentFields.shape.email.default(null),
  phone: agentFields.shape.phone.default(null),
  address: agentFields.shape.address.default(null),
  uplineId: agentFields.shape.uplineId.default(null),
  leftFrom: agentFields.shape.leftFrom.default(null),
  isHouse: agentFields.shape.isHouse.default(false),
  taxFormOn: agentFields.shape.taxFormOn.default(null),
});

export const agentChange = agentFields.partial();

export const proposalsToAccept = z.strictObject({
  proposalId: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must not be longer than 100 characters')
    .meta({ description: 'Of GET /v1/agents/spellings. Default: all sure proposals.' })
    .optional(),
});

export const proposalToRefuse = z.strictObject({
  proposalId: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must not be longer than 100 characters')
    .meta({ description: 'Of GET /v1/agents/spellings.' }),
});

export const newSpelling = z.strictObject({
  kind: z.enum(SPELLING_KINDS),
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500, 'must not be longer than 500 characters')
    .meta({ description: 'As statements write it, in any case.', example: 'WHITFIELD, DANA' }),
  carrierId: recordId('Only on statements of this carrier; null: of all.').nullable().default(null),
});

/** The agents of an agency, and the names and numbers by which statements know them (docs/reference/agents.md). */

const spellingKind = z.enum(SPELLING_KINDS).describe('number: the number or code of an agent on statements.');

const agentName = z
  .object({
    nameId: z.string(),
    kind: spellingKind,
    text: z.string().meta({ example: 'WHITFIELD, DANA' }).describe('As statements write it, in any case.'),
    carrierId: z.string().nullable().describe('Null: on the statements of all carriers.'),
    carrierName: z.string().nullable(),
  })
  .meta({ id: 'AgentName' });

export const agent = z
  .object({
    agentId: z.string(),
    name: z.string().meta({ example: 'Dana Whitfield' }),
    npn: z
      .string()
      .nullable()
      .meta({ example: '18273645' })
      .describe('Number in the National Insurance Producer Registry.'),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable().meta({ example: '12 Harbor Street, Salem, OR 97301' }),
    uplineId: z.string().nullable().describe('The agent above; null for none.'),
    leftFrom: z.string().nullable().meta({ example: '2026-09' }).describe('First month without the agent.'),
    isHouse: z.boolean().describe("The agency's own account. One agent at most."),
    taxFormOn: z.iso.date().nullable().describe('When a tax form was put on file. Its numbers are not stored.'),
    names: z.array(agentName).readonly().describe('What statements call the agent.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Agent' });
export type Agent = Readonly<z.output<typeof agent>>;
export const AGENT_COLUMNS = [
  ...['agentId', 'name', 'npn', 'email', 'phone', 'address', 'uplineId', 'leftFrom', 'isHouse', 'taxFormOn'],
  ...['createdAt', 'updatedAt'],
];

/** The fields of an agent that people write. */
export type AgentFields = Readonly<z.output<typeof newAgent>>;
export type AgentChange = Readonly<z.output<typeof agentChange>>;

const proposal = z
  .object({
    proposalId: z.string().describe('For POST /v1/agents/proposals/accept.'),
    certainty: z
      .enum(['sure', 'maybe'])
      .describe('maybe: a person has to judge; it is never accepted with all others.'),
    agentId: z.string().nullable().describe('The agent that the spelling belongs to; null: a new one.'),
    name: z.string(),
    reason: z.string().meta({ example: '"WHITFIELD, DANA" has the same words as "Dana Whitfield".' }),
  })
  .meta({ id: 'AgentProposal' });

export const spelling = z
  .object({
    kind: spellingKind,
    text: z.string().meta({ example: 'WHITFIELD, DANA' }),
    carrierId: z.string(),
    carrierName: z.string(),
    firstPeriod: z.string(),
    lastPeriod: z.string(),
    paidNet: z.number().describe('Paid less taken back, in dollars, over all months.'),
    agentId: z.string().nullable().describe('The agent that it belongs to.'),
    agentName: z.string().nullable().describe('The name of this agent.'),
    nameId: z.string().nullable().describe('For DELETE /v1/agents/{agentId}/names/{nameId}.'),
    isApart: z.boolean().describe('People took it away from an agent, so it is not proposed again.'),
    proposal: proposal.nullable(),
  })
  .meta({ id: 'AgentSpelling' });
export type Spelling = Readonly<z.output<typeof spelling>>;
export const SPELLING_COLUMNS = [
  ...['kind', 'text', 'carrierId', 'carrierName', 'firstPeriod', 'lastPeriod', 'paidNet', 'agentId', 'agentName'],
  ...['nameId', 'isApart'],
];

export const acceptedProposals = z
  .object({
    created: z.int().describe('New agents.'),
    completed: z.int().describe('Agents that got further names or numbers.'),
    names: z.int().describe('Names and numbers that were joined.'),
  })
  .meta({ id: 'AcceptedProposals' });
export type AcceptedProposals = Readonly<z.output<typeof acceptedProposals>>;

/** A name and number that stand together on statements, with their months and pay. */
export interface PaidSighting extends AgentSighting {
  readonly firstPeriod: string;
  readonly lastPeriod: string;
  readonly paidNet: Exact;
}

/** A stored name; the agent is null when people took it away. */
export interface StoredSpelling extends AgentSpelling {
  readonly nameId: string;
  readonly agentId: string | null;
}

export interface AgentFacts {
  readonly sightings: readonly PaidSighting[];
  readonly agents: readonly Pick<Agent, 'agentId' | 'name' | 'npn'>[];
  readonly spellings: readonly StoredSpelling[];
  /** Pairs of names, in lower case, that people said are two agents. */
  readonly twoAgents: readonly (readonly [string, string])[];
}

interface AgentKey {
  readonly accountId: string;
  readonly agentId: string;
}

/** Agents of an account. Methods refuse an unknown agent; each change is recorded in the audit trail. */
export interface AgentStore {
  /** Returns agents by name. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Agent>>;
  find(key: AgentKey): Promise<Agent | null>;
  /** Refuses a taken NPN, a second house account, an unknown upline and too many agents. */
  create(accountId: string, fields: AgentFields, origin: RequestOrigin): Promise<Agent | Refused>;
  /** Refuses like `create`, and an upline below the agent. */
  update(key: AgentKey, change: AgentChange, origin: RequestOrigin): Promise<Agent | Refused>;
  /** Refuses an agent that something refers to. */
  delete(key: AgentKey, origin: RequestOrigin): Promise<Refused | null>;
  /** Joins a name or number. Refuses one that another agent has, for this carrier or for all. */
  join(key: AgentKey, spelling: AgentSpelling, origin: RequestOrigin): Promise<Agent | Refused>;
  /** Takes a name or number away, and remembers that people did. */
  separate(key: AgentKey & { readonly nameId: string }, origin: RequestOrigin): Promise<Refused | null>;
  facts(accountId: string): Promise<AgentFacts>;
  /** Makes or completes agents by what `choose` returns from the facts, while no other change of agents is under way. */
  accept(
    accountId: string,
    choose: (facts: AgentFacts) => readonly AgentProposal[] | Refused,
    origin: RequestOrigin,
  ): Promise<AcceptedProposals | Refused>;
  /** Remembers that pairs of names are two agents, as `choose` returns them from the facts. */
  keepApart(
    accountId: string,
    choose: (facts: AgentFacts) => readonly (readonly [string, string])[] | Refused,
    origin: RequestOrigin,
  ): Promise<Refused | null>;
}

export interface AgentManagement {
  readonly agents: AgentStore;
}

/** Finds an agent with all names. Refuses an unknown one. */
export async function findAgent({ agents }: AgentManagement, key: AgentKey): Promise<Agent | Refused> {
  return (await agents.find(key)) ?? unknownAgent();
}

/** Lists every name and number on statements, with its agent or the proposal of one, by text. */
export async function listSpellings(
  { agents }: AgentManagement,
  accountId: string,
  { isOpen, ...page }: OffsetPosition & { readonly isOpen?: boolean | undefined },
): Promise<OffsetPage<Spelling>> {
  const all = spellingsOf(await agents.facts(accountId)).filter(
    ({ agentId, isApart }) => isOpen === undefined || isOpen === (agentId === null && !isApart),
  );
  const { offset, limit } = page;
  return { ...offsetPage(all.slice(offset, offset + limit + 1), page), total: all.length };
}

/** Accepts one proposal, or all sure ones. Refuses a proposal that there is no longer. */
export async function acceptProposals(
  { agents }: AgentManagement,
  { accountId, proposalId }: Readonly<z.output<typeof proposalsToAccept>> & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<AcceptedProposals | Refused> {
  const choose = (facts: AgentFacts) => {
    const proposals = proposalsOf(facts);
    if (proposalId === undefined) return proposals.filter(({ certainty }) => certainty === 'sure');
    const chosen = proposals.find((each) => each.proposalId === proposalId);
    return chosen === undefined ? refuse('not_found', 'There is no such proposal any more.') : [chosen];
  };
  return agents.accept(accountId, choose, origin);
}

/** Refuses a proposal for good: its names are two agents. Refuses a proposal that is sure, and one that there is no longer. */
export async function refuseProposal(
  { agents }: AgentManagement,
  { accountId, proposalId }: Readonly<z.output<typeof proposalToRefuse>> & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  const choose = (facts: AgentFacts) => {
    const chosen = proposalsOf(facts).find((each) => each.proposalId === proposalId);
    if (chosen === undefined) return refuse('not_found', 'There is no such proposal any more.');
    if (chosen.certainty === 'sure')
      return refuse('conflict', 'The proposal is sure. Join the names, and take one away from the agent.');
    return pairsOf(chosen);
  };
  return agents.keepApart(accountId, choose, origin);
}

function proposalsOf({ sightings, agents, spellings, twoAgents }: AgentFacts): readonly AgentProposal[] {
  const byAgent = Map.groupBy(spellings, ({ agentId }) => agentId);
  const known = agents.map((each): KnownAgent => ({ ...each, spellings: byAgent.get(each.agentId) ?? [] }));
  return proposeAgents({ sightings, agents: known, apart: byAgent.get(null) ?? [], twoAgents });
}

const keyOf = (kind: string, carrierId: string | null, text: string) =>
  `${kind} ${carrierId ?? ''} ${text.toLowerCase()}`;

interface SpellingSum {
  readonly first: PaidSighting;
  readonly kind: AgentSpelling['kind'];
  readonly text: string;
  firstPeriod: string;
  lastPeriod: string;
  paidNet: Exact;
}

function spellingsOf(facts: AgentFacts): readonly Spelling[] {
  const names = new Map(facts.agents.map(({ agentId, name }) => [agentId, name]));
  const stored = new Map(facts.spellings.map((each) => [keyOf(each.kind, each.carrierId, each.text), each]));
  const proposed = new Map(
    proposalsOf(facts).flatMap((each) =>
      each.about.map(({ kind, carrierId, text }) => [keyOf(kind, carrierId, text), each] as const),
    ),
  );
  return sums(facts.sightings).map(({ first: { carrierId, carrierName }, kind, text, ...sum }): Spelling => {
    const find = <T>(map: ReadonlyMap<string, T>) =>
      map.get(keyOf(kind, carrierId, text)) ?? map.get(keyOf(kind, null, text));
    const own = find(stored);
    const offer = find(proposed);
    return {
      ...{ kind, text, carrierId, carrierName, ...sum, paidNet: exactToDollars(sum.paidNet) },
      agentId: own?.agentId ?? null,
      agentName: names.get(own?.agentId ?? '') ?? null,
      nameId: own?.nameId ?? null,
      isApart: own !== undefined && own.agentId === null,
      proposal: own !== undefined || offer === undefined ? null : proposal.parse(offer),
    };
  });
}

/** Adds sightings up by name and by number of a carrier, in the order of their texts. */
function sums(sightings: readonly PaidSighting[]): readonly SpellingSum[] {
  const found = new Map<string, SpellingSum>();
  for (const sighting of sightings)
    for (const kind of SPELLING_KINDS) {
      const text = sighting[kind];
      if (text === null) continue;
      const key = keyOf(kind, sighting.carrierId, text);
      const { firstPeriod, lastPeriod, paidNet } = sighting;
      const sum = found.get(key);
      if (sum === undefined) found.set(key, { first: sighting, kind, text, firstPeriod, lastPeriod, paidNet });
      else {
        if (firstPeriod < sum.firstPeriod) sum.firstPeriod = firstPeriod;
        if (lastPeriod > sum.lastPeriod) sum.lastPeriod = lastPeriod;
        sum.paidNet += paidNet;
      }
    }
  const order = ({ kind, text, first }: SpellingSum) =>
    `${kind} ${text.toLowerCase()} ${first.carrierName} ${first.carrierId}`;
  return [...found.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}
