import { describe, expect, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { CARRIER_BRANDS, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { type CarrierCandidate, rankCarriers } from '../../../core/infer/rank-carriers.ts';
import { layoutStatement, readOptions } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { configOf, csv, table } from '../statement/statements.ts';

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

const columns = { member_external_id: 'Member ID', commission_amount: 'Commission', plan_name: 'Plan' };
const twin = (slug: string, productLine: CarrierCandidate['productLine']): CarrierCandidate => ({
  carrierId: slug,
  name: slug,
  slug,
  productLine,
  config: configOf({ columns }),
});
const rows = (plan: string) =>
  csv(table(`Member ID | Commission | Plan\nM1 | 1.50 | ${plan}\nM2 | 2.50 | ${plan}\nM3 | 3.50 | ${plan}`));

test('calls two carriers with one format ambiguous, unless the plans tell them apart', () => {
  const twins = [twin('senior', 'medicare'), twin('supplement', 'med_supp')];
  expect(rankCarriers(rows('Standard'), twins)).toMatchObject({ ambiguous: true, best: null });
  expect(rankCarriers(rows('Medigap Plan G'), twins)).toMatchObject({ ambiguous: false, best: { slug: 'supplement' } });
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
  const rolling = configOf({ columns: { ...columns, coverage_month: 'Month' }, statementMode: 'rolling' });
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
