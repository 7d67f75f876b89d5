import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { CatalogueStore } from '../../../app/carriers/manage-catalogue.ts';
import { slugTaken, unknownBrand } from '../../../core/refusals.ts';
import { carrierGroups, carriers } from '../../../schema/carriers.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import { insertConfig } from './config-store.ts';

/** The shared catalogue. Unique indexes on the slugs decide between concurrent requests. */
export function createCatalogueStore(database: Database): CatalogueStore {
  return {
    createCarrier: ({ name, slug, productLine, groupId }, origin) =>
      database.system(async (sql) => {
        if (groupId !== null) {
          const groups = await orm(sql)
            .select({ id: carrierGroups.groupId })
            .from(carrierGroups)
            .where(eq(carrierGroups.groupId, groupId));
          if (groups.length === 0) return unknownBrand();
        }
        const id = randomUUID();
        const added = await orm(sql)
          .insert(carriers)
          .values({ carrierId: id, accountId: null, groupId, name, slug, productLine })
          .onConflictDoNothing({ target: [carriers.accountId, carriers.slug] })
          .returning({ id: carriers.carrierId });
        if (added.length === 0) return slugTaken(slug);
        await recordOperatorAudit(sql, origin, { action: 'carrier.create', target: id, meta: { name, slug, groupId } });
        const without = { configured: false, activeConfigVersion: null, setFiles: null, fileCounts: [] };
        return { id, name, slug, productLine, groupId, ...without };
      }),
    createGroup: ({ name, slug }, origin) =>
      database.system(async (sql) => {
        const id = randomUUID();
        const added = await orm(sql)
          .insert(carrierGroups)
          .values({ groupId: id, name, slug })
          .onConflictDoNothing({ target: carrierGroups.slug })
          .returning({ id: carrierGroups.groupId });
        if (added.length === 0) return slugTaken(slug);
        await recordOperatorAudit(sql, origin, { action: 'carrier_group.create', target: id, meta: { name, slug } });
        return { id, name, slug };
      }),
    addConfig: (carrierId, config, origin) =>
      database.system(async (sql) => {
        const shared = await orm(sql)
          .select({ id: carriers.carrierId })
          .from(carriers)
          .where(and(eq(carriers.carrierId, carrierId), isNull(carriers.accountId)))
          .for('key share');
        if (shared.length === 0) return null;
        const added = await insertConfig(sql, { accountId: null, carrierId }, config);
        await recordOperatorAudit(sql, origin, {
          action: 'config.create',
          target: carrierId,
          meta: { configId: added.id, version: added.version },
        });
        return added;
      }),
  };
}
