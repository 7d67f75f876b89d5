import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Alerts } from './alerts.ts';
import { EdgeAlarms } from './edge-alarms.ts';
import type { Stage } from './stage.ts';

/**
 * The logged fields of a request. Query strings, cookies and the Referer header are left out, because they contain the search texts of
 * users, such as names of members. Paths contain only ids of the service.
 */
const FIELDS = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'cs(User-Agent)',
  'ssl-protocol',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

export interface EdgeLogStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  readonly distribution: IDistribution;
  /** The stage's key in the region of this stack. */
  readonly key: IKey;
  /** The topics in the region of this stack. */
  readonly alerts: Alerts;
}

/**
 * The access log and the alarms of CloudFront, which both exist only in us-east-1. The log also contains requests that the firewall
 * refused.
 */
export class EdgeLogStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeLogStackProps) {
    const { stage, domainName, distribution, key, alerts, ...stackProps } = props;
    super(scope, id, { ...stackProps, description: 'Commission statements: access log and alarms of CloudFront' });
    new EdgeAlarms(this, 'Alarms', { stage, domainName, distribution, alerts });
    const name = `${stage.prefix}-edge`;
    const log = new LogGroup(this, 'Log', {
      // CloudWatch Logs lets AWS services deliver to groups with this prefix, without a policy that has to list them.
      logGroupName: `/aws/vendedlogs/${name}`,
      encryptionKey: key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: log.logGroupArn,
      outputFormat: 'json',
    });
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
  }
}
