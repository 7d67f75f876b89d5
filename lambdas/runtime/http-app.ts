import { createAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import {
  createAuthenticate,
  createSessionCheck,
  createTokenStore,
} from '../../adapters/postgres/accounts/token-store.ts';
import { createPayMailStore, createPayQuestionStore } from '../../adapters/postgres/agent-pay/pay-correspondence.ts';
import { createPayRunStore } from '../../adapters/postgres/agent-pay/pay-run-store.ts';
import { createPaySetupStore } from '../../adapters/postgres/agent-pay/pay-setup-store.ts';
import { createPayableReads } from '../../adapters/postgres/agent-pay/settled-runs.ts';
import { createAgentStore, createSheetAgents } from '../../adapters/postgres/agents/agent-store.ts';
import { createConfigStore } from '../../adapters/postgres/carriers/config-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import {
  AccountMoved,
  isStatementTimeout,
  isTransientDatabaseError,
} from '../../adapters/postgres/connection/database-error.ts';
import { createDisputeStore } from '../../adapters/postgres/disputes/dispute-store.ts';
import { createLetterSettings } from '../../adapters/postgres/disputes/letter-settings-store.ts';
import { createLeftFileStore } from '../../adapters/postgres/files/due-deletion-store.ts';
import { createAliasStore } from '../../adapters/postgres/members/alias-store.ts';
import { createMemberNoteStore } from '../../adapters/postgres/members/member-note-store.ts';
import { createDepositStore, createMonthStore } from '../../adapters/postgres/months/month-store.ts';
import { createArchiveReads } from '../../adapters/postgres/operations/archive-store.ts';
import { createTeamStore } from '../../adapters/postgres/people/team-store.ts';
import { createRecoverableReads } from '../../adapters/postgres/queries/claim-reads.ts';
import { createAccountExportReads } from '../../adapters/postgres/reads/account-export-reads.ts';
import { createCensusReads, createMedicareReads } from '../../adapters/postgres/reads/book-member-reads.ts';
import { createCallReads, createChangeReads } from '../../adapters/postgres/reads/change-reads.ts';
import { createChargebackReads } from '../../adapters/postgres/reads/chargeback-reads.ts';
import { createComparisonReads } from '../../adapters/postgres/reads/comparison-reads.ts';
import {
  createDownloadReads,
  createFileReads,
  createFileSourceReads,
} from '../../adapters/postgres/reads/file-reads.ts';
import { createJobReads } from '../../adapters/postgres/reads/job-reads.ts';
import { createJourneyReads, createMemberLineReads } from '../../adapters/postgres/reads/journey-reads.ts';
import { createMemberReads } from '../../adapters/postgres/reads/member-reads.ts';
import { createPayChangeReads } from '../../adapters/postgres/reads/pay-change-reads.ts';
import { createPolicyReads } from '../../adapters/postgres/reads/policy-reads.ts';
import { createReportReads } from '../../adapters/postgres/reads/report-reads.ts';
import { createRollupReads } from '../../adapters/postgres/reads/rollup-reads.ts';
import { createRelatedReads, createSearchReads } from '../../adapters/postgres/reads/search-reads.ts';
import {
  createLayoutReads,
  createStatementReads,
  createUnassignedReads,
} from '../../adapters/postgres/reads/statement-reads.ts';
import { createWorksheetReads } from '../../adapters/postgres/reads/worksheet-reads.ts';
import { createYearReads } from '../../adapters/postgres/reads/year-reads.ts';
import { createEventLog } from '../../adapters/postgres/webhooks/delivery-log.ts';
import {
  publicAddressRules,
  type ThisMachine,
  webhookAddressProblem,
} from '../../adapters/webhook-http/public-address.ts';
import { writeWorkbook } from '../../adapters/workbook/write-workbook.ts';
import type { OpenArchive } from '../../app/accounts/export-account.ts';
import type { SheetComparisons } from '../../app/agent-pay/run-papers.ts';
import { findLetterhead, type Letters } from '../../app/disputes/send-letters.ts';
import type { DropOffPlaces } from '../../app/intake/manage-drop-offs.ts';
import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import { listOwnAccounts } from '../../app/people/own-session.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import { createAdmission, type SharedPlaces } from '../http/admission.ts';
import { createApp, type HttpApp } from '../http/app.ts';
import { wholeWorkbook } from '../http/csv-table.ts';
import type { AnsweredRequest } from '../http/every-response.ts';
import type { ProxyHops } from '../http/http-env.ts';
import type { ConsoleFiles } from '../http/own-page.ts';
import type { Route } from '../http/route.ts';
import { accountExportRoutes } from '../http/routes/account-export-routes.ts';
import { type AgentPayRouteDeps, agentPayRoutes } from '../http/routes/agent-pay-routes.ts';
import { agentRoutes } from '../http/routes/agents-routes.ts';
import { eventRoutes } from '../http/routes/audit-routes.ts';
import { censusRoutes, medicareRoutes } from '../http/routes/book-members-routes.ts';
import { callListRoutes, changeRoutes, comparisonRoutes, payChangeRoutes } from '../http/routes/changes-routes.ts';
import { disputeRoutes } from '../http/routes/disputes-routes.ts';
import { fileOriginalRoutes, fileRoutes, fileRowRoutes } from '../http/routes/files-routes.ts';
import { jobOutcomeRoutes, jobRoutes } from '../http/routes/jobs-routes.ts';
import { letterheadRoutes } from '../http/routes/letterhead-routes.ts';
import { memberAliasRoutes } from '../http/routes/member-aliases-routes.ts';
import { memberNoteRoutes } from '../http/routes/member-notes-routes.ts';
import {
  journeyRoutes,
  memberLineRoutes,
  memberRoutes,
  relatedMemberRoutes,
  searchRoutes,
} from '../http/routes/members-routes.ts';
import { monthRoutes, statementRoutes } from '../http/routes/months-routes.ts';
import { tokenRoutes } from '../http/routes/own-account-routes.ts';
import { payMailRoutes, payPapersRoutes, paySheetRoute } from '../http/routes/pay-papers-routes.ts';
import { payQuestionRoutes } from '../http/routes/pay-questions-routes.ts';
import { policyReportRoutes } from '../http/routes/policies-routes.ts';
import { recoverableRoutes, worksheetRoutes } from '../http/routes/recoverable-routes.ts';
import { homeRoutes, reportRoutes } from '../http/routes/reports-routes.ts';
import { readyMadeReportRoutes, reportAddressRoutes, savedReportRoutes } from '../http/routes/saved-reports-routes.ts';
import { chargebackRoutes, unassignedRoutes } from '../http/routes/statement-money-routes.ts';
import { teamRoutes } from '../http/routes/team-routes.ts';
import { uploadRoutes } from '../http/routes/uploads-routes.ts';
import { webhookDeliveryRoutes, webhookRoutes } from '../http/routes/webhooks-routes.ts';
import type { ExportSettings } from '../http/send-export.ts';
import { createAdministrationRoutes } from './administration-routes.ts';
import { type Log, SERVICE_NAME, SERVICE_VERSION } from './log.ts';
import type { CountMetric } from './metrics.ts';
import type { PeopleParts } from './people-services.ts';
import type { Services } from './services.ts';

