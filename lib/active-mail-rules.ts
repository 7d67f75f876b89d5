import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import type { Stage } from './stage.ts';

const MEMORY_MB = 256;

export interface ActiveMailRulesProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly rules: ReceiptRuleSet;
}

/**
 * Makes a rule set the active one, which CloudFormation itself cannot do. An account has one active rule set in a region; the stage's own
 * replaces any other. Deleting the stack deactivates it first, because SES does not delete an active rule set.
 */
export class ActiveMailRules extends Construct {
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
