import type { ExpectedRate } from '../../core/scoring/expected.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import type { StatementLine } from '../../core/statement/line.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';

/** Reads a row with a member and an amount only, like the service. All other fields are null. */
function readPlainRow(): StatementLine {
  const columns = { member_external_id: 'Member', commission_amount: 'Amount' };
  const cells = [Object.values(columns), ['A', '1']];
  const rows = () => cells.map((row, index) => ({ row: index + 1, cells: row }));
  const source = { fileType: 'csv', sheets: [{ name: '', hidden: false, rows }] } as const;
  const config = statementConfigSchema.parse({ fileType: 'csv', columns });
  const mapping = mapStatement(source, config, { period: '2026-01' });
  const [line] = mapping.kind === 'mapped' ? mapping.statement.lines : [];
  if (line === undefined) throw new Error('The plain row was not read.');
  return line;
}

/** A line whose optional fields are null. */
export const PLAIN_LINE = { ...readPlainRow(), policyRefId: null, fileId: 'file' };

/** Makes a line of a member's policy, with both ids unchanged. */
export function plainLine(
  member: string,
  policy: string | null,
  { amount, ...more }: Partial<ScorableLine> & { readonly amount: number },
): ScorableLine {
  const named = { memberRefId: member, memberExternalId: member, policyRefId: policy, policyNumber: policy };
  return { ...PLAIN_LINE, ...named, amount, ...more };
}

/** Makes a contracted rate for every plan and state, without a first day. */
export function flatRate(dollars: number): ExpectedRate {
  return {
    source: 'contracted',
    planCode: null,
    rateType: 'flat_per_member',
    rateMillionths: Math.round(dollars * 1_000_000),
    tier: null,
    state: null,
    effectiveFrom: null,
    effectiveTo: null,
  };
}
