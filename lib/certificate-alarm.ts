import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';

/**
 * The days before the end of a certificate at which the alarm goes off. ACM renews sixty days before the end, so the renewal has failed for
 * weeks by then.
 */
const DAYS_LEFT = 20;

export interface CertificateAlarmProps {
  readonly certificate: ICertificate;
  /** The topic in the region of the certificate, because the metric is in that region too. */
  readonly topic: ITopic;
}

/** Reports a certificate that was not renewed. */
export class CertificateAlarm extends AlarmWithRunbook {
  constructor(scope: Construct, id: string, { certificate, topic }: CertificateAlarmProps) {
    super(scope, id, {
      metric: certificate.metricDaysToExpiry(),
      summary: `A certificate was not renewed and expires in less than ${DAYS_LEFT} days.`,
      runbook: 'certificate-expires',
      topic,
      threshold: DAYS_LEFT,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
  }
}
