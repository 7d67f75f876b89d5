import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { Alerts } from './alerts.ts';

/**
 * The days before the end of a certificate at which the alarm goes off. ACM renews sixty days before the end, so the renewal has failed for
 * weeks by then.
 */
const DAYS_LEFT = 20;

export interface CertificateAlarmProps {
  readonly certificate: ICertificate;
  /** The topics in the region of the certificate, because the metric is in that region too. */
  readonly alerts: Alerts;
}

/** Reports a certificate that was not renewed. */
export class CertificateAlarm extends AlarmWithRunbook {
  constructor(scope: Construct, id: string, { certificate, alerts }: CertificateAlarmProps) {
    super(scope, id, {
      metric: certificate.metricDaysToExpiry(),
      summary: `A certificate was not renewed and expires in less than ${DAYS_LEFT} days.`,
      runbook: 'certificate-expires',
      alerts,
      severity: 'ticket',
      threshold: DAYS_LEFT,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
  }
}