export interface HttpSettings {
  /** The address that links begin with. Null makes links use the address of the request. */
  readonly publicUrl: string | null;
  /** The SHA-256 of each valid operator's token in lower-case hex. Read at each request, because tokens change and end. */
  readonly operatorTokenHashes: () => readonly string[];
  readonly rateLimitPerMinute: number;
  /** This machine's own ports. Null forbids webhooks to this machine. */
  readonly thisMachine: ThisMachine | null;
  /** The number of our own proxies between the client and this process. */
  readonly proxyHops: ProxyHops;
  /** The domain of the inbound addresses; without it no mail is accepted. */
  readonly emailDomain?: string | undefined;
  /** The directory for spooled request bodies; by default the system's directory for temporary files. */
  readonly spoolDirectory?: string | undefined;
  /** The largest file, if the host accepts less than the service. */
  readonly fileBytesMax?: number | undefined;
  /** The largest response in bytes on a host that does not stream. */
  readonly replyBytesMax?: number | undefined;
  /** The settings for sending exports; streamed by default. */
  readonly exports?: ExportSettings | undefined;
}

export interface HttpParts {
  readonly database: Database;
  readonly services: Services;
  readonly settings: HttpSettings;
  readonly log: Log;
  /** Absent on a host where nobody signs in with a browser. */
  readonly people?: PeopleParts | undefined;
  /** Reads the free space of the data directory, on one machine. */
  readonly readDisk?: (() => Promise<DiskSpace>) | undefined;
  /** Asks whether that disk is full. */
  readonly isDiskFull?: IsDiskFull | undefined;
  /** The places for large requests that all processes share. Absent where there is one process. */
  readonly accountPlaces?: SharedPlaces | undefined;
  /** Called when a response was sent. The host then writes its own line about each request. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** The pages for people. Null where another host serves them, or no host does. */
  readonly console?: ConsoleFiles | null | undefined;
  /** The places that take statements by SFTP and mail. The default is mail at the domain of the settings. */
  readonly dropOffPlaces?: (() => DropOffPlaces) | undefined;
  /** Counts unexpected errors; absent if no metrics are kept. */
  readonly count?: CountMetric;
  /** The clock. The machine's clock by default. */
  readonly clock?: (() => Date) | undefined;
  /** Returns why a webhook may not lead to an address, or null; by default it uses name resolution and the settings. */
  readonly webhookAddressProblem?: ((url: string) => Promise<string | null>) | undefined;
}

