import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { Alerts, Severity } from './alerts.ts';

export interface AlarmWithRunbookProps {
  readonly metric: IMetric;
  /** The fault that the alarm reports, as a sentence. */
  readonly summary: string;
  /** The name of the file in docs/runbooks, without `.md`. */
  readonly runbook: string;
  readonly alerts: Alerts;
  readonly severity: Severity;
  readonly threshold: number;
  /** The comparison with the threshold at which the alarm goes off. By default: at or above it. */
  readonly comparison?: ComparisonOperator;
  readonly evaluationPeriods?: number;
  /** The periods among these in which the threshold has to be reached. By default all. */
  readonly datapointsToAlarm?: number;
  /** The meaning of missing data. By default it means that all is well. */
  readonly missingData?: TreatMissingData;
}

/** An alarm that notifies people by its severity and links its runbook. It cannot be made without a runbook that exists. */
export class AlarmWithRunbook extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: AlarmWithRunbookProps) {
    super(scope, id);
    const path = `docs/runbooks/${props.runbook}.md`;
    if (!existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)))) throw new Error(`There is no ${path}`);
    this.alarm = new Alarm(this, 'Alarm', {
      metric: props.metric,
      alarmDescription: `${props.summary} Runbook: ${path}`,
      threshold: props.threshold,
      comparisonOperator: props.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.evaluationPeriods ?? 1,
      ...(props.datapointsToAlarm !== undefined && { datapointsToAlarm: props.datapointsToAlarm }),
      treatMissingData: props.missingData ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(props.alerts[props.severity]);
    this.alarm.addAlarmAction(action);
    this.alarm.addOkAction(action);
  }
}
