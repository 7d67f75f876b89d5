import { setTimeout } from 'node:timers/promises';
import { createAccountStore, createWorkspaceStore } from '../../adapters/postgres/accounts/account-store.ts';
import { createAuditReads } from '../../adapters/postgres/accounts/audit-store.ts';
import { createTokenStore } from '../../adapters/postgres/accounts/token-store.ts';
import { createPaySheetStore } from '../../adapters/postgres/agent-pay/pay-setup-store.ts';
import { createCarrierEventStore } from '../../adapters/postgres/carrier-events/carrier-event-store.ts';
import { createCarrierStore } from '../../adapters/postgres/carriers/carrier-store.ts';
import { createConfigStore } from '../../adapters/postgres/carriers/config-store.ts';
import { createBrandStore, createCatalogueStore } from '../../adapters/postgres/carriers/shared-catalogue-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createRetentionStore, createStorageReads } from '../../adapters/postgres/files/storage-use.ts';
import { createDropOffStore } from '../../adapters/postgres/intake/drop-off-store.ts';
import { createEmailAddressStore } from '../../adapters/postgres/intake/email-address-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { createSftpUserStore } from '../../adapters/postgres/intake/sftp-store.ts';
import { createContactImportStore } from '../../adapters/postgres/members/member-note-store.ts';
import { createOwnerMailSettings } from '../../adapters/postgres/months/month-store.ts';
import {
  createOperatorStore,
  createOperatorWorkReads,
  createReadinessStore,
} from '../../adapters/postgres/operations/operator-store.ts';
import { createPolicyStore } from '../../adapters/postgres/policies/policy-store.ts';
import { createRateStore } from '../../adapters/postgres/rates/rate-store.ts';
import { writeWorkbook } from '../../adapters/workbook/write-workbook.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { DropOffPlaces } from '../../app/intake/manage-drop-offs.ts';
import type { MailReader } from '../../app/intake/manage-email-addresses.ts';
import { createReadinessCheck } from '../../app/operations/check-readiness.ts';
import { TASK_NAMES, type TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { DropStore } from '../../app/platform/object-store.ts';
import type { RunIsolated } from '../../app/reading/run-isolated.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import type { HttpLog } from '../http/http-env.ts';
import type { Route } from '../http/route.ts';
import { auditRoutes } from '../http/routes/audit-routes.ts';
import { carrierEventRoutes } from '../http/routes/carrier-events-routes.ts';
import { carrierRoutes, configRoutes, configTrialRoutes } from '../http/routes/carriers-routes.ts';
import { dropOffRoutes, emailAddressRoutes, intakeRoutes, sftpRoutes } from '../http/routes/drop-offs-routes.ts';
import { expectedRateRoutes } from '../http/routes/expected-rates-routes.ts';
import { filePreviewRoutes, inferenceRoutes } from '../http/routes/file-reading-routes.ts';
import { contactImportRoutes } from '../http/routes/member-notes-routes.ts';
import {
  operatorAccountRoutes,
  operatorCatalogueRoutes,
  operatorDeletionRoutes,
} from '../http/routes/operator-routes.ts';
import { operatorTaskRoutes, operatorWorkRoutes, readinessRoutes } from '../http/routes/operator-work-routes.ts';
import {
  accountDeletionRoutes,
  accountUsageRoutes,
  ownAccountRoutes,
  ownerMailsRoutes,
  retentionRoutes,
  workspaceRoutes,
} from '../http/routes/own-account-routes.ts';
import { payImportRoutes } from '../http/routes/pay-papers-routes.ts';
import { policyRoutes } from '../http/routes/policies-routes.ts';

export interface AdministrationParts {
  readonly database: Database;
  readonly tasks: TaskRunner;
  readonly runIsolated: RunIsolated;
  readonly clock: () => Date;
  /** The domain of the inbound addresses; without it no mail is accepted. */
  readonly emailDomain?: string | undefined;
  readonly dropOffs: DropOffParts;
  /** Reads the free space of the data directory, on one machine. */
  readonly readDisk?: (() => Promise<DiskSpace>) | undefined;
  readonly log?: HttpLog | undefined;
}

/** The routes of administration: accounts, tokens, workspaces, carriers, formats, rates, lists of policies, tasks, the audit trail. */
export function createAdministrationRoutes(parts: AdministrationParts): readonly Route[] {
  const { database, tasks, runIsolated, clock, emailDomain, readDisk = null, log } = parts;
  const { relayOutbox } = tasks;
  const accounts = createAccountStore(database);
  const carriers = createCarrierStore(database);
  const retention = createRetentionStore(database);
  const checkReadiness = createReadinessCheck({
    readState: createReadinessStore(database, TASK_NAMES),
    readDisk,
    onError: (error) => log?.('error', 'readiness_failed', { error }),
    elapsedMs: tasks.elapsedMs,
    pause: (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }),
  });
  return [
    ...readinessRoutes({ checkReadiness }),
    ...workspaceRoutes({ workspaces: createWorkspaceStore(database) }),
    ...accountUsageRoutes({ storage: createStorageReads(database), retention }),
    ...retentionRoutes({ retention }),
    ...ownerMailsRoutes({ ownerMails: createOwnerMailSettings(database) }),
    ...auditRoutes({ audit: createAuditReads(database) }),
    ...carrierRoutes({ carriers }),
    ...configRoutes({ configs: createConfigStore(database) }),
    ...configTrialRoutes({ carriers, runIsolated, clock }),
    ...inferenceRoutes({
      carriers,
      configs: createConfigStore(database),
      brands: createBrandStore(database),
      runIsolated,
      clock,
    }),
    ...filePreviewRoutes({ runIsolated }),
    ...contactImportRoutes({ contactImports: createContactImportStore(database), runIsolated }),
    ...payImportRoutes({ paySheets: createPaySheetStore(database), runIsolated, clock }),
    ...expectedRateRoutes({ rates: createRateStore(database), relayOutbox }),
    ...policyRoutes({ policies: createPolicyStore(database), writeWorkbook }),
    ...carrierEventRoutes({
      carrierEvents: createCarrierEventStore(database),
      writeWorkbook,
      relayOutbox,
      clock,
    }),
    ...dropOffRoutes({ dropOffs: createDropOffStore(database) }),
    ...sftpRoutes({ sftpUsers: createSftpUserStore(database) }),
    ...(emailDomain === undefined
      ? []
      : emailAddressRoutes({ addresses: createEmailAddressStore(database), domain: emailDomain })),
    ...intakeRoutes(createDropOffs(parts)),
    ...ownAccountRoutes({ accounts }),
    ...operatorAccountRoutes({ accounts, tokens: createTokenStore(database), clock }),
    ...(tasks.deletions === undefined
      ? []
      : [...operatorDeletionRoutes(tasks.deletions), ...accountDeletionRoutes(tasks.deletions)]),
    ...operatorCatalogueRoutes({ catalogue: createCatalogueStore(database) }),
    ...operatorWorkRoutes({ work: createOperatorWorkReads(database) }),
    ...operatorTaskRoutes({ operator: createOperatorStore(database), taskRunner: tasks }),
  ];
}

interface DropOffParts {
  readonly intake: UploadIntake;
  /** The bytes that were dropped and mailed. Null in a process without them. */
  readonly drops: Pick<DropStore, 'get'> | null;
  readonly places?: (() => DropOffPlaces) | undefined;
}

function createDropOffs({
  database,
  emailDomain,
  dropOffs: { intake, drops: dropStore, places },
}: AdministrationParts) {
  const items = createIntakeStore(database);
  const byMail = emailDomain === undefined ? null : { domain: emailDomain };
  return {
    drops: items,
    places: places ?? (() => ({ email: byMail, sftp: null })),
    filing: { items, dropStore, intake, reader: { readAttachments: readAttachmentsLater } },
  };
}

/** Reads the attachments of a message. The reader is loaded with the first message that is filed, because few messages are. */
const readAttachmentsLater: MailReader['readAttachments'] = async (message) => {
  const { mailReader } = await import('../../adapters/mail/parse-mail.ts');
  return mailReader.readAttachments(message);
};
