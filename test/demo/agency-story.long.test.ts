import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { FILE_BYTES_MAX, STATEMENT_ROWS_MAX } from '../../core/limits/statement-limits.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { agencyStory } from '../../demo/statements/agency-story.ts';
import type { StoryCarrier } from '../../demo/statements/story.ts';

const story = agencyStory();

function carrier(slug: string): StoryCarrier {
  const found = story.carriers.find((candidate) => candidate.slug === slug);
  if (found === undefined) throw new Error(`no carrier ${slug}`);
  return found;
}

function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}

describe('the files of the story', () => {
  test('are the same bytes each time, and fit the limits of an upload', () => {
    const again = agencyStory();
    for (const [index, { statements }] of story.carriers.entries()) {
      for (const [position, statement] of statements.entries()) {
        const bytes = statement.bytes();
        expect(bytes.length).toBeLessThanOrEqual(FILE_BYTES_MAX);
        expect(statement.file.rows).toBeLessThanOrEqual(STATEMENT_ROWS_MAX);
        const repeated = again.carriers[index]?.statements[position]?.bytes() ?? new Uint8Array();
        expect(sha256(repeated), statement.fileName).toBe(sha256(bytes));
      }
    }
  });

  test.each(story.carriers)('of $name have a configuration that the service accepts', ({ config }) => {
    const parsed = statementConfigSchema.safeParse(config);
    expect(parsed.error).toBeUndefined();
  });

  test('include one workbook with 40,000 rows, with real dates and amounts as text', () => {
    const last = carrier('harbor-first').statements.at(-1);
    const book = XLSX.read(last?.bytes(), { cellDates: true, dense: true });
    const sheet = book.Sheets['HFStmtCommAtt'];
    if (sheet === undefined) throw new Error('the sheet is missing');
    const rows: unknown[][] = XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true });
    expect(rows).toHaveLength(40_001);
    const effective = rows[0]?.indexOf('Member Effective Date') ?? -1;
    const amount = rows[0]?.indexOf('Amount') ?? -1;
    const paid = rows.slice(1).filter((row) => row[effective] !== undefined);
    expect(paid.length).toBeGreaterThan(39_000);
    expect(paid.every((row) => row[effective] instanceof Date && typeof row[amount] === 'string')).toBe(true);
  });

  test('keep the peculiarities of their carriers as text', () => {
    const [may, june] = [0, 2].map((index) => carrier('blue-ridge').statements[index]?.bytes() ?? new Uint8Array());
    const windows = new TextDecoder('windows-1252');
    expect(windows.decode(may)).toMatch(/^Agent #;Agent Name;Group Type;Customer Type;/);
    expect(windows.decode(june)).not.toContain('Customer Type');
    expect(windows.decode(may)).toContain('Muñoz, Graciela');
    expect(windows.decode(may)).toMatch(/\r\nTotal:;.*\r\n$/);
    const amberly = new TextDecoder().decode(carrier('amberly').statements[0]?.bytes());
    expect(amberly.split('\r\n')[0]?.match(/Agent Name/g)).toHaveLength(2);
    expect(amberly).toContain(",'U7");
    const summit = new TextDecoder().decode(carrier('summit-senior').statements[1]?.bytes());
    expect(summit).toMatch(/\(Agent Number: \d+\)/);
    expect(summit).toMatch(/,\(\d+\.\d\d\)\r\n/);
  });
});

describe('the expected facts', () => {
  test.each(story.carriers)('of $name agree with each other and with the plan', ({ facts, events }) => {
    let present = 0;
    for (const [index, month] of facts.entries()) {
      const of = (kind: string) => (events[index]?.events ?? []).filter((event) => event.kind === kind);
      const left = of('left');
      const reduced = of('reduced');
      const stillListed = new Set(
        (events[index + 1]?.events ?? []).flatMap((e) => (e.kind === 'left' && e.cents === 0 ? [e.memberId] : [])),
      );
      const leaving = of('charged_back').filter((event) => stillListed.has(event.memberId));
      expect(month.red, month.period).toBe(left.length);
      expect(month.new).toBe(of('joined').length);
      expect(month.reappeared).toBe(of('returned').length);
      expect(cents([month.commissionDropped])).toBe(left.reduce((sum, event) => sum + event.cents, 0));
      // The last month's leavers appear only in a month that the story does not reach.
      if (index < facts.length - 1) expect(month.yellow).toBe(reduced.length + leaving.length);
      const charged = [...of('charged_back'), ...of('charged_back_again')];
      expect(month.chargebackCount).toBe(charged.length);
      expect(cents([month.chargebackAmount])).toBe(charged.reduce((sum, event) => sum + event.cents, 0));
      expect(month.memberCount).toBe(month.green + month.yellow + month.new + month.reappeared);
      expect(month.green + month.yellow + month.red).toBe(present);
      expect(cents([month.commissionAtRisk])).toBe(cents([month.commissionDropped, month.commissionReduced]));
      present = month.memberCount;
    }
  });

  test.each(story.carriers)('of $name are those after its last file of each month', ({ facts, statements }) => {
    for (const month of facts) {
      const files = statements.filter((statement) => statement.period === month.period);
      expect(files.at(-1)?.after).toEqual(month);
      const active = files.filter(
        (statement, index) => files[index + 1]?.mode !== 'replace' || statement.mode === 'replace',
      );
      expect(cents(active.map((statement) => statement.file.commissionTotal))).toBe(cents([month.commissionTotal]));
    }
  });

  test('contain the turning points of the story', () => {
    const [first, corrected] = carrier('amberly').statements.filter((statement) => statement.period === '2026-08');
    expect(corrected?.mode).toBe('replace');
    expect(first?.after.red).toBeGreaterThan(600);
    expect(corrected?.after.red).toBeLessThan(60);

    const varied = story.carriers.flatMap(({ statements }) =>
      statements.filter(({ statedTotal, file }) => {
        const difference = Math.abs((statedTotal ?? file.commissionTotal) - file.commissionTotal);
        return difference > Math.max(0.01, 0.005 * Math.abs(statedTotal ?? 0));
      }),
    );
    expect(varied.map((statement) => statement.fileName)).toEqual(['CommissionDetails_07152026.csv']);

    const cut = carrier('harbor-first').events.find(({ period }) => period === '2026-08');
    const byFour = cut?.events.filter((event) => event.kind === 'reduced' && event.cents === 400) ?? [];
    expect(byFour.length).toBeGreaterThan(1_500);
    const again = carrier('harbor-first').events.flatMap(({ events }) =>
      events.filter((e) => e.kind === 'charged_back_again'),
    );
    expect(again).toHaveLength(1);
    expect(story.carriers.every(({ facts }) => facts.some((month) => month.rowsFailed > 0))).toBe(true);
    expect(story.carriers.every(({ facts }) => facts.some((month) => month.reappeared > 0))).toBe(true);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
