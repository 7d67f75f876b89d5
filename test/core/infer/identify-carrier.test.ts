import { describe, expect, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { CARRIER_BRANDS, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { type IdentifiableCarrier, identifyCarrier, suggestCarrierName } from '../../../core/infer/identify-carrier.ts';
import { type CarrierCandidate, rankCarriers } from '../../../core/infer/rank-carriers.ts';
import { type Layout, layoutStatement, readOptions } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { configOf, csv, table } from '../statement/statements.ts';

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
    expect(identified(`${slug.replace('-2020', '')} 2026-04.csv`)).toMatchObject({ ambiguous: false, best: { slug } });
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
    const candidates = [carrier('alpha', { name: 'Alpha (agency)' }), carrier('omega', { brandName: 'Omega Health' })];
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

  const candidates: readonly (CarrierCandidate & { readonly groupSlug: string })[] = SHARED_CARRIERS.map((carrier) => ({
    ...carrier,
    carrierId: `id-${carrier.slug}`,
  }));

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