/** The deployed HTTP app: every route with its stores. The host wraps it in a server or a Lambda adapter. */
export function createHttpApp(parts: HttpParts): HttpApp {
  const { database, settings, log, count } = parts;
  return createApp(
    {
      authenticate: createAuthenticate(database, { defaultRateLimitPerMinute: settings.rateLimitPerMinute }),
      operatorTokenHashes: settings.operatorTokenHashes,
      sessions: parts.people && {
        signIn: parts.people.signIn,
        invitations: parts.people.invitations,
        example: parts.people.example,
        checkSession: createSessionCheck(database, { defaultRateLimitPerMinute: settings.rateLimitPerMinute }),
        asAgent: (agent, work) => database.asAgent(agent, work),
      },
      ownAccounts: (sessionId) => listOwnAccounts(createTeamStore(database), sessionId),
      // A repeated request of an account that has moved meanwhile is refused with its new address.
      isUnavailable: (error) =>
        isTransientDatabaseError(error) || isStatementTimeout(error) || error instanceof AccountMoved,
      onUnexpectedError: () => count?.('UnexpectedErrors', 1),
      archive: createArchiveReads(database),
      idempotency: parts.services.idempotency,
      downloads: createDownloadReads(database),
      service: SERVICE_NAME,
      version: SERVICE_VERSION,
      publicUrl: settings.publicUrl,
      proxyHops: settings.proxyHops,
      fileBytesMax: settings.fileBytesMax,
      spoolDirectory: settings.spoolDirectory,
      replyBytesMax: settings.replyBytesMax,
      exports: settings.exports,
      log,
      onAnswered: parts.onAnswered,
      console: parts.console,
      ...createAdmission(parts),
    },
    createRoutes(parts),
  );
}

/** Makes every route with its stores, except those by which the service describes itself. */
export function createRoutes(parts: HttpParts): readonly Route[] {
  const { database, services, settings, log, readDisk, clock = () => new Date() } = parts;
  const jobs = createJobReads(database);
  const statements = createStatementReads(database);
  const addressRules = publicAddressRules(settings.publicUrl, settings.thisMachine);
  const localMode = settings.thisMachine !== null;
  const letters = {
    letterSettings: createLetterSettings(database),
    letterMailer: services.letterMailer,
    objects: services.files.objects,
    writePdf: writePdfLater,
  };
  const addressProblem = parts.webhookAddressProblem ?? ((url: string) => webhookAddressProblem(url, addressRules));
  const management = {
    ...services.webhooks,
    webhookAddressProblem: addressProblem,
    relayOutbox: services.outbox.relayOutbox,
  };
  return [
    ...uploadRoutes({ intake: services.intake, clock, localMode, webhookAddressProblem: addressProblem }),
    ...fileRoutesOf(parts, clock),
    ...jobRoutes({ jobs, fileCommands: services.files, clock }),
    ...jobOutcomeRoutes({ jobs, writeWorkbook }),
    ...memberRoutes({ members: createMemberReads(database), writeWorkbook, clock }),
    ...callListRoutes({ calls: createCallReads(database), writeWorkbook, clock }),
    ...searchRoutes({ search: createSearchReads(database) }),
    ...monthRoutes({ months: createMonthStore(database), statements, writeWorkbook, clock }),
    ...statementRoutes({ statements, deposits: createDepositStore(database), clock }),
    ...payRoutes(database, {
      ...letters,
      relayOutbox: services.outbox.relayOutbox,
      runIsolated: services.runIsolated,
    }),
    ...memberAliasRoutes({
      changes: { aliases: createAliasStore(database), relayOutbox: services.outbox.relayOutbox },
      writeWorkbook,
      clock,
    }),
    ...relatedMemberRoutes({ related: createRelatedReads(database) }),
    ...memberLineRoutes({ memberLines: createMemberLineReads(database), clock }),
    ...agentRoutes({ agents: createAgentStore(database) }),
    ...memberNoteRoutes({ memberNotes: createMemberNoteStore(database) }),
    ...journeyRoutes({ journeys: createJourneyReads(database) }),
    ...comparisonRoutes({ comparisons: createComparisonReads(database), clock }),
    ...changeRoutes({ changes: createChangeReads(database), writeWorkbook, clock }),
    ...payChangeRoutes({ payChanges: createPayChangeReads(database), writeWorkbook, clock }),
    ...chargebackRoutes({ chargebacks: createChargebackReads(database), writeWorkbook, clock }),
    ...unassignedRoutes({ unassigned: createUnassignedReads(database), writeWorkbook, clock }),
    ...reportRoutesOf(database, clock),
    ...disputeRoutes({ disputes: createDisputeStore(database), ...letters, writeWorkbook, clock }),
    ...letterheadRoutes(letters),
    ...savedReportRoutes({ ...services.savedReports, writeWorkbook }),
    ...reportAddressRoutes({ accounts: createAccountStore(database) }),
    ...readyMadeReportRoutes({ ...services.savedReports, writeWorkbook }),
    ...webhookRoutes({ management, localMode }),
    ...webhookDeliveryRoutes(management),
    ...eventRoutes(createEventLog(database)),
    ...(parts.people === undefined ? [] : peopleRoutes(database, parts.people, clock)),
    ...accountExportRoutes({
      exportReads: createAccountExportReads(database),
      openArchive: openArchiveLater,
      onExportError: (error, accountId) => log('warn', 'account_export_broke_off', { accountId, error }),
    }),
    ...createAdministrationRoutes({
      database,
      tasks: services.tasks,
      runIsolated: services.runIsolated,
      clock,
      emailDomain: settings.emailDomain,
      dropOffs: { intake: services.intake, drops: services.drops, places: parts.dropOffPlaces },
      readDisk,
      log,
    }),
  ];
}

