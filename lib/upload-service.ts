import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  AlarmBehavior,
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDrivers,
} from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  ApplicationTargetGroup,
  SslPolicy,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { UPLOAD_SECONDS } from '../core/limits/request-limits.ts';
import { BALANCER_LOGS, type DataStack } from './data-stack.ts';
import { CertificateAlarm, zoneOfCertificates } from './edge-distribution.ts';
import { SUBNETS } from './network.ts';
import { UploadAlarms } from './objectives.ts';
import { keepAnswers, readSecrets } from './rights.ts';
import { databaseEnvironment, METRICS_NAMESPACE } from './service-function.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Stage } from './stage.ts';

/** The folder for received bodies, the only one that the container may write to. The image creates it and gives it to its user. */
const SPOOL = { name: 'spool', path: '/spool' } as const;
/** The port of the server in the container. */
const PORT = 8080;
/**
 * The processor units of a container: half a processor. Separate processes read files that clients try with a format, so the server can
 * answer health checks meanwhile.
 */
const CPU = 512;
/** The memory of a container: two processes that read files (UPLOAD_SERVICE_HEAP_MB), and the bodies of other requests. */
const MEMORY_MB = 2_048;
/**
 * The health check. A container is unhealthy after so many unanswered checks in a row: four checks tolerate most of a minute of silence.
 */
const HEALTH_CHECK = {
  path: '/v1/health',
  interval: Duration.seconds(15),
  timeout: Duration.seconds(10),
  healthyThresholdCount: 2,
  unhealthyThresholdCount: 4,
};

export interface UploadServiceProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: ServiceStack;
  readonly domainName: string;
}

/** The same HTTP app as a plain server, for statements that are too large for a Lambda request. */
export class UploadService extends Construct {
  readonly loadBalancer: ApplicationLoadBalancer;
  private readonly props: UploadServiceProps;

