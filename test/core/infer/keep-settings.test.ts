import { describe, expect, it } from 'vitest';
import { inferConfig, keepSettings } from '../../../core/infer/infer-config.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { memberIdReader } from '../../../core/statement/member-key.ts';
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

/** Guarantee: the names of businesses are names of members, also with a number in them. */

const TRADES = ['Roofing', 'Dental Arts', 'Freight', 'Orchards', 'Machine Works', 'Florists', 'Tile & Stone', 'Marina'];

function inferredNames(header: string, nameOf: (trade: string, at: number) => string) {
  const rows = TRADES.map((trade, at) => `K${52_310 + at * 7}|${nameOf(trade, at)}|Plan ${at}|${30 + at}.25`);
  return inferConfig(csv(table(`Member ID|${header}|Plan Name|Commission\n${rows.join('\n')}`))).config.columns;
}

describe('a column of businesses', () => {
  it.each(['Member Name', 'Subscriber', 'Insured'])('is the name below "%s"', (header) => {
    expect(inferredNames(header, (trade, at) => `Ferris ${trade} Inc. ${at + 11}`).member_name).toBe(header);
  });

  it('counter-case: is none where the texts are numbers with a word', () => {
    expect(inferredNames('Member Name', (_, at) => `Unit ${at + 11}`).member_name).toBeUndefined();
  });
});

/** Guarantee: members keep their identity when a spreadsheet drops the leading zeros of one month's ids. */

const inferredIds = (ids: readonly string[]) =>
  inferConfig(
    csv(
      table(
        `Member ID|Member Name|Commission\n${ids.map((id, at) => `${id}|LEE ${['ANN', 'BO', 'CLEO', 'LUIS'][at]}|1${at}.50`).join('\n')}`,
      ),
    ),
  );
const PADDED = ['000420140', '000420141', '012420142', '112420143'];

describe('ids that are numbers filled up with zeros', () => {
  it('are read alike with and without the zeros', () => {
    const { config, notes } = inferredIds(PADDED);
    expect(notes.join(' ')).toContain('Leading zeros of the member id do not count');
    const read = memberIdReader(config.memberId);
    for (const id of PADDED) {
      const withoutZeros = String(Number(id));
      expect(read(id)).toMatchObject({ memberExternalId: id, memberKey: withoutZeros });
      expect(read(withoutZeros)).toMatchObject({ memberKey: withoutZeros });
    }
  });

  it.each([
    ['no id begins with a zero', ['420140', '420141', '420142', '420143']],
    ['the lengths differ, so that two ids may differ by a zero alone', ['0420140', '420140', '420142', '420143']],
    ['an id has a letter', ['000420140', '000420141', '012420142', 'A12420143']],
    ['the ids are short', ['0014', '0015', '0016', '0017']],
  ])('counter-case: zeros count where %s', (_case, ids) => {
    expect(inferredIds(ids).config.memberId.stripLeadingZeros).toBe(false);
  });

  it('keep the rule of the format in use, because another one would rename all members', () => {
    const current = { ...inferredIds(PADDED).config, memberId: { stripLeadingZeros: false, pattern: null } };
    const kept = keepSettings(inferredIds(PADDED), current);
    expect(kept.config.memberId).toEqual(current.memberId);
    expect(kept.notes.at(-1)).toBe('Taken over from the format in use: memberId.');
  });
});
