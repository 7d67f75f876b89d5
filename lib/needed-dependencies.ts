import { CfnResource, type IAspect, Lazy } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** By type of resource: what it names in its properties, and so waits for anyway. CDK has it wait twice, to which CloudFormation's linter objects. */
const NAMED_ANYWAY: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'AWS::IAM::Role',
  'AWS::Scheduler::Schedule': 'AWS::IAM::Role',
  'AWS::SecretsManager::RotationSchedule': 'AWS::Lambda::Function',
  'AWS::RDS::DBProxyTargetGroup': 'AWS::RDS::DBCluster',
};

/** Keeps those dependencies that nothing else says: of a function the policies of its role, but not the role. */
export class NeededDependencies implements IAspect {
  visit(node: IConstruct): void {
    const named = CfnResource.isCfnResource(node) ? NAMED_ANYWAY[node.cfnResourceType] : undefined;
    if (!CfnResource.isCfnResource(node) || named === undefined) return;
    // Asked for at the very end: CDK adds most dependencies when all aspects are through.
    const needed = () =>
      node
        .obtainDependencies()
        .filter((each) => CfnResource.isCfnResource(each))
        .filter(({ cfnResourceType }) => cfnResourceType !== named)
        .map(({ logicalId }) => logicalId);
    node.addOverride('DependsOn', Lazy.list({ produce: needed }, { omitEmpty: true }));
  }
}
