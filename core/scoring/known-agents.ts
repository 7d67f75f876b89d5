import { foldText } from '../folded-text.ts';

/** The agents of an agency, as far as the names and numbers of statements belong to a record (docs/reference/agents.md#whose-a-row-is). */

interface NamedAgent {
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** Returns the id of the record that a row with this number and name belongs to; null without one. */
export type RecordOfAgent = (agent: NamedAgent) => string | null;

/** A name or number of an agent, in lower case. */
export interface KnownAgentText {
  readonly kind: 'name' | 'number';
  readonly folded: string;
  readonly agentId: string;
}

/** Makes the rule whose a row is, for the statements of one carrier: the record of the number, else that of the name. */
export function recordsOfAgents(texts: readonly KnownAgentText[]): RecordOfAgent {
  if (texts.length === 0) return NO_RECORDS;
  const records = new Map(texts.map(({ kind, folded, agentId }) => [`${kind} ${folded}`, agentId]));
  const find = (kind: KnownAgentText['kind'], text: string | null) =>
    text === null ? undefined : records.get(`${kind} ${text.toLowerCase()}`);
  return ({ agentId, agentName }) => find('number', agentId) ?? find('name', agentName) ?? null;
}

/** The rule of an agency without records. */
export const NO_RECORDS: RecordOfAgent = () => null;

/** Returns whether two rows name one agent: by the record where both have one, else by the number, else by the name. */
export function isSameAgent(one: NamedAgent, other: NamedAgent, recordOf: RecordOfAgent = NO_RECORDS): boolean {
  const [first, second] = [recordOf(one), recordOf(other)];
  if (first !== null && second !== null) return first === second;
  if (one.agentId !== null && other.agentId !== null) return foldText(one.agentId) === foldText(other.agentId);
  return one.agentName !== null && other.agentName !== null && foldText(one.agentName) === foldText(other.agentName);
}
