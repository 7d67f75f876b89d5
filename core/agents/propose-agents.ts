import { createHash } from 'node:crypto';
import {
  type AgentName,
  compareAgentNames,
  type NameRelation,
  nameFromSpellings,
  readAgentName,
} from './agent-name.ts';

/**
 * Proposes which names and numbers of statements are one agent (docs/reference/agents.md#proposals). A proposal is sure only where nothing
 * speaks against it; whatever is doubtful is `maybe`, and is for a person to judge.
 */

export const SPELLING_KINDS = ['name', 'number'] as const;
export type SpellingKind = (typeof SPELLING_KINDS)[number];

/** A name or number of statements. The carrier is null for all carriers. */
export interface AgentSpelling {
  readonly kind: SpellingKind;
  readonly text: string;
  readonly carrierId: string | null;
}

/** A name and number that stand together on statements of a carrier. */
export interface AgentSighting {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly number: string | null;
  readonly name: string | null;
}

/** An agent's record with what was joined to it. */
export interface KnownAgent {
  readonly agentId: string;
  readonly name: string;
  readonly npn: string | null;
  readonly spellings: readonly AgentSpelling[];
}

export interface AgentProposal {
  readonly proposalId: string;
  readonly certainty: 'sure' | 'maybe';
  /** The agent that the spellings complete; null for a new one. */
  readonly agentId: string | null;
  /** The name of this agent, or of the new one. */
  readonly name: string;
  readonly reason: string;
  /** The spellings that are joined when the proposal is accepted. */
  readonly spellings: readonly AgentSpelling[];
  /** The spellings that show this proposal. A doubtful proposal also joins those of the agent that it may belong to. */
  readonly about: readonly AgentSpelling[];
}

interface ProposalFacts {
  readonly sightings: readonly AgentSighting[];
  readonly agents: readonly KnownAgent[];
  /** The spellings that people took away from an agent. */
  readonly apart: readonly AgentSpelling[];
  /** Pairs of names, in lower case, that people said are two agents. */
  readonly twoAgents?: readonly (readonly [string, string])[];
}

/** An agent as far as it is sure: names of the same words, numbers, and at most one record. */
interface Candidate {
  record: KnownAgent | null;
  readonly names: AgentName[];
  readonly spellings: AgentSpelling[];
  readonly reasons: Set<string>;
  sightings: number;
  doubt: { readonly with: Candidate; readonly reason: string } | null;
}

const keyOf = ({ kind, text, carrierId }: AgentSpelling) => `${kind} ${carrierId ?? ''} ${text.toLowerCase()}`;

/** Returns the proposals, in the order of their names. */
export function proposeAgents({ sightings, agents, apart, twoAgents = [] }: ProposalFacts): readonly AgentProposal[] {
  const book = new CandidateBook(agents, apart, twoAgents);
  for (const { name } of sightings) if (name !== null) book.addName(name);
  book.joinInitials();
  for (const [, together] of Map.groupBy(sightings, numberKey)) book.addNumber(together);
  return book.proposals();
}

const numberKey = ({ carrierId, number }: AgentSighting) => `${carrierId} ${number?.toLowerCase() ?? ''}`;

class CandidateBook {
  readonly #ofName = new Map<string, Candidate>();
  readonly #records = new Map<string, Candidate>();
  /** Candidates that became part of another one. */
  readonly #merged = new Map<Candidate, Candidate>();
  readonly #owners = new Map<string, string>();
  /** Names that belong to somebody at one carrier only, or to nobody. */
  readonly #restricted = new Set<string>();
  /** Words that two records have. */
  readonly #ambiguous = new Set<string>();
  readonly #added = new Set<string>();

  readonly #twoAgents: ReadonlySet<string>;

  constructor(
    agents: readonly KnownAgent[],
    apart: readonly AgentSpelling[],
    twoAgents: readonly (readonly [string, string])[],
  ) {
    this.#twoAgents = new Set(twoAgents.map(([one, other]) => pairKey(one, other)));
    for (const spelling of apart) this.#restrict(spelling);
    for (const agent of agents) this.#addRecord(agent);
  }

