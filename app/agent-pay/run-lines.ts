import { keyLines } from '../../core/agent-pay/pay-line.ts';
import type { RunLine } from '../../core/agent-pay/pay-run.ts';
import type { Money } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import { readStoredConfig } from '../../core/statement/config.ts';
import { type LineKind, type LineKindOf, lineKindOf } from '../../core/statement/line-kind.ts';

/** A line of an active statement as it is stored. Its member is null for money without a member, whose kind is stored. */
export interface StoredPayLine {
  readonly fileId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly coverageMonth: Period | null;
  readonly memberRefId: string | null;
  readonly memberExternalId: string | null;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  readonly effectiveDate: string | null;
  readonly transactionType: string | null;
  readonly description: string | null;
  readonly agentNumber: string | null;
  readonly agentName: string | null;
  readonly amount: Money;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  readonly months: number | null;
}

/** A name or number by which statements know an agent: of one carrier, or of all. */
export interface KnownName {
  /** Null for a spelling of one carrier that is kept apart from the agent who has it elsewhere. */
  readonly agentId: string | null;
  readonly kind: 'name' | 'number';
  /** In lower case. */
  readonly folded: string;
  readonly carrierId: string | null;
}

export interface LinesOrder {
  readonly lines: readonly StoredPayLine[];
  /** The configuration with which each file was read, as it is stored. */
  readonly configs: ReadonlyMap<string, unknown>;
  readonly names: readonly KnownName[];
}

/** Makes the lines to be paid: each with its kind, and the agent whose name or number it shows. */
export function runLines({ lines, configs, names }: LinesOrder): readonly RunLine[] {
  const kinds = new Map<unknown, LineKindOf>();
  const kindOf = (line: StoredPayLine): LineKind => {
    if (line.memberRefId === null) return 'commission';
    const config = configs.get(line.fileId);
    if (config === undefined) return 'commission';
    const known = kinds.get(config) ?? lineKindOf(readStoredConfig(config).config);
    kinds.set(config, known);
    return known(line);
  };
  const agentOf = agentFinder(names);
  return keyLines(
    lines.map((line) => ({
      ...{ carrierId: line.carrierId, period: line.period, coverageMonth: line.coverageMonth },
      ...{ memberRefId: line.memberRefId, memberExternalId: line.memberExternalId, memberName: line.memberName },
      ...{ policy: line.policyNumber, planName: line.planName, product: line.productType },
      ...{ effectiveDate: line.effectiveDate, amount: line.amount, premium: line.premium },
      ...{ lives: line.lives, months: line.months, kind: kindOf(line), agentId: agentOf(line) },
    })),
  );
}

/** A number is more certain than a name, and what one carrier writes more than what any may write. */
function agentFinder(names: readonly KnownName[]): (line: StoredPayLine) => string | null {
  const idOf = (kind: KnownName['kind'], text: string, carrierId: string | null) =>
    JSON.stringify([kind, text, carrierId]);
  const known = new Map(names.map(({ kind, folded, carrierId, agentId }) => [idOf(kind, folded, carrierId), agentId]));
  const find = (kind: KnownName['kind'], text: string | null, carrierId: string) => {
    if (text === null) return null;
    const ofCarrier = known.get(idOf(kind, text.toLowerCase(), carrierId));
    return ofCarrier === undefined ? (known.get(idOf(kind, text.toLowerCase(), null)) ?? null) : ofCarrier;
  };
  return ({ agentNumber, agentName, carrierId }) =>
    find('number', agentNumber, carrierId) ?? find('name', agentName, carrierId);
}
