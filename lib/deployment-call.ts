import { ArnFormat, CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';

/** The seconds that a call takes beside the run of the function. */
const OVERHEAD_SECONDS = 60;

export interface DeploymentCallProps {
  readonly handler: LambdaFunction;
  readonly timeoutSeconds: number;
  readonly before: readonly Construct[];
}

/** Calls the new version of a function during a deployment, before other parts change. If the call fails, the deployment is rolled back. */
export class DeploymentCall extends Trigger {
  private readonly handlerName: string;

  constructor(scope: Construct, id: string, { handler, timeoutSeconds, before }: DeploymentCallProps) {
    super(scope, id, { handler, timeout: Duration.seconds(timeoutSeconds), executeBefore: [...before] });
    // CDK's Trigger has no property for this time-out. Without it CloudFormation waits an hour for a lost answer.
    const call = this.node.findChild('Default').node.defaultChild;
    if (!(call instanceof CfnResource)) throw new TypeError('The call of a deployment is no resource');
    call.addPropertyOverride('ServiceTimeout', String(timeoutSeconds + OVERHEAD_SECONDS));
    this.handlerName = nameOf(handler);
    allowCalls(Stack.of(this));
  }

  /**
   * Names the functions that a deployment of the stack calls. All calls share one function of CDK, whose role would refer to each called
   * function. The API waits for the migration, so that role would wait for itself.
   */
  static namesIn(stack: Stack): readonly string[] {
    return stack.node.findAll().flatMap((each) => (each instanceof DeploymentCall ? [each.handlerName] : []));
  }
}

function allowCalls(stack: Stack): void {
  const role = stack.node.findChild(PROVIDER).node.findChild('Role');
  if (!(role instanceof CfnResource)) throw new TypeError('The role for the calls of a deployment is no resource');
  const resources = DeploymentCall.namesIn(stack).map((name) =>
    stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${name}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
  const Statement = [{ Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: resources }];
  role.addPropertyOverride('Policies', [
    { PolicyName: 'Inline', PolicyDocument: { Version: '2012-10-17', Statement } },
  ]);
}

/** The construct that CDK makes for all triggers of a stack. */
const PROVIDER = 'AWSCDK.TriggerCustomResourceProviderCustomResourceProvider';

function nameOf(handler: LambdaFunction): string {
  const { defaultChild } = handler.node;
  const name = defaultChild instanceof CfnFunction ? defaultChild.functionName : undefined;
  if (name === undefined) throw new Error('A function that a deployment calls needs a name');
  return name;
}
