import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import {
  CARRIER_BRANDS,
  CATALOGUE_VERSION,
  SHARED_CARRIERS,
  SUCCESSIONS,
} from '../../../core/catalogue/shared-carriers.ts';
import type { Period } from '../../../core/period.ts';
import { cadenceOf, EVERY_MONTH_PAID, type PaidMonths } from '../../../core/scoring/cadence.ts';
import { scorePeriod } from '../../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../../core/scoring/tolerance.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { type LineKind, lineKindOf } from '../../../core/statement/line-kind.ts';
import { type Layout, layoutStatement } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { configOf, mapped, sheet, table, workbook } from '../statement/statements.ts';

describe('shared carriers', () => {
  describe('the shared catalogue', () => {
    test('names every carrier and brand once, and every brand has a carrier', () => {
      const slugs = SHARED_CARRIERS.map(({ slug }) => slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      const brands = CARRIER_BRANDS.map(({ slug }) => slug);
      expect(new Set(brands).size).toBe(brands.length);
      expect(new Set(SHARED_CARRIERS.map(({ groupSlug }) => groupSlug))).toEqual(new Set(brands));
    });

    test('has complete configurations, which storing and reading leave unchanged', () => {
      for (const { config } of SHARED_CARRIERS) {
        expect(statementConfigSchema.parse(JSON.parse(JSON.stringify(config)))).toEqual(config);
      }
    });

    test('has a sample statement for each carrier', () => {
      expect(Object.keys(SHARED_LAYOUTS).sort()).toEqual(SHARED_CARRIERS.map(({ slug }) => slug).sort());
    });
  });

  test("reads Molina's head counts if the file has them, and needs neither the head counts nor both ids", () => {
    const config = SHARED_CARRIERS.find(({ slug }) => slug === 'molina-marketplace')?.config ?? configOf({});
    const read = (header: string, row: string) => {
      const statement = mapped(workbook(sheet('Sheet1', [header.split('|'), row.split('|')])), config);
      return [statement.lines.map(({ lives }) => lives), statement.warnings];
    };
    const month = 'Member Name|Agent Name|Effective Date|Commission|Period';
    const values = 'Ann Lee|Dana Castillo|01/01/2026|60.00|03/2026';
    expect(read(`Policy Number|${month}`, `P1|${values}`)).toEqual([[null], []]);
    expect(read(`Member ID|${month}|Members`, `P1|${values}|3`)).toEqual([[300], []]);
  });

  /** The carriers that offer a report in both kinds of file. */
  const IN_BOTH_KINDS = [
    'aetna-medicare',
    'healthsun',
    'humana-commission-details',
    'progressive',
    'transamerica-life',
  ];

  test('declares no file type for a carrier that sends both kinds, and one for every other carrier', () => {
    const either = SHARED_CARRIERS.filter(({ config }) => config.fileType === 'auto').map(({ slug }) => slug);
    expect(either.sort()).toEqual(IN_BOTH_KINDS);
  });

  const KINDS = SHARED_CARRIERS.flatMap(({ slug, config }) => {
    const layout = SHARED_LAYOUTS[slug];
    if (layout === undefined) throw new Error(`${slug} has no layout`);
    const fileTypes = IN_BOTH_KINDS.includes(slug) ? (['csv', 'xlsx'] as const) : [layout.fileType];
    return fileTypes.map((fileType) => ({ slug, fileType, config, layout: { ...layout, fileType } satisfies Layout }));
  });

  /** The carriers whose statements have pay of another kind on a sheet that the format does not read. The first job names it. */
  const OTHER_PAY = new Map([
    ['devoted-agency', '1 row with 100.00 in "Amount"'],
    ['national-general', '1 row with -5.00 in "Amount"'],
  ]);

  describe.each(KINDS)('$slug as $fileType', ({ slug, config, layout }) => {
    test.each([1, 2, 3])('reads every line of a generated statement to the cent (seed %i)', (seed) => {
      const statement = layoutStatement(layout, { seed });
      const read = mapped(openStatementFile(statement.bytes, config), config);
      expect(read.lines.length).toBe(statement.lines.length);
      expect(read.lines.length).toBeGreaterThanOrEqual(300);
      expect(read.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(statement.totalCents * 100);
      expect(read.lines.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
        statement.lines.map(({ cents }) => cents * 100).sort((a, b) => a - b),
      );
      expect(new Set(read.lines.map(({ memberKey }) => memberKey)).size).toBe(320);
      expect(read.failures).toEqual([]);
      const other = OTHER_PAY.get(slug);
      const expected = other === undefined ? [] : [{ code: 'header_drift', detail: expect.stringContaining(other) }];
      expect(read.warnings).toEqual(expected);
      expect(read.rowWarningCount).toBe(0);
    });
  });

  describe('the version of the catalogue', () => {
    /**
     * The digest of each released catalogue version. A changed catalogue needs the next number and a line here. A released line never
     * changes, because databases that loaded that version would not update.
     */
    const DIGESTS: Readonly<Record<number, string>> = {
      1: '48dcc4d49e570e08',
      2: 'd424502759333daf',
      3: 'e38360224db192d2',
      4: 'e598c350ce43beba',
    };

    const digest = createHash('sha256')
      .update(JSON.stringify([CARRIER_BRANDS, SHARED_CARRIERS]))
      .digest('hex')
      .slice(0, 16);

    test('needs the next version after a change, so that an older release does not publish old formats', () => {
      expect(Object.keys(DIGESTS).map(Number)).toEqual(
        Array.from({ length: CATALOGUE_VERSION }, (_, index) => index + 1),
      );
      expect(digest, `raise CATALOGUE_VERSION and add ${CATALOGUE_VERSION + 1}: '${digest}'`).toBe(
        DIGESTS[CATALOGUE_VERSION],
      );
    });
  });

  describe('a carrier that continues another one', () => {
    const carrierOf = (slug: string) => SHARED_CARRIERS.find((carrier) => carrier.slug === slug);

    test.each(SUCCESSIONS)(
      '$slug and $continues are of one brand and scored alike, so that one book can hold both',
      ({ slug, continues }) => {
        const [later, earlier] = [carrierOf(slug), carrierOf(continues)];
        expect(later?.groupSlug).toBe(earlier?.groupSlug);
        expect(later?.productLine).toBe(earlier?.productLine);
        // The file type is checked before the layout is known.
        expect(later?.config.fileType).toBe(earlier?.config.fileType);
        expect(later?.config.cadence).toEqual(earlier?.config.cadence);
        expect(later?.config.tolerance).toEqual(earlier?.config.tolerance);
        expect(later?.config.memberId).toEqual(earlier?.config.memberId);
      },
    );

    test('never continues a carrier that continues another one', () => {
      const later = new Set(SUCCESSIONS.map(({ slug }) => slug));
      expect(SUCCESSIONS.filter(({ continues }) => later.has(continues))).toEqual([]);
    });
  });
});

/** Guarantee: a shipped format says which months its lines pay for, so that no member is dropped who is paid ahead. */
describe('shipped cadence', () => {
  function carrier(slug: string) {
    const found = SHARED_CARRIERS.find((one) => one.slug === slug);
    if (found === undefined) throw new Error(`No carrier ${slug}`);
    return found;
  }

  type Texts = readonly [transactionType: string | null, description: string | null];

  test.each<[string, Texts, LineKind]>([
    ['unitedhealthcare-medicare', ['HA payment LEE ANN', null], 'bonus'],
    ['unitedhealthcare-medicare', ['New, DVH Manual Payment, LEE ANN', null], 'adjustment'],
    ['unitedhealthcare-medicare', ['Renewal', 'R'], 'commission'],
    ['humana-commission-data', ['HRAP', null], 'bonus'],
    ['humana-commission-data', ['MED2', null], 'true_up'],
    ['humana-commission-data', ['ARCM', null], 'commission'],
    ['wellcare', ['Renewal', 'Override'], 'override'],
    ['wellcare', ['Renewal', 'Broker Level'], 'commission'],
    ['wellcare', ['Renewal', 'Legacy'], 'commission'],
    ['healthspring', ['Renewal', 'Service Fee'], 'override'],
    ['healthspring', ['Renewal', 'Broker Level'], 'commission'],
    ['devoted-agency', ['Renewal - Monthly', 'Override'], 'override'],
    ['devoted-agency', ['Renewal - Monthly', 'Agent Portion'], 'commission'],
    ['healthfirst', ['Monthly Renewal', 'FMO'], 'override'],
    ['healthfirst', ['Monthly Renewal', 'Broker'], 'commission'],
    ['healthfirst', ['Adjustment', 'FMO'], 'adjustment'],
    ['healthsun', ['Audit', 'Renewal'], 'adjustment'],
    ['gold-kidney', [null, 'Agency'], 'override'],
    ['gold-kidney', [null, 'Agent'], 'commission'],
    ['solis-health-plans', ['agent retention', null], 'fee'],
    ['doctors-healthcare-plans', ['agent renewal compensation', null], 'commission'],
    ['fmo-agent-report', ['Renewal', 'Override'], 'override'],
    ['fmo-agent-report', ['Renewal', 'Commission'], 'commission'],
    ['nhp-agency', ['Override', 'Renewal'], 'override'],
    ['transamerica-life', ['OW Placed Adv / 75', null], 'override'],
    ['transamerica-life', ['Placed Adv / 75', null], 'advance'],
    ['transamerica-life', ['As Earned / 75', null], 'commission'],
    ['mutual-of-omaha', ['NEW ISS', null], 'advance'],
    ['mutual-of-omaha', ['BFY PAYMENT', null], 'commission'],
    ['aetna-senior-supplemental', ['ADVANCE', 'FY'], 'advance'],
    ['progressive', ['END', null], 'adjustment'],
    ['progressive', ['REN', null], 'commission'],
    ['grange', ['Endorsement', null], 'adjustment'],
  ])('%s: reads %j as %s', (slug, [transactionType, description], kind) => {
    expect(lineKindOf(carrier(slug).config)({ transactionType, description })).toBe(kind);
  });

  test.each<[string, string, string | null, number, PaidMonths]>([
    ['unitedhealthcare-medicare', 'New', 'MAPD', 300, 'calendar_year'],
    ['unitedhealthcare-medicare', 'New', 'MAPD', 57.83, 'monthly'],
    ['unitedhealthcare-medicare', 'New', 'PARTD', 50, 'calendar_year'],
    ['unitedhealthcare-medicare', 'New', 'PARTD', 9.5, 'monthly'],
    ['unitedhealthcare-medicare', 'New', 'AARPMODMEDSUP', 300, 'monthly'],
    ['unitedhealthcare-medicare', 'Renewal', 'MAPD', 300, 'monthly'],
    ['humana-commission-data', 'ARCF', 'MAPD', 300, 'calendar_year'],
    ['humana-commission-data', 'HRAP', 'MAPD', 100, 'monthly'],
    ['humana-commission-details', 'Commission', 'First Year', 300, 'calendar_year'],
    ['humana-commission-details', 'Adjustment', 'First Year', 300, 'monthly'],
    ['aetna-medicare', 'Pro-Rata Payment', 'MAPD', 300, 'calendar_year'],
    ['aetna-medicare', 'Renewal', 'MAPD', 300, 'monthly'],
    ['devoted-agency', 'Initial - New', null, 300, 'calendar_year'],
    ['devoted-transactions', 'Renewal - Monthly', null, 300, 'monthly'],
    ['wellcare', 'Initial - NOT New to CMS', 'MA', 300, 'calendar_year'],
    ['healthspring', 'Initial - New to CMS', 'MA', 57.83, 'monthly'],
    ['healthfirst', 'Initial', null, 300, 'calendar_year'],
    ['healthfirst', 'Monthly Renewal', null, 300, 'monthly'],
    ['solis-health-plans', 'initial compensation', null, 300, 'calendar_year'],
    ['mutual-of-omaha', 'NEW COV ISS', null, 300, 12],
    ['mutual-of-omaha', 'BFY PAYMENT', null, 300, 'monthly'],
    ['transamerica-life', 'Placed Adv / 75', null, 300, 9],
    ['transamerica-life', 'OW Placed Adv / 0.75', null, 300, 9],
    ['transamerica-life', 'Placed Adv / 75.00%', null, 300, 9],
    ['transamerica-life', 'Placed Adv / 50%', null, 300, 6],
    ['transamerica-life', 'Placed Adv / 100', null, 300, 12],
    ['transamerica-life', 'Placed Adv', null, 300, 12],
    ['transamerica-life', 'As Earned / 75', null, 300, 'monthly'],
    ['grange', 'New Business', null, 100, 12],
    ['grange', 'Endorsement', null, 10, 'monthly'],
    ['national-general', 'Renewal', 'PA / 6', 100, 6],
    ['national-general', 'Renewal', 'PA / 6 Months', 100, 6],
    ['national-general', 'New', 'PA / 12', 100, 12],
    ['national-general', 'Endorsement', 'PA / 6', 10, 'monthly'],
  ])('%s: takes "%s" of %s for $%d as paid %s', (slug, transactionType, productType, dollars, months) => {
    const line = { transactionType, productType, description: null, amount: dollars * 10_000 };
    expect(cadenceOf(carrier(slug).config)(line)).toBe(months);
  });

  /** Returns a member's rows by month, read from statements in the shipped format. */
  function rowsOf(slug: string, header: string, months: Readonly<Record<Period, readonly string[]>>) {
    const { config, productLine } = carrier(slug);
    const latest = new Map<string, ScoredRow & PriorRow>();
    let baselinePeriod: Period | null = null;
    const found: Record<Period, ScoredRow | undefined> = {};
    for (const [period, rows] of Object.entries(months)) {
      const name = Array.isArray(config.sheets) ? (config.sheets[0] ?? 'Sheet1') : 'Sheet1';
      const statement = mapped(workbook(sheet(name, table([header, ...rows].join('\n')))), config);
      expect(statement.failures).toEqual([]);
      const lines = statement.lines.map((line) => ({
        ...line,
        memberRefId: line.memberKey,
        policyRefId: line.policyNumber,
        fileId: period,
      }));
      const inputs = {
        earlierEvents: [],
        earlierTallies: [],
        period,
        baselinePeriod,
        firstPeriod: Object.keys(found)[0] ?? period,
        rates: [],
        tolerance: toleranceOf(config),
        newestFileId: period,
        cadence: cadenceOf(config),
        kindOf: lineKindOf(config),
        isUnpaidMonth: EVERY_MONTH_PAID,
        isPolicyTerm: config.policyTerm === true,
        productLine,
      };
      const scores = scorePeriod(inputs, latest.values(), lines);
      for (const row of scores.rows) latest.set(row.memberRefId, row);
      found[period] = scores.rows.find(({ memberExternalId }) => memberExternalId !== OTHER);
      baselinePeriod = period;
    }
    return found;
  }

  /** The id of a member who is on every statement, so that no month is without data. */
  const OTHER = 'Z9999999';

  describe('a property and casualty policy', () => {
    const header =
      'Insured Name|Policy Number|Policy Effective Date|Policy Expiration Date|Tran Code|Gross Comm|Month End';
    const policy = (code: string, amount: string, ends = '07/10/2026') =>
      `ROE RICHARD|A1234567|01/10/2026|${ends}|${code}|${amount}|`;
    const other = `DOE JANE|${OTHER}|01/01/2026|01/01/2027|REN|1.00|`;

    it('is not dropped within its term, nor by an endorsement, and its sentences name the term', () => {
      const rows = rowsOf('progressive', header, {
        '2026-01': [policy('NEW', '60.00'), other],
        '2026-02': [other],
        '2026-03': [policy('END', '5.00'), other],
        '2026-04': [other],
        '2026-07': [policy('REN', '60.00', '01/10/2027'), other],
      });
      expect(rows['2026-01']?.signals).toMatchObject([{ code: 'PAID_AHEAD', detail: 'Policy term to Jun 2026.' }]);
      expect(rows['2026-02']).toMatchObject({
        status: 'carried',
        reason: 'Nothing due in Feb 2026: policy term to Jun 2026, $60.00 paid in Jan 2026.',
      });
      expect(rows['2026-03']?.status).toBe('green');
      expect(rows['2026-03']?.reason).toContain('within the policy term to Jun 2026');
      expect(rows['2026-04']?.status).toBe('carried');
      expect(rows['2026-07']).toMatchObject({ status: 'green', profile: { termDate: null } });
    });

    it('counter-case: drops when the term has ended without a renewal', () => {
      const rows = rowsOf('progressive', header, {
        '2026-04': [policy('NEW', '60.00'), other],
        '2026-06': [other],
        '2026-07': [other],
      });
      expect(rows['2026-06']?.status).toBe('carried');
      expect(rows['2026-07']?.status).toBe('red');
      expect(rows['2026-07']?.reason).toContain('for the policy term to Jun 2026');
    });

    it('counter-case: loses the rest of the term with a cancellation', () => {
      const rows = rowsOf('progressive', header, {
        '2026-01': [policy('NEW', '60.00'), other],
        '2026-02': [policy('CAN', '-50.00'), other],
        '2026-03': [other],
      });
      expect(rows['2026-03']?.status).toBe('red');
    });

    it('has a term if the carrier prints only its months', () => {
      const months = (term: string) => {
        const line = (type: string) => `ROE RICHARD|20333960 00|PA|01/10/2026|${type}|60.00|${term}`;
        const always = `DOE JANE|${OTHER} 00|PA|01/10/2026|New|1.00|12`;
        return rowsOf('national-general', 'Insured|Policy|Sub Product|Eff Date|Trans Type|Commission Paid|Term', {
          '2026-01': [line('New'), always],
          '2026-06': [always],
          '2026-07': [always],
        });
      };
      expect([months('6')['2026-06']?.status, months('6')['2026-07']?.status]).toEqual(['carried', 'red']);
      expect(months('12')['2026-07']?.status).toBe('carried');
    });
  });

  describe('an advance of a life or supplement carrier', () => {
    const header = 'Description|Adv %|Policy Number|Insured Last Name|Insured First Name|Net Commission Amount';
    const other = `As Earned|0|${OTHER}|DOE|JANE|1.00`;
    const life = (months: Readonly<Record<Period, readonly string[]>>) => rowsOf('transamerica-life', header, months);

    it('carries the policy for nine months, after which it is paid as earned', () => {
      const rows = life({
        '2026-01': ['Placed Adv|75|L100200|ROE|RICHARD|450.00', other],
        '2026-09': [other],
        '2026-10': ['As Earned|75|L100200|ROE|RICHARD|50.00', other],
        '2026-11': [other],
      });
      expect(rows['2026-09']?.status).toBe('carried');
      expect(rows['2026-10']?.status).toBe('green');
      expect(rows['2026-11']?.status).toBe('red');
    });

    it('counter-case: does not exist for a policy paid as earned, which is missed at once', () => {
      const rows = life({ '2026-01': ['As Earned|75|L100200|ROE|RICHARD|50.00', other], '2026-02': [other] });
      expect(rows['2026-02']?.status).toBe('red');
    });

    it('covers as many months as the statement says', () => {
      const columns = 'COMMISSIONTYPE|CLIENT|POLICYNUMBER|PREMIUMDUEDATE|MONTHSADVANCED|COMMISSIONAMOUNT';
      const always = `EARNED|DOE JANE|${OTHER}|01/01/2026|0|1.00`;
      const rows = (advanced: string) =>
        rowsOf('aetna-senior-supplemental', columns, {
          '2026-01': [`ADVANCE|ROE RICHARD|S100200|01/01/2026|${advanced}|270.00`, always],
          '2026-09': [always],
          '2026-10': [always],
        });
      expect([rows('9')['2026-09']?.status, rows('9')['2026-10']?.status]).toEqual(['carried', 'red']);
      expect(rows('0')['2026-09']?.status).toBe('red');
    });

    it('covers the quarter or year of the premium', () => {
      const columns = 'COMMISSIONTYPE|MODE|CLIENT|POLICYNUMBER|PREMIUMDUEDATE|MONTHSADVANCED|COMMISSIONAMOUNT';
      const always = `COMMISSION|MONTHLY|DOE JANE|${OTHER}|01/01/2026|0|1.00`;
      const statusIn = (mode: string, period: Period) =>
        rowsOf('aetna-senior-supplemental', columns, {
          '2026-01': [`COMMISSION|${mode}|ROE RICHARD|S100200|01/01/2026|0|60.00`, always],
          [period]: [always],
        })[period]?.status;
      expect([statusIn('QUARTERLY', '2026-03'), statusIn('QUARTERLY', '2026-04')]).toEqual(['carried', 'red']);
      expect([statusIn('SEMI-ANNUAL', '2026-06'), statusIn('SEMI-ANNUAL', '2026-07')]).toEqual(['carried', 'red']);
      expect([statusIn('ANNUAL', '2026-12'), statusIn('ANNUAL', '2027-01')]).toEqual(['carried', 'red']);
      expect(statusIn('MONTHLY', '2026-02')).toBe('red');
    });

    it('ends with the certificate’s "paid to" date', () => {
      const columns = 'CertificateId|CertEffectiveDate|PaidToDate|PaidAmount|TransActionType';
      const always = `${OTHER}|01/01/2020|01/31/2026|1.00|Commission`;
      const rows = (paidTo: string) =>
        rowsOf('american-public-life', columns, {
          '2026-01': [`C100200|01/01/2026|${paidTo}|90.00|Commission`, always],
          '2026-02': [always],
        });
      expect(rows('12/31/2026')['2026-02']?.status).toBe('carried');
      expect(rows('01/31/2026')['2026-02']?.status).toBe('red');
      // On "02/01/2026" the next premium is due, so January is paid and February is not.
      expect(rows('02/01/2026')['2026-02']?.status).toBe('red');
    });
  });

  describe('new business of a Medicare plan', () => {
    const header = 'MedicareID|Policy Number|Original Effective Date|Plan Type|Commission Action|Commission';
    const other = `${OTHER}|P9|01/01/2020|MAPD|Renewal|1.00`;

    it('is paid through December, even below the maximum; monthly pay is missed at once', () => {
      const rows = (amount: string, plan: string) =>
        rowsOf('unitedhealthcare-medicare', header, {
          '2026-06': [`1EG4TE5MK73|P1|06/01/2026|${plan}|New|${amount}`, other],
          '2026-07': [other],
        })['2026-07']?.status;
      expect(rows('150.00', 'MAPD')).toBe('carried');
      expect(rows('50.00', 'MAPD')).toBe('red');
      expect(rows('404.83', 'AARPMODMEDSUP')).toBe('red');
    });
  });
});
