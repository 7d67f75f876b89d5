import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { Alerts } from './alerts.ts';
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
