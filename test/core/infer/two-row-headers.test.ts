import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: a header in two rows is proposed with the names of both, and the proposal reads every line of the file. */

const NAMES = ['LEE ANN', 'RAY BO', 'MARSH CLEO', 'CHO LUIS', 'ROE RICHARD'];
const LINES = NAMES.map((name, at) => `M${20_140 + at}|${name}|01/01/2025|${10 + at}.50|${100 + at}.00`).join('\n');
const infer = (top: string) => inferConfig(csv(table(`${top}\n${LINES}`)));

const TWO_ROWS = `Member|Member|Effective|Commission|Premium\nID|Name|Date|Amount|Amount`;

describe('a header in two rows', () => {
  it('has the names of both', () => {
    const { config } = infer(TWO_ROWS);
    expect(config).toMatchObject({
      headerRows: 2,
      columns: {
        member_external_id: 'Member ID',
        member_name: 'Member Name',
        effective_date: 'Effective Date',
        commission_amount: 'Commission Amount',
        premium_amount: 'Premium Amount',
      },
    });
  });

  it('is found below titles', () => {
    const { config } = infer(`Ridgeline Health Plans||||\nStatement for|March 2026|||\n${TWO_ROWS}`);
    expect(config).toMatchObject({ headerRows: 2, columns: { member_external_id: 'Member ID' } });
  });

  it('is read by the proposal as two header rows and no line', () => {
    const source = csv(table(`Ridgeline Health Plans||||\n${TWO_ROWS}\n${LINES}`));
    const config = statementConfigSchema.parse(inferConfig(source).config);
    const amounts: number[] = [];
    const mapping = mapStatement(source, config, {
      period: '2026-03',
      knownHeaders: null,
      knownSheets: null,
      keep: (line) => {
        amounts.push(line.amount);
        return line;
      },
      clock: () => 0,
    });
    expect(mapping).toMatchObject({ kind: 'mapped', statement: { failures: [] } });
    expect(amounts).toEqual([105_000, 115_000, 125_000, 135_000, 145_000]);
  });

  it('counter-case: is one row if a complete header has a group title above it', () => {
    const { config } = infer('Enrollment||||Money\nMember ID|Member Name|Effective Date|Commission Amount|Premium');
    expect(config.headerRows ?? 1).toBe(1);
    expect(config.columns).toMatchObject({ member_external_id: 'Member ID', commission_amount: 'Commission Amount' });
  });
});

describe('a carrier’s own id beside a Medicare id that is blank in some rows', () => {
  const rows = (carrierIdOf: (at: number) => string) =>
    Array.from({ length: 26 }, (_, at) => {
      const mbi = at % 13 === 12 ? '' : `${1 + (at % 9)}EG4TE5MK${10 + at}`;
      return `${mbi}|${carrierIdOf(at)}|DOE ${String.fromCharCode(65 + at)}NN|01/01/2025|Renewal|${20 + at}.50`;
    }).join('\n');
  const inferRows = (carrierIdOf: (at: number) => string) =>
    inferConfig(csv(table(`Member||||Commission|\nMBI|Carrier ID|Name|Eff Date|Type|Amount\n${rows(carrierIdOf)}`)));

  it('is the id, and the Medicare id the second one', () => {
    const { config, confidence, notes } = inferRows((at) => `PA${4_100_200 + at}`);
    expect(config.columns).toMatchObject({ member_external_id: 'Carrier ID', alternate_member_id: 'Member MBI' });
    expect(confidence).toBeGreaterThanOrEqual(0.8);
    expect(notes.join()).not.toMatch(/can't be read|filter/);
  });

  it('counter-case: identifies nobody if it is the same in all rows, and unreadable rows lower the confidence', () => {
    const { config, confidence, notes } = inferRows(() => 'C100200');
    expect(config.columns.member_external_id).toBe('Member MBI');
    expect(notes.join()).toMatch(/2 of the sampled rows can't be read/);
    expect(confidence).toBeLessThan(0.8);
  });
});