  constructor(scope: Construct, id: string, props: UploadServiceProps) {
    super(scope, id);
    this.props = props;
    const certificate = new Certificate(this, 'Certificate', {
      domainName: props.domainName,
      // The certificate uses the same DNS record as that of CloudFront.
      validation: CertificateValidation.fromDns(zoneOfCertificates(this, props.stage)),
    });
    const balancerGroup = this.group('BalancerGroup', 'Load balancer of uploads');
    const taskGroup = this.group('TaskGroup', 'Upload service');
    const { cloudFrontPrefixList } = props.stage;
    if (cloudFrontPrefixList === undefined) throw new Error('The upload service needs cloudFrontPrefixList');
    balancerGroup.addIngressRule(Peer.prefixList(cloudFrontPrefixList), Port.tcp(443), 'CloudFront');
    const fargate = this.createTasks(taskGroup);
    this.loadBalancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc: props.data.network.vpc,
      vpcSubnets: { subnetGroupName: SUBNETS.functions },
      internetFacing: false,
      securityGroup: balancerGroup,
      dropInvalidHeaderFields: true,
      deletionProtection: props.stage.isProduction,
      idleTimeout: Duration.seconds(UPLOAD_SECONDS),
    });
    // The bucket is referred to only by its name, so that its policy, which is in another stack, does not depend on this stack.
    this.loadBalancer.setAttribute('access_logs.s3.enabled', 'true');
    this.loadBalancer.setAttribute('access_logs.s3.bucket', props.data.accessLogs.bucket.bucketName);
    this.loadBalancer.setAttribute('access_logs.s3.prefix', BALANCER_LOGS);
    const targets = new ApplicationTargetGroup(this, 'Targets', {
      vpc: props.data.network.vpc,
      protocol: ApplicationProtocol.HTTP,
      port: PORT,
      targets: [fargate],
      healthCheck: HEALTH_CHECK,
      // The delay lets uploads in progress finish.
      deregistrationDelay: Duration.seconds(UPLOAD_SECONDS),
    });
    this.loadBalancer.addListener('Https', {
      port: 443,
      protocol: ApplicationProtocol.HTTPS,
      certificates: [certificate],
      sslPolicy: SslPolicy.TLS13_RES,
      defaultTargetGroups: [targets],
      // The rule above admits only CloudFront's addresses.
      open: false,
    });
    const { alerts } = props.data;
    const { release } = new UploadAlarms(this, 'Alarms', {
      stage: props.stage,
      loadBalancer: this.loadBalancer,
      targets,
      alerts,
    });
    // ECS watches the alarm from the first new container until five minutes after the last, and goes back to the version before.
    fargate.enableDeploymentAlarms([release.alarmName], { behavior: AlarmBehavior.ROLLBACK_ON_ALARM });
    new CertificateAlarm(this, 'CertificateExpires', { certificate, alerts });
  }

  private group(id: string, description: string): SecurityGroup {
    return new SecurityGroup(this, id, { vpc: this.props.data.network.vpc, description, allowAllOutbound: false });
  }

  private createTasks(taskGroup: SecurityGroup): FargateService {
    const { stage, data } = this.props;
    const cluster = new Cluster(this, 'Cluster', {
      vpc: data.network.vpc,
      containerInsightsV2: ContainerInsights.ENABLED,
    });
    // The imported group stays unchanged; the rules for the load balancer belong to the other group, which is in this stack.
    const functionGroup = SecurityGroup.fromSecurityGroupId(
      this,
      'FunctionGroup',
      data.network.functionGroup.securityGroupId,
      { mutable: false },
    );
    const fargate = new FargateService(this, 'Service', {
      cluster,
      taskDefinition: this.createTaskDefinition(),
      vpcSubnets: { subnetGroupName: SUBNETS.functions },
      securityGroups: [taskGroup, functionGroup],
      desiredCount: stage.concurrency.uploadTasksMin,
      minHealthyPercent: 100,
      // A container of a new version checks itself before it answers (lambdas/runtime/aws-http.ts). If it ends, or is never healthy,
      // the version before stays.
      circuitBreaker: { rollback: true },
    });
    const scaling = fargate.autoScaleTaskCount({
      minCapacity: stage.concurrency.uploadTasksMin,
      maxCapacity: stage.concurrency.uploadTasksMax,
    });
    scaling.scaleOnCpuUtilization('Busy', { targetUtilizationPercent: 60 });
    return fargate;
  }

  private createTaskDefinition(): FargateTaskDefinition {
    const { stage, data, service } = this.props;
    const logins = ['service', 'system', 'report'] as const;
    const definition = new FargateTaskDefinition(this, 'Task', {
      cpu: CPU,
      memoryLimitMiB: MEMORY_MB,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64 },
    });
    definition.addVolume({ name: SPOOL.name });
    const container = definition.addContainer('Server', {
      image: serverImage(this),
      portMappings: [{ containerPort: PORT }],
      readonlyRootFilesystem: true,
      environment: {
        ...databaseEnvironment(Stack.of(this), data, { logins }),
        STAGE: stage.name,
        PORT: String(PORT),
        TMPDIR: SPOOL.path,
        POWERTOOLS_SERVICE_NAME: 'upload-service',
        POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        ...service.http.environment,
      },
      logging: LogDrivers.awsLogs({
        streamPrefix: 'upload-service',
        logGroup: new LogGroup(this, 'Log', {
          encryptionKey: data.key.key,
          retention: stage.logsKept,
          removalPolicy: stage.removalPolicy,
        }),
      }),
    });
    container.addMountPoints({ sourceVolume: SPOOL.name, containerPath: SPOOL.path, readOnly: false });
    const rights: readonly PolicyStatement[] = [
      ...service.http.rights,
      keepAnswers(data.raw.bucket),
      readSecrets(...logins.map((login) => data.secrets.logins[login])),
    ];
    for (const statement of rights) definition.addToTaskRolePolicy(statement);
    data.key.allowUse(definition.taskRole);
    return definition;
  }
}

/** Returns the image, which the deployment builds. Synthesis needs no Docker. */
function serverImage(scope: Construct): ContainerImage {
  const configured: unknown = scope.node.tryGetContext('image');
  const directory = typeof configured === 'string' ? configured : '.';
  if (!existsSync(join(directory, 'Dockerfile'))) {
    throw new Error(`There is no ${join(directory, 'Dockerfile')} for the upload service`);
  }
  return ContainerImage.fromAsset(directory, { platform: Platform.LINUX_ARM64 });
}
