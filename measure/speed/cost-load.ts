import { FORMS_AT_ONCE } from '../../core/limits/request-limits.ts';
import type { ByLines, CostInputs } from './cost-inputs.ts';

/** The work of the service for so many agencies in a month, and in its busiest hour. */
export type Load = ReturnType<typeof monthlyLoad>;

/** The round trips of a webhook to the database: claim, attempt and result. */
const DATABASE_TRIPS_OF_WEBHOOK = 3;
const LOG_PIECE_BYTES = 4096;
const PAGE_BYTES = 8192;

/** Computes the load. Every number except the seconds of one statement and of one request grows with the number of agencies. */
export function monthlyLoad({ agency, calendar, waiting, measured }: CostInputs, agencies: number) {
  const statements = agencies * agency.statementsAMonth;
  const requests = agencies * agency.requestsADay * calendar.workingDays;
  const webhooks = statements * agency.webhooksPerStatement;
  const reports = agencies * agency.reportsAMonth;
  const membersPerStatement = agency.members / agency.carriers;
  const linesPerStatement = membersPerStatement * agency.linesPerMember;
  const ofStatement = (figure: ByLines) => figure.perJob + (figure.perThousandLines * linesPerStatement) / 1000;
  const slower = waiting.slowerThanMeasured;
  const databaseOfStatement = slower * ofStatement(measured.databaseCpuSeconds);
  const databaseOfRequest = slower * measured.requestDatabaseCpuSeconds;
  const databaseSeconds = (of: { readonly statements: number; readonly requests: number; readonly webhooks: number }) =>
    of.statements * databaseOfStatement + (of.requests + of.webhooks * DATABASE_TRIPS_OF_WEBHOOK) * databaseOfRequest;
  const busiestStatements = statements * calendar.busiestDayOfStatements * calendar.busiestHourOfDay;
  const busiest = {
    statements: busiestStatements,
    requests: (requests / calendar.workingDays) * calendar.busiestHourOfDay,
    webhooks: busiestStatements * agency.webhooksPerStatement,
    reports: reports * calendar.busiestHourOfReports,
  };
  const memberMonths = agencies * agency.members * agency.monthsKept;
  const { all } = measured.storedBytesPerMemberMonth;
  return {
    ...{ statements, requests, webhooks, reports, linesPerStatement, memberMonths },
    // The seconds from receiving the message to the commit: processor time and waiting.
    statementSeconds:
      slower * ofStatement(measured.workerCpuSeconds) + databaseOfStatement + waiting.secondsPerStatement,
    requestSeconds: slower * measured.requestSeconds + waiting.secondsPerRequest,
    databaseSeconds: databaseSeconds({ statements, requests, webhooks }),
    storedGigabytes: (memberMonths * all) / 1e9,
    writes: statements * Math.ceil(ofStatement(measured.logBytes) / LOG_PIECE_BYTES),
    // Each statement reads the previous month once, which is no longer in memory after a month.
    reads: statements * Math.ceil((membersPerStatement * all) / PAGE_BYTES) + requests * waiting.readsPerRequest,
    busiestHour: { ...busiest, databaseSeconds: databaseSeconds(busiest) },
  };
}

/** Returns the Aurora units at which so many busy processors stay within the planned utilisation. */
export function unitsFor({ waiting, aws }: CostInputs, busyProcessors: number): number {
  return busyProcessors / waiting.databaseBusyAtMost / aws.virtualProcessorsPerUnit;
}

/** Returns how many of each have to run at once in the busiest hour: arrivals per second times the duration of one. */
export function atOnceNeeded({ agency, calendar, waiting }: CostInputs, load: Load) {
  const { busiestHour, statementSeconds, requestSeconds } = load;
  return {
    statements: (busiestHour.statements * statementSeconds) / 3600,
    // Clients wait for requests, so there must be room for bursts; other work has a queue.
    requests: (busiestHour.requests * requestSeconds * calendar.burst) / 3600,
    webhooks: (busiestHour.webhooks * agency.webhookSeconds) / 3600,
    containers: (busiestHour.statements * waiting.secondsPerUpload) / 3600 / FORMS_AT_ONCE,
  };
}
