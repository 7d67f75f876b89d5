import { keyLines, type PaidByKey } from '../../core/agent-pay/pay-line.ts';
import type { RunLine } from '../../core/agent-pay/pay-run.ts';
import type { Money } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import { readStoredConfig } from '../../core/statement/config.ts';
import { LINE_KINDS, type LineKind, type LineKindOf, lineKindOf } from '../../core/statement/line-kind.ts';

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
  /** The kind of money without a member; null for a line of a member. */
  readonly storedKind: string | null;
  readonly description: string | null;
  /** The record of the agent whose name or number the line shows; null without one. */
  readonly agentId: string | null;
  /** The agent's number and name as the line shows them; empty without any. */
  readonly agentText: string;
  readonly amount: Money;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  readonly months: number | null;
}

export interface LinesOrder {
  readonly lines: readonly StoredPayLine[];
  /** The configuration with which each file was read, as it is stored. */
  readonly configs: ReadonlyMap<string, unknown>;
}

/** Makes the lines to be paid: each with its kind, and with the key under which it was paid. */
export function runLines({ lines, configs }: LinesOrder, paidByKey: PaidByKey): readonly RunLine[] {
  const kinds = new Map<unknown, LineKindOf>();
  const kindOf = (line: StoredPayLine): LineKind => {
    if (line.memberRefId === null) return LINE_KINDS.find((kind) => kind === line.storedKind) ?? 'commission';
    const config = configs.get(line.fileId);
    if (config === undefined) return 'commission';
    const known = kinds.get(config) ?? lineKindOf(readStoredConfig(config).config);
    kinds.set(config, known);
    return known(line);
  };
  return keyLines(
    lines.map((line) => ({
      ...{ carrierId: line.carrierId, period: line.period, coverageMonth: line.coverageMonth },
      ...{ memberRefId: line.memberRefId, memberExternalId: line.memberExternalId, memberName: line.memberName },
      ...{ policy: line.policyNumber, planName: line.planName, product: line.productType },
      ...{ effectiveDate: line.effectiveDate, amount: line.amount, premium: line.premium },
      ...{
        lives: line.lives,
        months: line.months,
        kind: kindOf(line),
        agentId: line.agentId,
        agentText: line.agentText,
      },
      description: line.memberRefId === null ? line.description : null,
    })),
    paidByKey,
  );
}
