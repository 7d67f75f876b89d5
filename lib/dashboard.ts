import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import type { COUNTED_TROUBLES, INTAKE_TROUBLES } from './counted-troubles.ts';
import type { DataStack } from './data-stack.ts';
import type { HttpFront } from './http-front.ts';
import type { Messaging } from './messaging.ts';
import type { ServiceObjectives } from './objectives.ts';
import { type FunctionName, type ServiceFunction, serviceMetric } from './service-function.ts';
import type { Stage } from './stage.ts';

const CONCURRENCY_PERCENT = 80;

/** SES reviews an account from 5 % bounces or 0.1 % complaints, and stops it from 10 % or 0.5 %. The alarms come before the review. */
const REPUTATION = [
  { id: 'Bounces', metricName: 'Reputation.BounceRate', percent: 4, what: 'mails could not be delivered' },
  { id: 'Complaints', metricName: 'Reputation.ComplaintRate', percent: 0.08, what: 'mails were reported as unwanted' },
] as const;

export interface AccountAlarmsProps {
  readonly stage: Stage;
  readonly alerts: Alerts;
}

/** The alarms on limits that hold for the whole account: concurrent functions, the reputation of its mail, and its cost. */
export class AccountAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, alerts }: AccountAlarmsProps) {
    super(scope, id);
    // A new account allows ten, and an older one a thousand: only production asks for a number.
    if (stage.isProduction) this.watchConcurrency(stage, alerts);
    for (const { id: name, metricName, percent, what } of REPUTATION) {
      new AlarmWithRunbook(this, name, {
        metric: new Metric({
          namespace: 'AWS/SES',
          metricName,
          statistic: Stats.MAXIMUM,
          period: Duration.hours(1),
        }),
        summary: `${percent} % of the ${what}. SES stops an account that goes on.`,
        runbook: 'mail-refused',
        alerts,
        severity: 'ticket',
        threshold: percent / 100,
      });
    }
    this.limitCost(stage, alerts);
  }

  private watchConcurrency(stage: Stage, alerts: Alerts): void {
    new AlarmWithRunbook(this, 'Concurrency', {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ConcurrentExecutions',
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(1),
      }),
      summary: `The account runs ${CONCURRENCY_PERCENT} % of the ${stage.accountConcurrency} functions that it may run at once.`,
      runbook: 'function-throttled',
      alerts,
      severity: 'page',
      threshold: (CONCURRENCY_PERCENT / 100) * stage.accountConcurrency,
      evaluationPeriods: 5,
    });
  }

  /** Reports the month's cost of the account when it nears the budget, and when it will exceed it. */
  private limitCost({ prefix, monthlyBudget }: Stage, alerts: Alerts): void {
    const subscribers = [{ subscriptionType: 'SNS', address: alerts.ticket.topicArn }];
    const notification = { comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' };
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${prefix}-month`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [
        { notification: { ...notification, notificationType: 'ACTUAL', threshold: 80 }, subscribers },
        { notification: { ...notification, notificationType: 'FORECASTED', threshold: 100 }, subscribers },
      ],
    });
  }
}

type Trouble = (typeof COUNTED_TROUBLES | typeof INTAKE_TROUBLES)[number];

export interface BusinessAlarmsProps {
  readonly stage: Stage;
  readonly alerts: Alerts;
  readonly troubles: readonly Trouble[];
}

/** Alarms on the service's own metrics. */
export class BusinessAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, alerts, troubles }: BusinessAlarmsProps) {
    super(scope, id);
    for (const trouble of troubles) {
      const { service, metric, summary, runbook, severity, threshold } = trouble;
      new AlarmWithRunbook(this, `${service}-${metric}`, {
        metric: 'share' in trouble ? shareMetric(stage, trouble) : serviceMetric(service, metric),
        summary,
        runbook,
        severity,
        threshold,
        alerts,
      });
    }
  }
}

/** Returns the percentage of failed cases, or 0 while there were few. Without a case of a kind its metric has no value, so it is filled. */
function shareMetric(stage: Stage, { service, metric, share }: Extract<Trouble, { share: unknown }>): MathExpression {
  const failed = serviceMetric(service, metric);
  const { period } = failed;
  const isOfCalls = share.of === 'calls';
  const others = isOfCalls
    ? { calls: callsOf(stage, service).with({ period }) }
    : Object.fromEntries(share.of.map((name, index) => [`other${index}`, serviceMetric(service, name)]));
  const sum = Object.keys(others)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  const all = isOfCalls ? sum : `FILL(failed, 0) + ${sum}`;
  return new MathExpression({
    expression: `IF(${all} >= ${share.among}, 100 * FILL(failed, 0) / (${all}), 0)`,
    usingMetrics: { failed, ...others },
    label: `Percent of ${metric}`,
    period,
  });
}

function callsOf({ prefix }: Stage, service: FunctionName): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Invocations',
    dimensionsMap: { FunctionName: `${prefix}-${service}` },
    statistic: Stats.SUM,
  });
}

export interface DashboardProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly front: HttpFront;
  readonly messaging: Messaging;
  readonly worker: ServiceFunction;
  readonly objectives: ServiceObjectives;
}

const EXPLANATION = `**The first row is what agencies feel.** Each line should stay above its objective; where it dips, look below it:
requests and their slowness, then statements that wait and why jobs fail, webhooks that wait, and the database. A message in "Dead letters"
or an alarm needs a person: the alarm names its page in docs/runbooks. **The ten heaviest accounts**: the saved queries of this name in
Logs Insights, or \`GET /v1/admin/heaviest-accounts\`.`;

/** A page that shows whether requests are answered, statements processed and events sent, and whether the database has capacity left. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, data, front, messaging, worker, objectives }: DashboardProps) {
    super(scope, id);
    const { cluster } = data.database;
    const { statements, webhooks, peopleMails } = messaging;
    new CloudWatchDashboard(this, 'Page', {
      dashboardName: stage.prefix,
      widgets: [
        [new TextWidget({ markdown: EXPLANATION, width: 24, height: 3 })],
        objectives.kept.map(
          ({ title, percent, metric }) =>
            new GraphWidget({
              title,
              left: [metric],
              leftAnnotations: [{ value: percent, label: 'Objective' }],
              leftYAxis: { max: 100 },
              ...{ width: 8, height: 6 },
            }),
        ),
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

interface HeaviestAccountsProps {
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
