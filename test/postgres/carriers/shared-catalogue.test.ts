import { afterAll, expect, test } from 'vitest';
import { createSharedCatalogueStore } from '../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { loadCatalogue } from '../../../app/carriers/manage-catalogue.ts';
import { CARRIER_BRANDS, CATALOGUE_VERSION, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

const testDatabase = await createTestDatabase();
const store = createSharedCatalogueStore(testDatabase.database);
afterAll(() => testDatabase.drop());

const NOTHING = { brands: 0, carriers: 0, configs: 0 };
const [wellcare, ...others] = [...SHARED_CARRIERS].sort(
  (a, b) => Number(b.slug === 'wellcare') - Number(a.slug === 'wellcare'),
);
const changedWellcare = () => {
  if (wellcare === undefined) throw new Error('no Wellcare');
  return {
    ...wellcare,
    name: 'Wellcare',
    config: { ...wellcare.config, tolerance: { absolute: 0.05, percent: 0 } },
  };
};
const versions = () =>
  asOwner(
    testDatabase.address,
    (sql) => sql`
      select s.version, s.config #>> '{tolerance,absolute}' as tolerance, s.account_id from statement_configs s
      join carriers c using (carrier_id) where c.slug = 'wellcare' and c.account_id is null order by version`,
  );

test("keeps an operator's carrier whose slug is shipped later", async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await asOwner(
    testDatabase.address,
    (sql) => sql`insert into carriers (carrier_id, name, slug) values (${id}, 'Ours', 'grange')`,
  );
  const loads = await Promise.all(Array.from({ length: 5 }, () => loadCatalogue(store)));
  const whole = {
    brands: CARRIER_BRANDS.length,
    carriers: SHARED_CARRIERS.length - 1,
    configs: SHARED_CARRIERS.length - 1,
  };
  expect(loads.filter((load) => load?.brands !== 0)).toEqual([whole]);
  expect(loads.filter((load) => load?.brands === 0)).toEqual(Array.from({ length: 4 }, () => NOTHING));
  const [grange] = await asOwner(
    testDatabase.address,
    (
      sql,
    ) => sql`select name, (select count(*)::int from statement_configs s where s.carrier_id = c.carrier_id) as configs
      from carriers c where slug = 'grange'`,
  );
  expect(grange).toEqual({ name: 'Ours', configs: 0 });
});

test('adds a version exactly when the shipped format has changed', async () => {
  expect(await loadCatalogue(store)).toEqual(NOTHING);
  const next = { version: CATALOGUE_VERSION + 1, brands: CARRIER_BRANDS, carriers: [changedWellcare(), ...others] };
  expect(await store.load(next)).toEqual({ ...NOTHING, configs: 1 });
  expect(await store.load(next)).toEqual(NOTHING);
  expect(await versions()).toMatchObject([
    { version: 1, tolerance: '0.01' },
    { version: 2, tolerance: '0.05' },
  ]);
  const named = await asOwner(testDatabase.address, (sql) => sql`select name from carriers where slug = 'wellcare'`);
  expect(named).toMatchObject([{ name: 'Wellcare' }]);
  // The earlier release starts again. Its older format and name change nothing.
  expect(await loadCatalogue(store)).toBeNull();
  expect(await versions()).toMatchObject([{ version: 1 }, { version: 2 }]);
  expect(
    await asOwner(testDatabase.address, (sql) => sql`select name from carriers where slug = 'wellcare'`),
  ).toMatchObject([{ name: 'Wellcare' }]);
  // The later release starts again.
  expect(await store.load(next)).toEqual(NOTHING);
});

test("never overrules the operator's correction or an account's own version at a start", async () => {
  const account = '22222222-2222-4222-8222-222222222222';
  await asOwner(testDatabase.address, async (sql) => {
    await sql`insert into accounts (account_id, name, tier, status) values (${account}, 'Agency', 'standard', 'active')`;
    await sql`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      select gen_random_uuid(), c.carrier_id, owner, v, '{"tolerance":{"absolute":1}}'
      from carriers c, (values (null::uuid, 4), (${account}::uuid, 5)) as own (owner, v) where c.slug = 'wellcare'`;
  });
  const shipped = { version: CATALOGUE_VERSION + 1, brands: CARRIER_BRANDS, carriers: [changedWellcare(), ...others] };
  expect(await store.load(shipped)).toEqual(NOTHING);
  expect((await versions()).map(({ version }) => Number(version))).toEqual([1, 2, 4, 5]);
});
