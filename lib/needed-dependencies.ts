import { attachCustomSynthesis, CfnResource, type Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/**
 * The property by which a resource of each type names another resource and so waits for it already. CDK adds a second dependency, to which
 * CloudFormation's linter objects.
 */
const NAMED_ANYWAY: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'AWS::IAM::Role',
  'AWS::Scheduler::Schedule': 'AWS::IAM::Role',
  'AWS::SecretsManager::RotationSchedule': 'AWS::Lambda::Function',
  'AWS::RDS::DBProxyTargetGroup': 'AWS::RDS::DBCluster',
};

/**
 * Removes the dependencies that the properties already express: a function keeps its role's policies, but not the role. This runs just
 * before the template is written, because CDK adds most dependencies and cross-region values after the aspects.
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
