import { describe, expect, it } from 'vitest';
import { inferConfig, keepSettings } from '../../../core/infer/infer-config.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: the proposal for a carrier's new layout keeps the carrier's settings and nothing of the old layout. */

const COLUMNS = { member_external_id: 'Old ID', commission_amount: 'Old Amount' };
const inUse = (settings: object) => statementConfigSchema.parse({ fileType: 'csv', columns: COLUMNS, ...settings });
const inferred = (columns = '', cells = '') =>
  inferConfig(
    csv(
      table(
        `Member ID|Member Name|Commission${columns}\n${['ANN', 'BO', 'CLEO', 'LUIS'].map((name, at) => `M${20_140 + at}|LEE ${name}|1${at}.50${cells}`).join('\n')}`,
      ),
    ),
  );

describe('a new layout of a known carrier', () => {
  it('keeps how the carrier pays and delivers its files', () => {
    const current = inUse({
      cadence: [{ months: 6 }],
      policyTerm: true,
      lineKinds: [{ kind: 'bonus', patterns: ['^HRA'] }],
      tolerance: { absolute: 0.05 },
      sftp: { patterns: ['*.csv'] },
      headerRow: 7,
      carryDown: ['agent_name'],
    });
    const { config, notes } = keepSettings(inferred(), current);
    expect(config).toMatchObject({
      cadence: [{ months: 6 }],
      policyTerm: true,
      lineKinds: [{ kind: 'bonus' }],
      tolerance: { absolute: 0.05 },
      sftp: { patterns: ['*.csv'] },
      columns: { member_external_id: 'Member ID', commission_amount: 'Commission' },
      headerRow: 'auto',
      carryDown: [],
    });
    expect(notes.at(-1)).toBe('Taken over from the format in use: cadence, policyTerm, lineKinds, tolerance, sftp.');
  });

  it('reads both file types if the columns are those of the other type', () => {
    const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
    for (const fileType of ['xlsx', 'auto'] as const) {
      const { config, notes } = keepSettings(inferred(), inUse({ fileType, columns }));
      expect(config.fileType).toBe('auto');
      expect(notes.at(-1)).toContain('reads files of both kinds');
    }
    // Counter-cases: other columns, and the same file type.
    expect(keepSettings(inferred(), inUse({ fileType: 'xlsx' })).config.fileType).toBe('csv');
    expect(keepSettings(inferred(), inUse({ columns })).config.fileType).toBe('csv');
  });

  it('counter-cases: has nothing to keep, or no format in use', () => {
    const proposal = inferred();
    expect(keepSettings(proposal, inUse({}))).toEqual(proposal);
    expect(keepSettings(proposal, null)).toEqual(proposal);
  });
});
