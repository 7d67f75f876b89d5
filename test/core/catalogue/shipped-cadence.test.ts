import { describe, expect, it, test } from 'vitest';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import type { Period } from '../../../core/period.ts';
import { cadenceOf, EVERY_MONTH_PAID, type PaidMonths } from '../../../core/scoring/cadence.ts';
import { scorePeriod } from '../../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../../core/scoring/tolerance.ts';
import { type LineKind, lineKindOf } from '../../../core/statement/line-kind.ts';
import { mapped, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: a shipped format says which months its lines pay for, so that no member is dropped who is paid ahead. */

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
