import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createOwnerNewsStore } from '../../adapters/postgres/months/month-store.ts';
import { createStatementReads } from '../../adapters/postgres/reads/statement-reads.ts';
import type { OwnerMailing } from '../../app/months/manage-months.ts';
import type { MailPerson } from '../../app/people/mail-person.ts';

/** Connects the mails to owners with their stores. `mailPerson` queues a mail. */
export function createOwnerMailing(database: Database, mailPerson: MailPerson): OwnerMailing {
  return {
    news: createOwnerNewsStore(database),
    statements: createStatementReads(database),
    mailPerson,
    clock: () => new Date(),
  };
}
