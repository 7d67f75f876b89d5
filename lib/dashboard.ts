import { Dashboard as CloudWatchDashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { serviceMetric } from './business-alarms.ts';
import type { DataStack } from './data-stack.ts';
import type { HttpFront } from './http-front.ts';
import type { Messaging } from './messaging.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Stage } from './stage.ts';

export interface DashboardProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly front: HttpFront;
  readonly messaging: Messaging;
  readonly worker: ServiceFunction;
}

/** A page that shows whether requests are answered, statements processed and events sent, and whether the database has capacity left. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, data, front, messaging, worker }: DashboardProps) {
    super(scope, id);
    const { cluster } = data.database;
    const { statements, webhooks, peopleMails } = messaging;
    new CloudWatchDashboard(this, 'Page', {
      dashboardName: stage.prefix,
      widgets: [
        [
          graph('Requests', [front.metrics.requests, front.metrics.serverErrors]),
          graph('Slowest of a hundred requests', [front.metrics.latency]),
        ],
        [
          graph('Statements waiting', [
            statements.queue.metricApproximateNumberOfMessagesVisible(),
            statements.queue.metricApproximateAgeOfOldestMessage(),
          ]),
          graph('Jobs', [
            serviceMetric('ingest-statement', 'JobsCompleted'),
            serviceMetric('ingest-statement', 'JobsFailed'),
            serviceMetric('ingest-statement', 'JobTriesFailed'),
          ]),
          graph('Time of a job', [worker.lambda.metricDuration()]),
        ],
        [
          graph('Rows', [
            serviceMetric('ingest-statement', 'RowsIngested'),
            serviceMetric('ingest-statement', 'RowsFailed'),
          ]),
          graph('Dollars owed and in doubt', [
            serviceMetric('ingest-statement', 'CommissionOwed'),
            serviceMetric('ingest-statement', 'StatedTotalVariance'),
          ]),
        ],
        [
          graph('Webhooks waiting', [webhooks.queue.metricApproximateNumberOfMessagesVisible()]),
          graph('Dead letters', [
            statements.deadLetters.metricApproximateNumberOfMessagesVisible(),
            webhooks.deadLetters.metricApproximateNumberOfMessagesVisible(),
            peopleMails.deadLetters.metricApproximateNumberOfMessagesVisible(),
            messaging.failedCalls.queue.metricApproximateNumberOfMessagesVisible(),
          ]),
        ],
        [
          graph('Database size', [cluster.metric('ServerlessDatabaseCapacity')]),
          graph('Database connections', [cluster.metricDatabaseConnections()]),
        ],
      ],
    });
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}
