import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import { exactToDollars, moneyToDollars } from '../../core/money.ts';
import { cadenceOf, EVERY_MONTH_PAID } from '../../core/scoring/cadence.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import { netTotal, scorePeriod } from '../../core/scoring/score-period.ts';
import type { PriorRow } from '../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../core/scoring/tolerance.ts';
import { type StatementConfig, statementConfigSchema } from '../../core/statement/config.ts';
import type { MappedStatement } from '../../core/statement/line.ts';
import { lineKindOf } from '../../core/statement/line-kind.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { payMonth } from '../../demo/pay-month.ts';
import { ServiceClient } from '../../demo/service-client.ts';
import { agencyStory } from '../../demo/statements/agency-story.ts';
import type { ContractedRate } from '../../demo/statements/expected-facts.ts';
import type { StoryStatement } from '../../demo/statements/story.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { peopleForTests } from '../support/person-browser.ts';
import { type StatementRow, startService, statement } from '../support/service.ts';

/** Guarantee: the last step of the demo pays the agents of a small agency, and its own checks hold for money that is taken back too. */
describe('pay month', async () => {
  const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
  const directory = await mkdtemp(join(tmpdir(), 'pay-month-'));
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  });

  const AGENCY = 'Lakeview Benefits Group';
  const of = (agent: string, effective: string) => ({ Name: 'Ada Doe', Agent: agent, Effective: effective });
  const DANA = of('Dana Whitfield', '2024-01-01');
  const JANUARY: readonly StatementRow[] = [
    ['M1', 100.33, DANA],
    ['M2', 50.25, of('Dana Whitfield', '2025-11-01')],
    ['M3', 40, of('Lee Park', '')],
  ];
  /** M2 is taken back, and so is M4, for whom no payment was seen: the house bears it. */
  const FEBRUARY: readonly StatementRow[] = [
    ['M1', 100.33, DANA],
    ['M2', -50.25, DANA],
    ['M4', -20, DANA],
    ['M3', 40, of('Lee Park', '')],
    ['H1', 12, of(AGENCY, '')],
    ['N1', 5],
  ];
  const MONTHS = [
    ['2026-01', JANUARY],
    ['2026-02', FEBRUARY],
  ] as const;

  test('the demo pays the last month of a small agency, and its figures are those of the statements', async () => {
    const account = await service.createAccount({ name: AGENCY });
    const carrierId = await service.createCarrier({ account });
    for (const [period, rows] of MONTHS) await account.load({ file: statement(rows), carrierId, period });
    const facts = MONTHS.map(([period, rows]) => ({
      period,
      commissionTotal: rows.reduce((cents, [, amount]) => cents + Math.round(Number(amount) * 100), 0) / 100,
    }));
    const story = { agency: AGENCY, carriers: [{ statements: MONTHS.map(([period]) => ({ period })), facts }] };
    const played = { accountId: account.accountId, agency: new ServiceClient(service.url, account.token) };
    const said: string[] = [];
    const operator = new ServiceClient(service.url, OPERATOR_TOKEN);

    const paid = await payMonth(story, played, { say: (text) => void said.push(text), operator, directory });
    expect(paid).toEqual({ compared: 6, differences: [] });
    // Dana has 70 % of M1, less the 60 % that M2 gave.
    expect(said.join('\n')).toMatch(/Dana Whitfield │ \$70\.23 │ +-\$30\.15 │ \$40\.08/);
    expect(said.join('\n')).toContain('$87.08 came in');
    const pdf = await readFile(join(directory, 'agent-statement.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** Guarantee: reading, mapping and scoring the files of the story gives the facts that the story counts from its own book. */
describe('statements in core', () => {
  function read(statement: StoryStatement, config: StatementConfig): MappedStatement {
    const mapping = mapStatement(openStatementFile(statement.bytes(), config), config, { period: statement.period });
    if (mapping.kind === 'rejected') throw new Error(`${statement.fileName}: ${mapping.rejection.detail}`);
    return mapping.statement;
  }

  function expectedRate({ rateType, rateValue }: ContractedRate): ExpectedRate {
    return {
      source: 'contracted',
      planCode: null,
      rateType,
      rateMillionths: Math.round(rateValue * 1_000_000),
      tier: null,
      state: null,
      effectiveFrom: null,
      effectiveTo: null,
    };
  }

  describe.each(agencyStory().carriers)('$name', ({ slug, statements, facts, contractedRate, config: given }) => {
    const config = statementConfigSchema.parse(given);
    const mapped = new Map(statements.map((statement) => [statement, read(statement, config)]));

    test('maps every file to the rows and the total of the story, with every column found', () => {
      for (const [{ fileName, file }, { lines, failures, warnings, rowWarnings }] of mapped) {
        const total = moneyToDollars(netTotal(lines));
        const came = { rows: lines.length + failures.length, rowsFailed: failures.length, commissionTotal: total };
        expect(came, fileName).toEqual(file);
        expect(rowWarnings, fileName).toEqual([]);
        // A printed total counts printed rows; only rows without a readable id or amount explain a difference.
        const codes = warnings.map(({ code }) => code);
        expect(
          codes.filter((code) => code !== 'footer_variance' || file.rowsFailed === 0),
          fileName,
        ).toEqual([]);
      }
    });

    test('loses no text: names, plans and agents are read from every line', () => {
      const named = [...mapped.values()].flatMap(({ lines }) => lines);
      expect(named.every((line) => line.memberName !== null && !line.memberName.includes('\ufffd'))).toBe(true);
      expect(named.every((line) => line.agentName !== null && /\p{L}{2}/u.test(line.agentName))).toBe(true);
      if (slug !== 'amberly') expect(named.filter((line) => line.planName !== null).length).toBeGreaterThan(0);
    });

    test('scores to the facts of the story', () => {
      const latest = new Map<string, PriorRow>();
      for (const [index, month] of facts.entries()) {
        const files = statements.filter(({ period }) => period === month.period);
        const active = files.slice(
          Math.max(
            files.findIndex(({ mode }) => mode === 'replace'),
            0,
          ),
        );
        const lines = active
          .flatMap((statement) => mapped.get(statement)?.lines ?? [])
          .map((line) => ({ ...line, memberRefId: line.memberKey, policyRefId: line.policyNumber, fileId: 'file' }));
        const inputs = {
          earlierEvents: [],
          earlierTallies: [],
          period: month.period,
          baselinePeriod: facts[index - 1]?.period ?? null,
          firstPeriod: facts[0]?.period ?? month.period,
          rates: contractedRate === undefined ? [] : [expectedRate(contractedRate)],
          tolerance: toleranceOf(config),
          newestFileId: 'file',
          cadence: cadenceOf(config),
          kindOf: lineKindOf(config),
          isUnpaidMonth: EVERY_MONTH_PAID,
          isPolicyTerm: false,
          productLine: null,
        };
        const { rows, rollup } = scorePeriod(inputs, latest.values(), lines);
        for (const row of rows) latest.set(row.memberRefId, row);
        const { commissionDropped, commissionReduced } = rollup;
        expect(month).toEqual({
          period: month.period,
          rows: month.rows,
          rowsFailed: month.rows - lines.length,
          memberCount: rollup.memberCount,
          green: rollup.green,
          yellow: rollup.yellow,
          red: rollup.red,
          new: rollup.new,
          reappeared: rollup.reappeared,
          commissionDropped: moneyToDollars(commissionDropped),
          commissionReduced: moneyToDollars(commissionReduced),
          commissionAtRisk: moneyToDollars(commissionDropped + commissionReduced),
          chargebackCount: rollup.chargebackCount,
          chargebackAmount: moneyToDollars(rollup.chargebackAmount),
          commissionTotal: moneyToDollars(netTotal(lines)),
          commissionOwed: contractedRate === undefined ? null : exactToDollars(rollup.commissionOwed),
        });
      }
    });
  });
});
