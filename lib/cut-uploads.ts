import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnServer, CfnWorkflow } from 'aws-cdk-lib/aws-transfer';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { DataStack } from './data-stack.ts';

/** Below /incoming, and hidden: to the sweep every name that begins so is an upload that is not finished. */
const PUT_ASIDE = `sftp/${variable('Transfer:UserName')}/incoming/.cut/`;
const UPLOAD = variable('original.file');

/**
 * Transfer Family keeps what came of an upload that was cut off, and under its final name: to the sweep it would be a statement that
 * is shorter. So it is put aside at once, where the sweep reports it after a day. What can't be put aside is deleted: no statement is
 * better than half of one, and its sender was told by the lost connection.
 */
export class CutUploads extends Construct {
  readonly onPartialUpload: CfnServer.WorkflowDetailProperty;

  constructor(scope: Construct, id: string, data: DataStack) {
    super(scope, id);
    const { bucketName } = data.drop.bucket;
    const remove = { type: 'DELETE', deleteStepDetails: { Name: 'remove', SourceFileLocation: UPLOAD } };
    const workflow = new CfnWorkflow(this, 'Workflow', {
      description: 'Puts uploads aside that were cut off',
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

  /** Once there is a server: Transfer Family counts by server, not by workflow. */
  watch({ attrServerId }: CfnServer, { alerts }: DataStack): void {
    new AlarmWithRunbook(this, 'NotPutAside', {
      metric: new Metric({
        namespace: 'AWS/Transfer',
        metricName: 'OnPartialUploadExecutionsFailed',
        dimensionsMap: { ServerId: attrServerId },
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
      summary: 'An upload by SFTP was cut off and could not be put aside: it may be taken for a whole statement.',
      runbook: 'drop-offs-held',
      topic: alerts,
      threshold: 1,
    });
  }

  /** As AWS's own example has it, by version: a file that was put again meanwhile is another one, and stays. */
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

/** As Transfer Family writes it. */
function variable(name: string): string {
  return `\${${name}}`;
}
