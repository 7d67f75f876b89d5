import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { Stage } from './stage.ts';

export interface HeaviestAccountsProps {
  readonly stage: Stage;
  /** The functions that answer requests. */
  readonly requests: readonly ServiceFunction[];
  readonly worker: ServiceFunction;
}

const TEN = 10;

/**
 * Saved queries over the logs for the ten accounts that use most. Accounts are fields of log lines and no dimensions of metrics, so their
 * number costs nothing. The same report from the database is `GET /v1/admin/heaviest-accounts`.
 */
export class HeaviestAccounts extends Construct {
  constructor(scope: Construct, id: string, { stage, requests, worker }: HeaviestAccountsProps) {
    super(scope, id);
    new QueryDefinition(this, 'Requests', {
      queryDefinitionName: `${stage.prefix}/heaviest accounts by requests`,
      logGroups: requests.map(({ lambda }) => lambda.logGroup),
      queryString: new QueryString({
        filterStatements: ['message = "http_request"', 'ispresent(accountId)'],
        statsStatements: ['count(*) as requests, sum(durationMs) as milliseconds by accountId'],
        sort: 'milliseconds desc',
        limit: TEN,
      }),
    });
    new QueryDefinition(this, 'Statements', {
      queryDefinitionName: `${stage.prefix}/heaviest accounts by statements`,
      logGroups: [worker.lambda.logGroup],
      queryString: new QueryString({
        filterStatements: ['ispresent(JobsCompleted)', 'ispresent(accountId)'],
        statsStatements: ['sum(JobsCompleted) as jobs, sum(RowsIngested) as rows by accountId'],
        sort: 'rows desc',
        limit: TEN,
      }),
    });
  }
}
