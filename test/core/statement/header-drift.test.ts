import { describe, expect, test } from 'vitest';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { configOf, csv, mapped, rejected, sheet, table, workbook } from './statements.ts';

const config = configOf({
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    plan_name: 'Plan Name',
    agent_name: 'Agent Name',
  },
});

function driftOf(header: string, knownHeaders: readonly string[] | null = null): readonly string[] {
  const row = header.split('|').map((name) => (/comm/i.test(name) ? '1.00' : 'X1'));
  const source = csv([...table(header), row]);
  const mapping = mapStatement(source, config, { period: '2026-03', knownHeaders });
  if (mapping.kind === 'rejected') throw new Error(mapping.rejection.detail);
  return mapping.statement.warnings.filter(({ code }) => code === 'header_drift').map(({ detail }) => detail);
}

const KNOWN = ['Member ID', 'Commission', 'Plan Name', 'Agent Name', 'Region'];

describe('a changed header', () => {
  test('causes no warning while every column is there', () => {
    expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Region', KNOWN)).toEqual([]);
    expect(driftOf('region | agent_name | PLAN NAME | Member-ID | commission', KNOWN)).toEqual([]);
    expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Anything')).toEqual([]);
  });

  test('names the new name of a renamed column', () => {
    expect(driftOf('Member ID | Commission | PlanNm | Agent Name')).toEqual([
      'No column for plan_name (looked for "Plan Name"). It may be "PlanNm" now.',
    ]);
  });

  test('reports a lost column', () => {
    expect(driftOf('Member ID | Commission | Plan Name')).toEqual([
      'No column for agent_name (looked for "Agent Name").',
    ]);
    expect(driftOf('Member ID | Commission | Plan Name | Agent Name', KNOWN)).toEqual(['Column "Region" is gone.']);
  });

  test('names a new column with the nearest known name, in one warning', () => {
    expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Region | Agent Name 2 | Zebra', KNOWN)).toEqual([
      'New column "Agent Name 2", nearest known name "Agent Name". New column "Zebra".',
    ]);
  });

  test('causes no warning if it varies between sheets every month', () => {
    const columns = { member_external_id: 'Member ID', commission_amount: ['Admin Amount', 'Base Amount'] };
    const names = ['Member ID', 'Admin Amount', 'Region'];
    const source = workbook(
      sheet('Override', [names, ['M1', '1.00', 'West']]),
      sheet('Agent Portion', [
        ['Member ID', 'Base Amount', 'Level'],
        ['M2', '2.00', 'A'],
      ]),
    );
    const read = configOf({ fileType: 'xlsx', sheets: 'all', columns });
    const mapping = mapStatement(source, read, { period: '2026-03', knownHeaders: names });
    expect(mapping).toMatchObject({ statement: { lines: [{}, {}], warnings: [] } });
    expect(mapped(source, read).warnings).toEqual([]);
  });

  test('is summarised if everything differs', () => {
    const names = Array.from({ length: 40 }, (_, index) => `Extra ${index}`).join(' | ');
    const [detail = ''] = driftOf(`Member ID | Commission | Plan Name | Agent Name | Region | ${names}`, KNOWN);
    expect(detail).toContain('And 34 more differences.');
    expect(detail.length).toBeLessThan(600);
  });

  test('fails without a required column, and names the nearest', () => {
    const detail = rejected(csv(table('Member ID | Comm Paid | Plan Name\nX1 | 1.00 | HMO')), config).detail;
    expect(detail).toContain('No column for commission_amount (looked for "Commission")');
    expect(detail).toContain('Nearest to "Commission": "Comm Paid".');
  });
});
