import { CfnOutput, DefaultStackSynthesizer, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { CLOUDFRONT_REGION, type Stage } from './stage.ts';

/** The qualifier of `cdk bootstrap`, which is part of the names of its roles. */
const BOOTSTRAP = DefaultStackSynthesizer.DEFAULT_QUALIFIER;

const ISSUER = 'token.actions.githubusercontent.com';

export interface DeployStackProps extends StackProps {
  readonly stage: Stage;
  /** The repository on GitHub, such as `agency-tools/commission-statements`. */
  readonly repository: string;
}

/**
 * The role with which the workflow `deploy` deploys a stage. GitHub proves by OpenID Connect which repository and environment runs, so no
 * key of AWS is stored there. The role does nothing itself: it may take the roles that `cdk bootstrap` has made, as a person who deploys.
 */
export class DeployStack extends Stack {
  constructor(scope: Construct, id: string, { stage, repository, ...props }: DeployStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: the role that deploys from GitHub' });
    const provider = `arn:aws:iam::${this.account}:oidc-provider/${ISSUER}`;
    const role = new Role(this, 'Role', {
      roleName: `${stage.prefix}-deploy`,
      description: `Deploys ${stage.prefix} from ${repository}`,
      // The environment is part of the subject: a workflow without its approval has another subject.
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${repository}:environment:${stage.name}`,
        },
      }),
      // The first deployment with containers takes three quarters of an hour.
      maxSessionDuration: Duration.hours(2),
    });
    // The regions of every stack of the stage.
    const regions = [
      ...new Set([stage.region, CLOUDFRONT_REGION, ...(stage.backupRegion === undefined ? [] : [stage.backupRegion])]),
    ];
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: regions.flatMap((region) =>
          ['deploy', 'file-publishing', 'image-publishing', 'lookup'].map(
            (kind) => `arn:aws:iam::${this.account}:role/cdk-${BOOTSTRAP}-${kind}-role-${this.account}-${region}`,
          ),
        ),
      }),
    );
    new CfnOutput(this, 'RoleArn', { value: role.roleArn });
  }
}