/** The routes of reports. */
function reportRoutesOf(database: Database, clock: () => Date): readonly Route[] {
  const reports = createReportReads(database);
  const years = createYearReads(database);
  return [
    ...homeRoutes({ reports, clock }),
    ...reportRoutes({ rollups: createRollupReads(database), reports, years, writeWorkbook, clock }),
    ...medicareRoutes({ medicare: createMedicareReads(database), clock }),
    ...censusRoutes({ census: createCensusReads(database), clock }),
    ...policyReportRoutes({ policyReads: createPolicyReads(database), clock }),
    ...worksheetRoutes({ worksheets: createWorksheetReads(database), writeWorkbook, clock }),
    ...recoverableRoutes({ recoverable: createRecoverableReads(database), writeWorkbook, clock }),
  ];
}

/** The routes of files, their originals and their rows. */
function fileRoutesOf({ database, services }: HttpParts, clock: () => Date): readonly Route[] {
  const files = createFileReads(database);
  const fileSources = createFileSourceReads(database);
  const { files: fileCommands, intake, runIsolated } = services;
  const layouts = createLayoutReads(database);
  return [
    ...fileRoutes({
      ...{ files, fileCommands, layouts, configs: createConfigStore(database), clock },
      leftFiles: createLeftFileStore(database),
    }),
    ...fileOriginalRoutes({ files, fileSources, fileCommands, intake }),
    ...fileRowRoutes({ fileSources, objects: fileCommands.objects, runIsolated }),
  ];
}

/** The routes of teams and tokens. */
function peopleRoutes(
  database: Database,
  { signIn, mailPerson, hasMail }: PeopleParts,
  clock: () => Date,
): readonly Route[] {
  return [
    ...teamRoutes({ management: { team: createTeamStore(database), mailPerson }, signIn, hasMail }),
    ...tokenRoutes({ tokens: createTokenStore(database), clock }),
  ];
}

/** The routes of what agents are paid. */
function payRoutes(
  database: Database,
  {
    letterMailer,
    letterSettings,
    relayOutbox,
    runIsolated,
  }: Pick<Letters, 'letterMailer' | 'letterSettings'> &
    Pick<AgentPayRouteDeps, 'relayOutbox'> &
    Pick<SheetComparisons, 'runIsolated'>,
): readonly Route[] {
  const runs = createPayRunStore(database);
  return [
    ...agentPayRoutes({ setups: createPaySetupStore(database), runs, writeWorkbook, relayOutbox }),
    ...payPapersRoutes({
      ...{ runs, writeWorkbook, writePdf: writePdfLater, readPayables: createPayableReads(database) },
    }),
    ...payQuestionRoutes(createPayQuestionStore(database)),
    paySheetRoute({ runs, listAgents: createSheetAgents(database), runIsolated }),
    ...payMailRoutes({
      ...{ runs, letterMailer, payMails: createPayMailStore(database), writePdf: writePdfLater },
      replyTo: async (accountId) => (await findLetterhead({ letterSettings }, accountId)).email,
      writeSheets: (sheets) => wholeWorkbook(sheets, writeWorkbook),
    }),
  ];
}

/** Writes a letter as PDF. The writer is loaded with the first letter, because few processes write one. */
const writePdfLater = async (letter: string): Promise<Uint8Array> => {
  const { writeLetterPdf } = await import('../../adapters/letter/write-letter-pdf.ts');
  return writeLetterPdf(letter);
};

/** Opens an archive. The archive writer is loaded with the first export: exports are rare, and a process starts faster without it. */
const openArchiveLater: OpenArchive = async (signal) => {
  const { openZipArchive } = await import('../../adapters/archive/compressed-files.ts');
  return openZipArchive(signal);
};
