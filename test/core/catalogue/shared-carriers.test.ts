import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import {
  CARRIER_BRANDS,
  CATALOGUE_VERSION,
  SHARED_CARRIERS,
  SUCCESSIONS,
} from '../../../core/catalogue/shared-carriers.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { type Layout, layoutStatement } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { configOf, mapped, sheet, workbook } from '../statement/statements.ts';

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
const IN_BOTH_KINDS = ['aetna-medicare', 'healthsun', 'humana-commission-details', 'progressive', 'transamerica-life'];

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
