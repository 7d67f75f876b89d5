import { attachCustomSynthesis, CfnResource, type Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/**
 * By type of resource: what it names in its properties, and so waits for anyway. CDK has it wait twice, to which
 * CloudFormation's linter objects.
 */
const NAMED_ANYWAY: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'AWS::IAM::Role',
  'AWS::Scheduler::Schedule': 'AWS::IAM::Role',
  'AWS::SecretsManager::RotationSchedule': 'AWS::Lambda::Function',
  'AWS::RDS::DBProxyTargetGroup': 'AWS::RDS::DBCluster',
};

/**
 * Keeps those dependencies that nothing else says: of a function the policies of its role, but not the role. Done just before the
 * template of the stack is written: when aspects run, CDK has added neither most dependencies nor what carries values between regions.
 */
export function keepNeededDependencies(stack: Stack): void {
  const onSynthesize = () => {
    for (const node of stack.node.findAll()) if (CfnResource.isCfnResource(node)) keepNeeded(node);
  };
  attachCustomSynthesis(new Construct(stack, 'NeededDependencies'), { onSynthesize });
}

function keepNeeded(resource: CfnResource): void {
  const named = NAMED_ANYWAY[resource.cfnResourceType];
  for (const other of resource.obtainDependencies()) {
    if (CfnResource.isCfnResource(other) && other.cfnResourceType === named) resource.removeResourceDependency(other);
  }
}