  #restrict(spelling: AgentSpelling): void {
    this.#restricted.add(spelling.kind === 'name' ? keyOf({ ...spelling, carrierId: null }) : keyOf(spelling));
  }

  #addRecord(agent: KnownAgent): void {
    const candidate = emptyCandidate(agent);
    this.#records.set(agent.agentId, candidate);
    for (const spelling of agent.spellings) {
      this.#owners.set(keyOf(spelling), agent.agentId);
      if (spelling.kind === 'name' && spelling.carrierId !== null) this.#restrict(spelling);
    }
    const own = agent.spellings.filter(({ kind, carrierId }) => kind === 'name' && carrierId === null);
    for (const text of [agent.name, ...own.map((spelling) => spelling.text)]) {
      const name = readAgentName(text);
      if (name === null || candidate.names.some(({ key }) => key === name.key)) continue;
      candidate.names.push(name);
      const other = this.#ofName.get(name.key);
      if (other === undefined) this.#ofName.set(name.key, candidate);
      else if (other !== candidate) this.#ambiguous.add(name.key);
    }
  }

  /** Adds a name of statements to the candidate with the same words. */
  addName(text: string): void {
    const spelling: AgentSpelling = { kind: 'name', text, carrierId: null };
    const key = keyOf(spelling);
    const name = readAgentName(text);
    if (name === null) return;
    const known = this.#ofName.get(name.key);
    if (known !== undefined) known.sightings += 1;
    if (this.#owners.has(key) || this.#restricted.has(key) || this.#added.has(key)) return;
    this.#added.add(key);
    const isAmbiguous = this.#ambiguous.has(name.key);
    const candidate = isAmbiguous ? emptyCandidate(null) : (known ?? emptyCandidate(null));
    if (isAmbiguous && known !== undefined) {
      candidate.doubt = { with: known, reason: `Two agents are named like "${text}".` };
      this.#ofName.set(key, candidate);
    } else if (known === undefined) {
      candidate.names.push(name);
      this.#ofName.set(name.key, candidate);
    } else {
      const first = candidate.names.find((each) => each.key === name.key) ?? name;
      candidate.reasons.add(`"${text}" has the same words as "${first.text}".`);
    }
    candidate.spellings.push(spelling);
  }

  /** Joins names that differ by initials only, where all names that fit one of them also fit each other. */
  joinInitials(): void {
    const named = [...this.#ofName.values()].flatMap((candidate) =>
      candidate.names.map((name) => ({ name, candidate })),
    );
    const byWord = new Map<string, typeof named>();
    for (const each of named)
      for (const word of new Set(each.name.words.filter(({ length }) => length > 1)))
        byWord.set(word, [...(byWord.get(word) ?? []), each]);
    const related = named.map((one) => {
      const near = new Set(one.name.words.flatMap((word) => byWord.get(word) ?? []));
      near.delete(one);
      return { one, near: [...near].map((other) => ({ other, relation: compareAgentNames(one.name, other.name) })) };
    });
    const fitting = new Map(
      related.map(({ one, near }) => [
        one,
        near.flatMap(({ other, relation }) => (relation === 'fits' ? [other] : [])),
      ]),
    );
    const isClear = (one: (typeof named)[number]) => {
      const fits = fitting.get(one) ?? [];
      return (
        [one, ...fits].every(({ name }) => !this.#ambiguous.has(name.key)) &&
        fits.every((a) =>
          fits.every((b) => a === b || a.candidate === b.candidate || compareAgentNames(a.name, b.name) === 'fits'),
        )
      );
    };
    for (const { one, near } of related)
      for (const { other, relation } of near) {
        if (relation === 'fits' && isClear(one) && isClear(other))
          this.#join(one.candidate, other.candidate, initialsOnly(one.name, other.name));
        else if (relation !== 'other') this.#doubt(one, other, relation);
      }
  }

  #doubt(
    one: { readonly name: AgentName; readonly candidate: Candidate },
    other: { readonly name: AgentName; readonly candidate: Candidate },
    relation: NameRelation,
  ): void {
    const reason = doubtOf(one.name.text, other.name.text, relation);
    if (reason === null) return;
    // The shorter of two names that may be one agent is doubtful, and the rarer one of two people.
    const letters = ({ name }: typeof one) => (relation === 'suffix' ? 0 : name.words.join('').length);
    if (letters(one) < letters(other)) this.#mark(other.candidate, one.candidate, reason);
    else if (letters(one) === letters(other)) this.#mark(...inOrder(one.candidate, other.candidate), reason);
  }

  /** Adds a number of a carrier to the agent with whose names it stands. */
  addNumber(together: readonly AgentSighting[]): void {
    const [first] = together;
    if (first === undefined || first.number === null) return;
    const spelling: AgentSpelling = { kind: 'number', text: first.number, carrierId: first.carrierId };
    if (this.#restricted.has(keyOf(spelling))) return;
    const owner = this.#ownerOfNumber(spelling);
    const named = together.flatMap(({ name }) => (name === null ? [] : (this.#candidateOf(name) ?? [])));
    const candidates = new Set([...(owner === null ? [] : [owner]), ...named]);
    const [one, other, ...more] = candidates;
    // A number of many names is the agency's, not an agent's.
    if (one === undefined || more.length > 0) return;
    const where = `the number ${first.number} at ${first.carrierName}`;
    if (other !== undefined && !this.#joinByNumber(one, other, where)) return;
    if (owner !== null && this.#owners.has(keyOf(spelling))) return;
    const candidate = this.#current(one);
    candidate.spellings.push(spelling);
    if (owner !== null) candidate.reasons.add(`The number ${first.number} is the NPN of ${owner.record?.name ?? ''}.`);
  }

  #ownerOfNumber(spelling: AgentSpelling): Candidate | null {
    const agentId = this.#owners.get(keyOf(spelling)) ?? this.#owners.get(keyOf({ ...spelling, carrierId: null }));
    const owner = agentId === undefined ? undefined : this.#records.get(agentId);
    if (owner !== undefined) return this.#current(owner);
    const npn = [...this.#records.values()].find(({ record }) => record?.npn === spelling.text.trim());
    return npn === undefined ? null : this.#current(npn);
  }

  #candidateOf(text: string): Candidate | null {
    const spelling: AgentSpelling = { kind: 'name', text, carrierId: null };
    if (this.#restricted.has(keyOf(spelling))) return null;
    const owner = this.#records.get(this.#owners.get(keyOf(spelling)) ?? '');
    const name = readAgentName(text);
    const candidate = owner ?? (name === null ? undefined : this.#ofName.get(name.key));
    return candidate === undefined ? null : this.#current(candidate);
  }

  /** Joins two candidates of one number, unless their names say two people. Returns whether they are one now. */
  #joinByNumber(one: Candidate, other: Candidate, where: string): boolean {
    const pairs = one.names.flatMap((a) => other.names.map((b) => ({ a, b, relation: compareAgentNames(a, b) })));
    const close = pairs.find(({ relation }) => ['fits', 'further', 'first'].includes(relation));
    const isDoubtful = pairs.some(({ relation }) => relation === 'suffix' || relation === 'last');
    const [pair] = pairs;
    if (pair === undefined || pair.a.isCompany !== pair.b.isCompany) return false;
    const { a, b } = close ?? pair;
    if (close !== undefined && !isDoubtful)
      return this.#join(one, other, `"${a.text}" and "${b.text}" both have ${where}.`);
    this.#mark(...inOrder(one, other), `"${a.text}" and "${b.text}" both have ${where}, but the names differ.`);
    return false;
  }

  #current(candidate: Candidate): Candidate {
    let current = candidate;
    for (let next = this.#merged.get(current); next !== undefined; next = this.#merged.get(current)) current = next;
    return current;
  }

  /** Makes one candidate of two. Two records stay two. */
  #join(a: Candidate, b: Candidate, reason: string): boolean {
    const [one, other] = [this.#current(a), this.#current(b)];
    if (one === other) return true;
    if (one.record !== null && other.record !== null) return false;
    const [kept, gone] = other.record === null ? [one, other] : [other, one];
    this.#merged.set(gone, kept);
    kept.names.push(...gone.names);
    kept.spellings.push(...gone.spellings);
    kept.sightings += gone.sightings;
    kept.doubt ??= gone.doubt;
    for (const each of [...gone.reasons, reason]) kept.reasons.add(each);
    return true;
  }

  /** Marks a candidate as doubtful, because it may be the other one. A record is never doubtful. */
  #mark(a: Candidate, b: Candidate, reason: string): void {
    const [clear, doubtful] = [this.#current(a), this.#current(b)];
    if (clear === doubtful || this.#areTwo(clear, doubtful)) return;
    if (doubtful.record === null) doubtful.doubt ??= { with: clear, reason };
    else if (clear.record === null) clear.doubt ??= { with: doubtful, reason };
  }

  #areTwo(one: Candidate, other: Candidate): boolean {
    return (
      this.#twoAgents.size > 0 &&
      textsOf(one).some((a) => textsOf(other).some((b) => this.#twoAgents.has(pairKey(a, b))))
    );
  }

  proposals(): readonly AgentProposal[] {
    const all = new Set([...this.#records.values(), ...this.#ofName.values()].map((each) => this.#current(each)));
    return [...all]
      .filter(({ spellings }) => spellings.length > 0)
      .map((candidate) => this.#proposalOf(candidate))
      .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  #proposalOf(candidate: Candidate): AgentProposal {
    const target = candidate.doubt === null ? null : this.#current(candidate.doubt.with);
    const isDoubtful =
      candidate.record === null && target !== null && target !== candidate && !this.#areTwo(candidate, target);
    const whole = isDoubtful
      ? { record: target.record, spellings: [...target.spellings, ...candidate.spellings] }
      : candidate;
    const { record, spellings } = whole;
    const texts = spellings.filter(({ kind }) => kind === 'name').map(({ text }) => text);
    const [only = ''] = texts;
    const reasons = isDoubtful ? [candidate.doubt?.reason ?? ''] : [...candidate.reasons];
    const proposal = {
      certainty: isDoubtful ? ('maybe' as const) : ('sure' as const),
      agentId: record?.agentId ?? null,
      name: record?.name ?? nameFromSpellings(isDoubtful ? target.spellings.flatMap(nameTexts) : texts),
      reason: reasons.length > 0 ? reasons.slice(0, REASONS_MAX).join(' ') : alone(record, only),
      spellings,
      about: candidate.spellings,
    };
    return { proposalId: idOf(proposal), ...proposal };
  }
}

/** The pairs of names that are two agents when the proposal is refused, in lower case. */
export function pairsOf({ name, spellings, about }: AgentProposal): readonly (readonly [string, string])[] {
  const own = new Set(about.flatMap(nameTexts).map((text) => text.toLowerCase()));
  const others = new Set([name, ...spellings.flatMap(nameTexts)].map((text) => text.toLowerCase()));
  const inOrderOf = (one: string, other: string): readonly [string, string] =>
    one < other ? [one, other] : [other, one];
  return [...own].flatMap((one) =>
    [...others].filter((other) => !own.has(other)).map((other) => inOrderOf(one, other)),
  );
}

const pairKey = (one: string, other: string) => [one.toLowerCase(), other.toLowerCase()].sort().join('\n');

/** Every name of a candidate. */
const textsOf = ({ names, spellings, record }: Candidate): readonly string[] => [
  ...(record === null ? [] : [record.name]),
  ...names.map(({ text }) => text),
  ...spellings.flatMap(nameTexts),
];

const REASONS_MAX = 3;

const emptyCandidate = (record: KnownAgent | null): Candidate => ({
  record,
  names: [],
  spellings: [],
  reasons: new Set(),
  sightings: 0,
  doubt: null,
});

const nameTexts = ({ kind, text }: AgentSpelling) => (kind === 'name' ? [text] : []);

/** Returns the candidate that is seen more often before the other one. The names decide between equals. */
function inOrder(one: Candidate, other: Candidate): readonly [Candidate, Candidate] {
  const rank = ({ record, sightings }: Candidate) => (record === null ? sightings : Number.MAX_SAFE_INTEGER);
  const first = ({ names: [name] }: Candidate) => name?.key ?? '';
  const isBefore = rank(one) === rank(other) ? first(one) < first(other) : rank(one) > rank(other);
  return isBefore ? [one, other] : [other, one];
}

const order = ({ name, certainty, proposalId }: AgentProposal) =>
  `${name} ${certainty === 'sure' ? 1 : 2} ${proposalId}`;

const initialsOnly = (one: AgentName, other: AgentName) =>
  `"${one.text}" and "${other.text}" differ by an initial only, and no other name fits.`;

const alone = (record: KnownAgent | null, text: string) =>
  record === null ? `"${text}" stands on statements and belongs to no agent yet.` : `It is the name of ${record.name}.`;

/** Says why two names may be one agent; null where they have too little in common. */
function doubtOf(one: string, other: string, relation: NameRelation): string | null {
  const names = `"${one}" and "${other}"`;
  if (relation === 'fits') return `${names} differ by an initial only, but other names fit too.`;
  if (relation === 'further') return `${names} differ by a further name.`;
  if (relation === 'suffix') return `${names} differ by Jr or Sr, and may be two people.`;
  return null;
}

/** The id says what the proposal is, so that an outdated one is not found. */
function idOf({ certainty, agentId, spellings }: Omit<AgentProposal, 'proposalId'>): string {
  const content = JSON.stringify([certainty, agentId, ...spellings.map(keyOf).toSorted()]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
