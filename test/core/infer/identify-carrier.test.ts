import { describe, expect, it, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { CARRIER_BRANDS, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { monthsOfPlaces, namingPlaces } from '../../../core/infer/assign-columns.ts';
import { type IdentifiableCarrier, identifyCarrier, suggestCarrierName } from '../../../core/infer/identify-carrier.ts';
import {
  agreedMonths,
  monthsOfFileName,
  monthsOfRows,
  monthsOfSheetName,
  monthsOfTitles,
  type NamedMonth,
  statementMonth,
} from '../../../core/infer/named-months.ts';
import { type CarrierCandidate, rankCarriers } from '../../../core/infer/rank-carriers.ts';
import { contradictingRows, judgeMonth } from '../../../core/infer/statement-month.ts';
import type { DateOptions } from '../../../core/statement/calendar-date.ts';
import type { Cell } from '../../../core/statement/source.ts';
import { type Layout, layoutStatement, readOptions } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { configOf, csv, table } from '../statement/statements.ts';

describe('identify carrier', () => {
  describe('identify carrier', () => {
    const brandNames = new Map(CARRIER_BRANDS.map(({ slug, name }) => [slug, name]));
    const catalogue: readonly IdentifiableCarrier[] = SHARED_CARRIERS.map((carrier) => ({
      ...carrier,
      carrierId: `id-${carrier.slug}`,
      brandName: brandNames.get(carrier.groupSlug) ?? null,
      shared: true,
      configVersion: 1,
      latestPeriod: null,
      newest: null,
    }));

    /** The carriers that are identified only with a name: two with one layout, and one whose layout has no names of columns. */
    const NEEDS_A_NAME = ['solis-health-plans', 'doctors-healthcare-plans', 'ambetter-2020'];
    const sourceOf = (layout: Layout) =>
      openStatementFile(layoutStatement(layout, { seed: 9 }).bytes, readOptions(layout.fileType));
    const [needy, clear] = [true, false].map((isNeedy) =>
      Object.entries(SHARED_LAYOUTS).filter(([slug]) => NEEDS_A_NAME.includes(slug) === isNeedy),
    );

    test.each(clear ?? [])('identifies %s among all carriers of the catalogue', (slug, layout) => {
      const found = identifyCarrier({ source: sourceOf(layout), texts: [] }, catalogue);
      expect(found).toMatchObject({ ambiguous: false, best: { slug } });
    });

    test.each(needy ?? [])('identifies %s only with its name', (slug, layout) => {
      const identified = (...texts: string[]) => identifyCarrier({ source: sourceOf(layout), texts }, catalogue);
      expect(identified()).toMatchObject({ ambiguous: true, best: null });
      expect(identified().ranked.map((carrier) => carrier.slug)).toContain(slug);
      expect(identified(`${slug.replace('-2020', '')} 2026-04.csv`)).toMatchObject({
        ambiguous: false,
        best: { slug },
      });
    });

    const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
    const carrier = (slug: string, more: Partial<IdentifiableCarrier> = {}): IdentifiableCarrier => ({
      ...{ carrierId: slug, name: slug, slug, productLine: null, config: configOf({ columns }) },
      ...{ brandName: null, shared: true, configVersion: 1, latestPeriod: null, newest: null },
      ...more,
    });
    const source = csv(table('Member ID | Commission\nM1 | 1.50\nM2 | 2.50'));

    test('prefers the carrier that the account has statements of, or that is its own', () => {
      const stranger = carrier('alpha');
      for (const known of [carrier('omega', { latestPeriod: '2026-03' }), carrier('omega', { shared: false })]) {
        expect(identifyCarrier({ source, texts: [] }, [stranger, known])).toMatchObject({ best: { slug: 'omega' } });
      }
      expect(identifyCarrier({ source, texts: [] }, [stranger, carrier('omega')])).toMatchObject({ ambiguous: true });
    });

    test('finds a name or brand as whole words in any text', () => {
      const candidates = [
        carrier('alpha', { name: 'Alpha (agency)' }),
        carrier('omega', { brandName: 'Omega Health' }),
      ];
      const named = (...texts: string[]) => identifyCarrier({ source, texts }, candidates).best?.slug ?? null;
      expect(named('x', 'ALPHA_2026-04.csv')).toBe('alpha');
      expect(named('alpha2026.csv')).toBe('alpha');
      expect(named('Paid by Omega Health')).toBe('omega');
      expect(named('Alphabet.csv')).toBeNull();
      expect(named('Omega, Health')).toBe('omega');
    });

    test('leaves out carriers without a format and those whose format reads nothing', () => {
      const other = carrier('other', { config: configOf({ columns: { ...columns, member_external_id: 'Policy' } }) });
      expect(identifyCarrier({ source, texts: [] }, [carrier('empty', { config: null }), other])).toEqual({
        ambiguous: false,
        best: null,
        ranked: [],
      });
    });

    test('takes no carrier of the catalogue whose format fits in part only, unless the file names it', () => {
      const config = configOf({ columns: { ...columns, member_name: 'Member Name', coverage_month: 'Period' } });
      const generic = csv(table('Member ID | Commission | Member Name\nM1 | 1.50 | Ann Lee\nM2 | 2.50 | Bob Ray'));
      const candidates = [carrier('alpha', { name: 'Alpha Health', config })];
      expect(identifyCarrier({ source: generic, texts: ['Juniper Life'] }, candidates)).toMatchObject({
        ambiguous: true,
        best: null,
      });
      expect(identifyCarrier({ source: generic, texts: ['Alpha Health'] }, candidates).best?.slug).toBe('alpha');
    });

    const candidates: readonly (CarrierCandidate & { readonly groupSlug: string })[] = SHARED_CARRIERS.map(
      (carrier) => ({
        ...carrier,
        carrierId: `id-${carrier.slug}`,
      }),
    );

    describe.each(CARRIER_BRANDS)('the carriers of $slug', ({ slug }) => {
      const members = candidates.filter(({ groupSlug }) => groupSlug === slug);

      const statements = members.flatMap(({ slug: own, config }) => {
        const layout = SHARED_LAYOUTS[own];
        if (layout === undefined) throw new Error(`${own} has no layout`);
        const fileTypes = config?.fileType === 'auto' ? (['csv', 'xlsx'] as const) : [layout.fileType];
        return fileTypes.map((fileType) => ({ own, fileType, layout: { ...layout, fileType } }));
      });

      test.each(statements)('include $own for its statement as $fileType', ({ own, fileType, layout }) => {
        const source = openStatementFile(layoutStatement(layout, { seed: 9 }).bytes, readOptions(fileType));
        const ranking = rankCarriers(source, members);
        expect(ranking).toMatchObject({ ambiguous: false, best: { slug: own } });
        expect(ranking.ranked).toHaveLength(members.length);
        for (const { reason } of ranking.ranked) expect(reason).not.toBe('');
      });
    });

    const rankedColumns = { member_external_id: 'Member ID', commission_amount: 'Commission', plan_name: 'Plan' };
    const twin = (slug: string, productLine: CarrierCandidate['productLine']): CarrierCandidate => ({
      carrierId: slug,
      name: slug,
      slug,
      productLine,
      config: configOf({ columns: rankedColumns }),
    });
    const rows = (plan: string) =>
      csv(table(`Member ID | Commission | Plan\nM1 | 1.50 | ${plan}\nM2 | 2.50 | ${plan}\nM3 | 3.50 | ${plan}`));

    test('calls two carriers with one format ambiguous, unless the plans tell them apart', () => {
      const twins = [twin('senior', 'medicare'), twin('supplement', 'med_supp')];
      expect(rankCarriers(rows('Standard'), twins)).toMatchObject({ ambiguous: true, best: null });
      expect(rankCarriers(rows('Medigap Plan G'), twins)).toMatchObject({
        ambiguous: false,
        best: { slug: 'supplement' },
      });
      expect(rankCarriers(rows('MAPD'), twins)).toMatchObject({ ambiguous: false, best: { slug: 'senior' } });
    });

    test("has no best carrier for a file that none can read, and gives each one's reason", () => {
      const source = csv(table('Policy | Amount\nP1 | 1.50'));
      const ranking = rankCarriers(source, [twin('senior', 'medicare'), { ...twin('empty', null), config: null }]);
      expect(ranking).toMatchObject({ ambiguous: false, best: null });
      expect(ranking.ranked.map(({ confidence }) => confidence)).toEqual([0, 0]);
      expect(ranking.ranked.map(({ reason }) => reason).join(' ')).toMatch(/No column for member_external_id/);
    });

    test('recognises the format of a rolling statement, whatever months its rows are for', () => {
      const rolling = configOf({ columns: { ...rankedColumns, coverage_month: 'Month' }, statementMode: 'rolling' });
      const source = csv(
        table(
          'Member ID | Commission | Plan | Month\nM1 | 1.50 | MA | 01/2026\nM2 | 2.50 | MA | 02/2026\nM3 | 3.50 | MA | 12/2025',
        ),
      );
      const ranking = rankCarriers(source, [{ ...twin('rolling', null), config: rolling }]);
      expect(ranking).toMatchObject({ ambiguous: false, best: { slug: 'rolling' } });
    });

    test('ranks a carrier of several layouts once, by the first layout whose columns the file has', () => {
      const earlier = twin('senior', null);
      const active = {
        ...earlier,
        config: configOf({ columns: { member_external_id: 'Policy', commission_amount: 'Net' } }),
      };
      const { best, ranked } = rankCarriers(rows('MA'), [active, earlier]);
      expect([best?.slug, ranked.length]).toEqual(['senior', 1]);
      const [unread] = rankCarriers(csv(table('Other | Amount\nP1 | 1.50')), [active, earlier]).ranked;
      expect(unread).toMatchObject({ confidence: 0, reason: expect.stringContaining('Policy') });
    });

    test('gives no answer without carriers', () => {
      expect(rankCarriers(rows('MA'), [])).toEqual({ ambiguous: false, best: null, ranked: [] });
    });
  });

  /** Guarantee: an unknown statement suggests the carrier's name that it or its file name writes, and else none. */
  describe('carrier name', () => {
    const titles = (...texts: readonly string[]) => texts.map((text, at) => ({ row: at + 1, cells: [text] }));

    test.each([
      ['Cedar Mutual 2026-04.csv', 'Cedar Mutual'],
      ['Harbor_First_Commission_Statement_Nov2026.xlsx', 'Harbor First'],
      ['Commission Statement - Blue Ridge Mutual of Carolina.pdf', 'Blue Ridge Mutual of Carolina'],
      ['CommissionDetails_05152026.csv', null],
      ['11-2026.csv', null],
      ['statement (2).csv', null],
    ])('of the file %s: %s', (fileName, name) => {
      expect(suggestCarrierName([], fileName)).toBe(name);
    });

    test.each([
      ['Harbor Life Insurance Company Commission Statement', 'Harbor Life Insurance Company'],
      ['Summit Senior Advantage - November 2026', 'Summit Senior Advantage'],
    ])('a title comes before the name of the file: %s', (title, name) => {
      expect(suggestCarrierName(titles('Commission Statement', title), 'Cedar 2026-04.csv')).toBe(name);
    });

    test.each(['Agency: Lakeview Health Benefits', 'Member Health Detail', 'Printed on 2026-11-02'])(
      'a title about somebody else is passed over: %s',
      (title) => {
        expect(suggestCarrierName(titles(title), 'Cedar 2026-04.csv')).toBe('Cedar');
      },
    );
  });
});

describe('named months', () => {
  const US: DateOptions = { order: 'MDY', openEnded: [] };
  const titles = (...rows: Cell[][]) =>
    monthsOfTitles(
      rows.map((cells, at) => ({ row: at + 1, cells })),
      US,
    );
  const found = (months: readonly NamedMonth[]) => months.map(({ period, kind }) => `${period} ${kind}`);

  describe('a title', () => {
    test.each([
      ['Commission Statement April 2026', '2026-04 statement'],
      ['Statement Month: 04/2026', '2026-04 statement'],
      ['Pay Period 2026-04', '2026-04 statement'],
      ['Statement Period: 04/01/2026 - 04/30/2026', '2026-04 statement'],
      ['For 2026-02-01 to 2026-02-28', '2026-02 statement'],
      ['Commission period: 04/01/2026', '2026-04 statement'],
      ['Month: 202604', '2026-04 statement'],
      ['Coverage month: April 2026', '2026-04 coverage'],
      ['Premiums earned 04/01/2026 - 04/30/2026', '2026-04 coverage'],
      ['Check date: 05/15/2026', '2026-05 payment'],
      ['Statement Date: May 15, 2026', '2026-05 payment'],
      ['Paid in May 2026', '2026-05 payment'],
    ])('names a month: %s', (text, expected) => {
      expect(found(titles([text]))).toEqual([expected]);
    });

    test.each([
      ['Printed 05/02/2026'],
      ['Report date: May 2026'],
      ['Year to date through April 2026'],
      ['Agency: 202604'],
      ['Agency 202604'],
      ['Statement Period: 01/01/2026 - 03/31/2026'],
      ['January 2026 to March 2026'],
      ['Lakeview Agency'],
      ['Page 4 of 2026'],
      ['x'.repeat(300)],
    ])('names no month: %s', (text) => {
      expect(titles([text])).toEqual([]);
    });

    test('takes the label from the cell to the left, and reads cells of a workbook', () => {
      const date = { value: 46_113, format: { code: 'm/d/yyyy', isDate: true, date1904: false } };
      expect(found(titles(['Statement month', date]))).toEqual(['2026-04 statement']);
      expect(found(titles(['Run date', date]))).toEqual([]);
      expect(found(titles(['Check date', '', '05/15/2026']))).toEqual(['2026-05 payment']);
      expect(
        found(titles(['Agency', { value: 202_604, format: { code: 'General', isDate: false, date1904: false } }])),
      ).toEqual([]);
    });
  });

  test.each([
    ['wellcare_2026-04.xlsx', '2026-04'],
    ['Wellcare April 2026.xlsx', '2026-04'],
    ['WC_2026_04_detail.csv', '2026-04'],
    ['wc_04_2026.csv', '2026-04'],
    ['202604_commissions.csv', '2026-04'],
  ])('a file name names a month: %s', (name, period) => {
    expect(monthsOfFileName(name)).toEqual([{ period, foundIn: 'file_name', kind: 'statement', text: name }]);
  });

  test.each([['statement.csv'], ['wc_2026_04_15.csv'], ['2026-04-15.csv'], ['2026-01 to 2026-03.csv'], ['']])(
    'a file name names no month: %s',
    (name) => expect(monthsOfFileName(name)).toEqual([]),
  );

  test('sheets name months', () => {
    expect(found(monthsOfSheetName('Apr 2026'))).toEqual(['2026-04 statement']);
    expect(monthsOfSheetName('Detail')).toEqual([]);
  });

  test('rows name the months that more than half of them have', () => {
    const row = (coverageMonth: string | null, paidDate: string | null = null) => ({ coverageMonth, paidDate });
    expect(
      monthsOfRows([row('2026-03', '2026-05-01'), row('2026-04', '2026-05-03'), row('2026-04', '2026-05-03')]),
    ).toEqual([
      { period: '2026-04', foundIn: 'rows', kind: 'coverage', text: '2 of 3 rows are for coverage in Apr 2026.' },
      { period: '2026-05', foundIn: 'rows', kind: 'payment', text: '3 of 3 rows are paid in May 2026.' },
    ]);
    expect(monthsOfRows([row('2026-03'), row('2026-04')])).toEqual([]);
    expect(monthsOfRows([row('2026-03'), row(null), row(null)])).toEqual([]);
    expect(monthsOfRows([])).toEqual([]);
  });

  test('the surest place decides, unless it names several months', () => {
    const month = (
      period: string,
      foundIn: NamedMonth['foundIn'],
      kind: NamedMonth['kind'] = 'statement',
    ): NamedMonth => ({
      ...{ period, foundIn, kind },
      text: '',
    });
    const rows = month('2026-03', 'rows', 'coverage');
    expect(statementMonth([rows, month('2026-04', 'file_name')])?.period).toBe('2026-04');
    expect(statementMonth([rows, month('2026-05', 'title', 'payment')])?.period).toBe('2026-03');
    const twoSheets = [month('2026-01', 'sheet_name'), month('2026-02', 'sheet_name')];
    expect(statementMonth([...twoSheets, rows])?.period).toBe('2026-03');
    expect(statementMonth(twoSheets)).toBeNull();
  });

  /** Guarantee: a line above the header does not name the month of the statement. */
  describe('the places that name a month', () => {
    const HEADER = 'Member ID | Member Name | Effective Date | Commission';
    const BELOW = `${HEADER}\nM1003 | Cy Foe | 02/01/2026 | 30.00\nM1004 | Di Poe | 02/01/2026 | 40.00`;
    const months = (above: string) =>
      monthsOfPlaces(namingPlaces(csv(table(`${above}\n${BELOW}`)), 'book.csv'), { order: 'MDY', openEnded: [] }).map(
        ({ period }) => period,
      );

    test.each([
      ['a line', 'M1001 | Ann Lee | 01/01/2024 | 10.00', []],
      ['a line below a title', 'Statement May 2026 | | |\nM1001 | Ann Lee | 01/01/2024 | 10.00', ['2026-05']],
      ['a letterhead as wide as a line', 'Check date | 05/31/2026 | Check amount | 70.00', ['2026-05']],
    ])('%s above the header names %j', (_, above, expected) => {
      expect(months(above)).toEqual(expected);
    });
  });

  /** Guarantee: a file whose name, titles and rows contradict each other is a question, and ordinary distances are none. */

  const named = (period: string, foundIn: NamedMonth['foundIn']): NamedMonth => ({
    ...{ period, foundIn, kind: 'statement' },
    text: period,
  });
  const rowsOf = (coverageMonth: string | null, count = 48, paidDate: string | null = null) =>
    Array.from({ length: count }, () => ({ coverageMonth, paidDate }));

  function judge(names: readonly NamedMonth[], lines: ReturnType<typeof rowsOf>, usualDistance: number | null = null) {
    const { month, question } = judgeMonth({
      months: [...names, ...monthsOfRows(lines)],
      agreed: agreedMonths(lines, 'period'),
      usualDistance,
    });
    return { period: month?.period ?? null, question };
  }

  describe('the month of a statement', () => {
    it('is that of the rows, with a question, when all of them contradict the name', () => {
      expect(judge([named('2025-11', 'file_name')], rowsOf('2025-07'))).toEqual({
        period: '2025-07',
        question:
          "The file's name says Nov 2025. 48 of 48 rows are for coverage in Jul 2025. Which month is the statement for?",
      });
      // The rows of a sheet of bonuses have no month, and contradict nothing.
      const undated = [...rowsOf('2025-07', 5), ...rowsOf(null, 1)];
      expect(judge([named('2025-11', 'file_name')], undated)).toMatchObject({
        period: '2025-07',
        question: expect.stringContaining('5 of 6 rows'),
      });
      const corrected = [...rowsOf('2025-07', 46), ...rowsOf('2025-02', 2)];
      expect(judge([named('2025-11', 'file_name')], corrected)).toMatchObject({ period: '2025-07' });
      expect(judge([named('2025-11', 'file_name')], rowsOf(null, 9, '2025-07-12'))).toMatchObject({
        period: '2025-07',
        question: expect.stringContaining('paid in Jul 2025'),
      });
    });

    it('stays that of a title, with a question', () => {
      expect(judge([named('2025-11', 'title')], rowsOf('2025-07'))).toEqual({
        period: '2025-11',
        question: expect.stringContaining('A title in the file says Nov 2025.'),
      });
      const names = [named('2025-07', 'title'), named('2025-11', 'file_name')];
      expect(judge(names, rowsOf('2025-07'))).toEqual({ period: '2025-07', question: expect.any(String) });
    });

    it.each<[string, NamedMonth[], ReturnType<typeof rowsOf>, (number | null)?]>([
      ['the rows name it too', [named('2026-04', 'file_name')], rowsOf('2026-04')],
      ['the carrier pays for the month before', [named('2026-04', 'file_name')], rowsOf('2026-03')],
      ['the carrier pays in advance', [named('2026-04', 'file_name')], rowsOf('2026-05')],
      [
        'the coverage is late and the payment is of the month',
        [named('2026-04', 'file_name')],
        rowsOf('2025-12', 9, '2026-04-20'),
      ],
      [
        'the rows are of many months',
        [named('2026-04', 'file_name')],
        [...rowsOf('2025-10', 6), ...rowsOf('2026-04', 4)],
      ],
      ['the carrier has always had this distance', [named('2026-04', 'file_name')], rowsOf('2025-12'), -4],
      [
        'the title is a month before the name',
        [named('2026-03', 'title'), named('2026-04', 'file_name')],
        rowsOf(null),
      ],
      ['nothing but the name has a month', [named('2026-04', 'file_name')], rowsOf(null)],
    ])('is no question when %s', (_, names, lines, usualDistance = null) => {
      expect(judge(names, lines, usualDistance)).toEqual({ period: names[0]?.period, question: null });
    });

    it('does not depend on the rows of a rolling or yearly statement', () => {
      expect(agreedMonths(rowsOf('2025-07'), 'rolling')).toEqual([]);
      expect(agreedMonths(rowsOf('2025-07'), 'ytd')).toEqual([]);
    });

    it('is contradicted by rows that agree, at an upload for another month', () => {
      const agreed = agreedMonths(rowsOf('2025-07'), 'period');
      expect(contradictingRows(agreed, '2025-11', null)).toMatchObject({ period: '2025-07' });
      expect(contradictingRows(agreed, '2025-11', -4)).toBeNull();
      expect(contradictingRows(agreed, '2025-08', null)).toBeNull();
    });
  });
});
