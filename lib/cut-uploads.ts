import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnServer, CfnWorkflow } from 'aws-cdk-lib/aws-transfer';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';

/** The hidden folder below /incoming to which parts are moved. The sweep treats every such name as an unfinished upload. */
const PUT_ASIDE = `sftp/${variable('Transfer:UserName')}/incoming/.cut/`;
const UPLOAD = variable('original.file');

/**
 * Transfer Family keeps the received part of an interrupted upload under its final name, and the sweep would take it for a shorter
 * statement. The part is therefore moved aside at once, and the sweep reports it after a day. If it cannot be moved, it is deleted: no
 * statement is better than half of a statement, and the sender knows of the lost connection.
 */
export class CutUploads extends Construct {
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
