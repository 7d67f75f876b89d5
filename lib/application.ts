import { type App, attachCustomSynthesis, CfnResource, Stack, type StackProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Construct } from 'constructs';
import { BackupStack, CopiesStack } from './backup-stack.ts';
import { INTAKE_TROUBLES } from './counted-troubles.ts';
import { BusinessAlarms } from './dashboard.ts';
import { DataStack } from './data-stack.ts';
import { DeployStack } from './deploy-stack.ts';
import { EdgeLogStack } from './edge-log-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { MailIntake } from './mail-intake.ts';
import { acknowledgeRules } from './rule-exceptions.ts';
import { ServiceStack } from './service-stack.ts';
import { SftpIntake } from './sftp-intake.ts';
import { CLOUDFRONT_REGION, readStage, refusePlaceholders, type Stage, type StageName } from './stage.ts';
import { FirewallStack } from './web-firewall.ts';

const STAGES: readonly StageName[] = ['dev', 'prod'];

/**
 * Resources that get no tags. Some of them support tags only since recently, which CloudFormation's linter does not know for every region.
 * KMS and CloudFormation use different names in the tags of keys, and emulators fail at that. Nobody searches for these resources by tag.
 */
const UNTAGGED = [
  'AWS::KMS::Key',
  'AWS::ApplicationAutoScaling::ScalableTarget',
  'AWS::CloudWatch::Dashboard',
  'AWS::ElasticLoadBalancingV2::Listener',
  'AWS::RDS::DBProxyTargetGroup',
];

/**
 * Creates every stack of every stage, or of the stage in `-c stage=…`. Both rule packs check the stacks during synthesis. `account` is the
 * account of the person's credentials; with one, placeholders are refused, because a deployment is about to begin.
 */
export function createApplication(app: App, account?: string): void {
  const only: unknown = app.node.tryGetContext('stage');
  const chosen = STAGES.filter((name) => only === undefined || only === name);
  if (chosen.length === 0) throw new Error(`No stage ${JSON.stringify(only)}: there are ${STAGES.join(' and ')}`);
  const choices: unknown = app.node.tryGetContext('stages');
  const stages = chosen.map((name) => readStage(name, choiceOf(choices, name)));
  if (account !== undefined) stages.forEach(refusePlaceholders);
  for (const stage of stages) createStage(app, stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
}

function choiceOf(choices: unknown, name: StageName): unknown {
  return typeof choices === 'object' && choices !== null
    ? Object.entries(choices).find(([key]) => key === name)?.[1]
    : null;
}

function createStage(app: App, stage: Stage): void {
  const { prefix } = stage;
  // Without an account, the stacks go to the account of the credentials. The templates are then the same for everybody, and need no
  // look-ups.
  const here = { env: { region: stage.region }, stage };
  const data = new DataStack(app, `${prefix}-data`, here);
  const service = new ServiceStack(app, `${prefix}-service`, { ...here, data });
  if (stage.backupRegion !== undefined) {
    const copies = new CopiesStack(app, `${prefix}-copies`, { env: { region: stage.backupRegion }, stage });
    new BackupStack(app, `${prefix}-backup`, { ...here, data, copiesRegion: stage.backupRegion }).addStackDependency(
      copies,
    );
  }
  if (stage.deployedFrom !== undefined) {
    new DeployStack(app, `${prefix}-deploy`, { ...here, repository: stage.deployedFrom });
  }
  if (stage.intake) new IntakeStack(app, `${prefix}-intake`, { ...here, data, service });
  if (stage.domainName !== undefined) {
    const { domainName } = stage;
    const elsewhere = stage.region !== CLOUDFRONT_REGION;
    const firewall = new FirewallStack(app, `${prefix}-firewall`, {
      env: { region: CLOUDFRONT_REGION },
      crossRegionReferences: elsewhere,
      stage,
      domainName,
      home: elsewhere ? null : { alerts: data.alerts, key: data.key.key },
    });
    const edge = new EdgeStack(app, `${prefix}-edge`, {
      ...here,
      crossRegionReferences: elsewhere,
      domainName,
      data,
      service,
      firewall,
    });
    new EdgeLogStack(app, `${prefix}-edge-log`, {
      env: { region: CLOUDFRONT_REGION },
      crossRegionReferences: elsewhere,
      stage,
      domainName,
      distribution: edge.distribution,
      key: firewall.key,
      alerts: firewall.alerts,
    });
  }
  for (const child of app.node.children) {
    if (!(child instanceof Stack) || !child.stackName.startsWith(`${prefix}-`)) continue;
    Tags.of(child).add('application', 'commission-statement-service', { excludeResourceTypes: UNTAGGED });
    Tags.of(child).add('stage', stage.name, { excludeResourceTypes: UNTAGGED });
    keepNeededDependencies(child);
    acknowledgeRules(child, stage);
  }
}

interface IntakeStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: ServiceStack;
}

/**
 * Statements by SFTP and email, for agencies of the Enterprise tier. The stack is separate, because the SFTP server costs money while idle.
 */
class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, service, ...props }: IntakeStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: drop-offs by SFTP and email' });
    new SftpIntake(this, 'Sftp', { stage, data, service });
    new MailIntake(this, 'Mail', { stage, data, service });
    new BusinessAlarms(this, 'Alarms', { stage, alerts: data.alerts, troubles: INTAKE_TROUBLES });
  }
}

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
function keepNeededDependencies(stack: Stack): void {
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
