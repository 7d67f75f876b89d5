import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ReceiptRuleSet, TlsPolicy } from 'aws-cdk-lib/aws-ses';
import { Lambda, LambdaInvocationType, S3 } from 'aws-cdk-lib/aws-ses-actions';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { WORKER_MEMORY_MB } from '../core/limits/job-limits.ts';
import { MAIL_TIMEOUT_SECONDS } from '../core/limits/request-limits.ts';
import type { DataStack } from './data-stack.ts';
import { DomainRecords } from './edge-distribution.ts';
import { discardRaw, sendMail, sendTo, storeRaw, takeMail } from './rights.ts';
import { ServiceFunction } from './service-function.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Stage } from './stage.ts';

const MAILS_AT_ONCE = 2;
/** The number of retries of a failed call: Lambda's maximum. They are some minutes apart. */
const RETRIES = 2;

export interface MailIntakeProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: ServiceStack;
}

/** Mail to the stage's domain: SES checks it and stores it in the bucket, and then a function reads it. */
export class MailIntake extends Construct {
  constructor(scope: Construct, id: string, { stage, data, service }: MailIntakeProps) {
    super(scope, id);
    const { messaging, mailSender } = service;
    const drop = data.drop.bucket;
    const receive = new ServiceFunction(this, 'Receive', {
      stage,
      data,
      name: 'receive-mail',
      description: 'Accepts mailed statements',
      memoryMb: WORKER_MEMORY_MB,
      timeoutSeconds: MAIL_TIMEOUT_SECONDS,
      concurrency: MAILS_AT_ONCE,
      calledRarely: true,
      failures: { queue: messaging.failedCalls.queue, retries: RETRIES },
      logins: ['service', 'system'],
      environment: {
        ...messaging.sendingEnvironment(),
        RAW_BUCKET: data.raw.bucket.bucketName,
        DROP_BUCKET: drop.bucketName,
        PUBLIC_URL: service.publicUrl,
        EMAIL_DOMAIN: stage.mailDomain,
        MAIL_FROM: mailSender.from,
      },
      rights: [
        ...takeMail(drop),
        storeRaw(data.raw.bucket),
        ...discardRaw(data.raw.bucket),
        sendTo(messaging.statements.queue, messaging.webhooks.queue),
        sendMail(...mailSender.arns),
      ],
    });
    const rules = new ReceiptRuleSet(this, 'Rules', { receiptRuleSetName: stage.prefix });
    rules.addRule('Statements', {
      recipients: [stage.mailDomain],
      scanEnabled: true,
      // Statements name members, so a mail server without encryption cannot deliver them.
      tlsPolicy: TlsPolicy.REQUIRE,
      actions: [
        new S3({ bucket: drop, objectKeyPrefix: 'mail/' }),
        new Lambda({ function: receive.lambda, invocationType: LambdaInvocationType.EVENT }),
      ],
    });
    new ActiveMailRules(this, 'Active', { stage, data, rules });
    new DomainRecords(this, 'Records', stage).add('Mx', {
      name: stage.mailDomain,
      type: 'MX',
      value: `10 inbound-smtp.${stage.region}.amazonaws.com`,
    });
  }
}

const MEMORY_MB = 256;

interface ActiveMailRulesProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly rules: ReceiptRuleSet;
}

/**
 * Makes a rule set the active one, which CloudFormation itself cannot do. An account has one active rule set in a region; the stage's own
 * replaces any other. Deleting the stack deactivates it first, because SES does not delete an active rule set.
 */
class ActiveMailRules extends Construct {
  constructor(scope: Construct, id: string, { stage, data, rules }: ActiveMailRulesProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      encryptionKey: data.key.key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    // SES cannot limit this action to single rule sets.
    role.addToPolicy(new PolicyStatement({ actions: ['ses:SetActiveReceiptRuleSet'], resources: ['*'] }));
    const call = { service: 'SES', action: 'SetActiveReceiptRuleSet' };
    const physicalResourceId = PhysicalResourceId.of(`${stage.prefix}-active-mail-rules`);
    const active = new AwsCustomResource(this, 'Call', {
      memorySize: MEMORY_MB,
      role: role.withoutPolicyUpdates(),
      logGroup,
      installLatestAwsSdk: false,
      onUpdate: { ...call, parameters: { RuleSetName: rules.receiptRuleSetName }, physicalResourceId },
      onDelete: call,
    });
    active.node.addDependency(role);
  }
}
