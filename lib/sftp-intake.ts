import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnServer, CfnWorkflow } from 'aws-cdk-lib/aws-transfer';
import { Construct } from 'constructs';
import {
  SCHEDULED_TASK_TIMEOUT_SECONDS,
  SCHEDULED_TASKS_SECONDS,
  WORKER_MEMORY_MB,
} from '../core/limits/job-limits.ts';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import { discardRaw, sendTo, sortDrops, storeRaw } from './rights.ts';
import { ScheduledFunction } from './scheduled-function.ts';
import { ServiceFunction } from './service-function.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Stage } from './stage.ts';

/** The hidden folder below /incoming to which parts are moved. The sweep treats every such name as an unfinished upload. */
const PUT_ASIDE = `sftp/${variable('Transfer:UserName')}/incoming/.cut/`;
const UPLOAD = variable('original.file');

/**
 * Transfer Family keeps the received part of an interrupted upload under its final name, and the sweep would take it for a shorter
 * statement. The part is therefore moved aside at once, and the sweep reports it after a day. If it cannot be moved, it is deleted: no
 * statement is better than half of a statement, and the sender knows of the lost connection.
 */
class CutUploads extends Construct {
  readonly onPartialUpload: CfnServer.WorkflowDetailProperty;

  constructor(scope: Construct, id: string, data: DataStack) {
    super(scope, id);
    const { bucketName } = data.drop.bucket;
    const remove = { type: 'DELETE', deleteStepDetails: { Name: 'remove', SourceFileLocation: UPLOAD } };
    const workflow = new CfnWorkflow(this, 'Workflow', {
      description: 'Moves interrupted uploads out of the incoming folder',
      steps: [
        {
          type: 'COPY',
          copyStepDetails: {
            Name: 'put-aside',
            SourceFileLocation: UPLOAD,
            DestinationFileLocation: { S3FileLocation: { Bucket: bucketName, Key: PUT_ASIDE } },
            OverwriteExisting: 'TRUE',
          },
        },
        remove,
      ],
      onExceptionSteps: [remove],
    });
    this.onPartialUpload = { workflowId: workflow.attrWorkflowId, executionRole: this.createRole(data).roleArn };
  }

  /** Adds the alarm. Call it once there is a server, because Transfer Family counts by server and not by workflow. */
  watch({ attrServerId }: CfnServer, { alerts }: DataStack): void {
    new AlarmWithRunbook(this, 'NotPutAside', {
      metric: new Metric({
        namespace: 'AWS/Transfer',
        metricName: 'OnPartialUploadExecutionsFailed',
        dimensionsMap: { ServerId: attrServerId },
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
      summary: 'An interrupted SFTP upload could not be moved away: it may be processed as a whole statement.',
      runbook: 'drop-offs-held',
      alerts,
      severity: 'ticket',
      threshold: 1,
    });
  }

  /**
   * The role that moves the part. As in AWS's own example, its rights name the version: a file that was written again meanwhile is another
   * version, and stays.
   */
  private createRole(data: DataStack): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('transfer.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [data.drop.bucket.bucketArn] }));
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'],
        resources: [data.drop.bucket.arnForObjects('sftp/*')],
      }),
    );
    data.key.allowUse(role);
    return role;
  }
}

/** Writes a placeholder in the syntax of Transfer Family. */
function variable(name: string): string {
  return `\${${name}}`;
}

/** The time-out of a sign-in, which looks a user up by name and key. Clients wait for about ten seconds. */
const AUTHORIZE_SECONDS = 10;
const AUTHORIZE_MB = 512;
const AUTHORIZATIONS_AT_ONCE = 2;

export interface SftpIntakeProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: ServiceStack;
}

/** An SFTP server whose users see their own folders of the bucket, and the task that accepts the files that they drop. */
export class SftpIntake extends Construct {
  constructor(scope: Construct, id: string, props: SftpIntakeProps) {
    super(scope, id);
    const { stage, data, service } = props;
    const { messaging } = service;
    const drop = data.drop.bucket;
    const userRole = this.createUserRole(props);
    const authorize = new ServiceFunction(this, 'Authorize', {
      stage,
      data,
      name: 'authorize-sftp-user',
      description: 'Authorizes SFTP users and sets their folder',
      memoryMb: AUTHORIZE_MB,
      timeoutSeconds: AUTHORIZE_SECONDS,
      concurrency: AUTHORIZATIONS_AT_ONCE,
      // Agencies sign in a few times a day, and nothing else tells that they cannot.
      calledRarely: true,
      errorSeverity: 'page',
      logins: ['service', 'system'],
      environment: { DROP_BUCKET: drop.bucketName, SFTP_USER_ROLE_ARN: userRole.roleArn },
    });
    const server = this.createServer(props, authorize);
    authorize.lambda.addPermission('Server', {
      principal: new ServicePrincipal('transfer.amazonaws.com'),
      sourceArn: server.attrArn,
    });
    new ScheduledFunction(this, 'Sweep', {
      stage,
      data,
      name: 'sweep-sftp',
      description: 'Accepts statements dropped by SFTP',
      everySeconds: SCHEDULED_TASKS_SECONDS,
      memoryMb: WORKER_MEMORY_MB,
      timeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS,
      failedCalls: messaging.failedCalls.queue,
      logins: ['service', 'system'],
      environment: {
        ...messaging.sendingEnvironment(),
        RAW_BUCKET: data.raw.bucket.bucketName,
        DROP_BUCKET: drop.bucketName,
        PUBLIC_URL: service.publicUrl,
      },
      rights: [
        ...sortDrops(drop),
        storeRaw(data.raw.bucket),
        ...discardRaw(data.raw.bucket),
        sendTo(messaging.statements.queue, messaging.webhooks.queue),
      ],
    });
    new CfnOutput(Stack.of(this), 'SftpServer', {
      value: `${server.attrServerId}.server.transfer.${Stack.of(this).region}.amazonaws.com`,
    });
  }

  private createServer({ stage, data }: SftpIntakeProps, authorize: ServiceFunction): CfnServer {
    const log = new LogGroup(this, 'Log', {
      encryptionKey: data.key.key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    const cutUploads = new CutUploads(this, 'CutUploads', data);
    const server = new CfnServer(this, 'Server', {
      domain: 'S3',
      endpointType: 'PUBLIC',
      protocols: ['SFTP'],
      identityProviderType: 'AWS_LAMBDA',
      identityProviderDetails: {
        function: authorize.lambda.functionArn,
        sftpAuthenticationMethods: 'PUBLIC_KEY',
      },
      securityPolicyName: 'TransferSecurityPolicy-2024-01',
      structuredLogDestinations: [log.logGroupArn],
      workflowDetails: { onPartialUpload: [cutUploads.onPartialUpload] },
    });
    cutUploads.watch(server, data);
    return server;
  }

  /** The maximum rights of any user. At each sign-in the function limits them to the user's own folders. */
  private createUserRole({ data }: SftpIntakeProps): Role {
    const role = new Role(this, 'UserRole', {
      assumedBy: new ServicePrincipal('transfer.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    const { bucketArn } = data.drop.bucket;
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [bucketArn],
        conditions: { StringLike: { 's3:prefix': ['sftp/*'] } },
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
        resources: [data.drop.bucket.arnForObjects('sftp/*')],
      }),
    );
    data.key.allowUse(role);
    return role;
  }
}
