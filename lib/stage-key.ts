import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

const USE = ['kms:Decrypt', 'kms:GenerateDataKey'];

/** The one key of a stage: it encrypts everything that contains an agency's data. */
export class StageKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      alias: `alias/${stage.prefix}`,
      description: `Statements, database, secrets, messages and logs of ${stage.prefix}`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    const { region, account } = Stack.of(this);
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogGroups',
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        // These actions are from the documentation of CloudWatch Logs.
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:aws:logs:${region}:${account}:*` } },
      }),
    );
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsBudgetsAndInboundMail',
        principals: ['cloudwatch', 'budgets', 'ses'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
        actions: USE,
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }

  /** Lets a role that reads or writes encrypted data use the key. */
  allowUse(role: IGrantable): void {
    role.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: USE, resources: [this.key.keyArn] }));
  }
}
