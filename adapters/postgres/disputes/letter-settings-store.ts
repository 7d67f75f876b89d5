import { and, eq } from 'drizzle-orm';
import type { LetterSettings } from '../../../app/disputes/send-letters.ts';
import { commissionDepartments, letterheads } from '../../../schema/disputes.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import { visibleCarriers } from '../queries/book-scope.ts';

export function createLetterSettings(database: Database): LetterSettings {
  return {
    letterhead: (accountId) =>
      database.read(accountId, async (sql) => {
        const { name, address, contact, email, npn } = letterheads;
        const [found] = await orm(sql)
          .select({ name, address, contact, email, npn })
          .from(letterheads)
          .where(eq(letterheads.accountId, accountId));
        return found ?? null;
      }),
    saveLetterhead: (accountId, letterhead, origin) =>
      database.tenant(accountId, async (sql) => {
        await orm(sql)
          .insert(letterheads)
          .values({ accountId, ...letterhead })
          .onConflictDoUpdate({ target: letterheads.accountId, set: { ...letterhead, setAt: clockTime } });
        await recordAudit(sql, { accountId, origin, action: 'letterhead.change', target: accountId });
      }),
    department: (accountId, carrierId) =>
      database.read(accountId, async (sql) => {
        const [known] = await sql`
          select 1 from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${carrierId}`;
        if (known === undefined) return null;
        const { name, email, address } = commissionDepartments;
        const [found] = await orm(sql)
          .select({ name, email, address })
          .from(commissionDepartments)
          .where(and(eq(commissionDepartments.accountId, accountId), eq(commissionDepartments.carrierId, carrierId)));
        return found ?? {};
      }),
    saveDepartment: ({ accountId, carrierId }, department, origin) =>
      database.tenant(accountId, async (sql) => {
        await orm(sql)
          .insert(commissionDepartments)
          .values({ accountId, carrierId, ...department })
          .onConflictDoUpdate({
            target: [commissionDepartments.accountId, commissionDepartments.carrierId],
            set: { ...department, setAt: clockTime },
          });
        await recordAudit(sql, { accountId, origin, action: 'carrier.department', target: carrierId });
      }),
  };
}
