import { and, eq } from 'drizzle-orm';
import type { LeftFileStore } from '../../../app/files/leave-file.ts';
import { files } from '../../../schema/files.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';

/** Stores which failed files are left. The row is locked, because a retry may change its state meanwhile. */
export function createLeftFileStore(database: Database): LeftFileStore {
  return {
    leave: ({ accountId, fileId, isLeft }, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        const own = and(eq(files.accountId, accountId), eq(files.fileId, fileId));
        const [file] = await orm(sql).select({ status: files.status }).from(files).where(own).for('update');
        if (file === undefined) return null;
        const refused = decide(file.status);
        if (refused !== null) return refused;
        await orm(sql)
          .update(files)
          .set({ leftAt: isLeft ? clockTime : null })
          .where(own);
        const action = isLeft ? 'file.leave' : 'file.take_up';
        await recordAudit(sql, { accountId, origin, action, target: fileId });
        return { fileId, isLeft };
      }),
  };
}
