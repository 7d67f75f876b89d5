import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { MIGRATION_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import { DeploymentCall } from './deployment-call.ts';

export interface MigrationTriggerProps {
  readonly migrate: LambdaFunction;
  /** Functions whose new code needs the new schema. */
  readonly before: readonly Construct[];
}

/**
 * Runs the migration in each deployment that changes its bundle or its settings, and in each rollback of such a deployment. The bundle
 * holds the migrations and the catalogue. A run without changes to them has no effect (docs/adr/0027-going-back-a-version.md).
 */
export class MigrationTrigger extends Construct {
  constructor(scope: Construct, id: string, { migrate, before }: MigrationTriggerProps) {
    super(scope, id);
    new DeploymentCall(this, 'Trigger', { handler: migrate, timeoutSeconds: MIGRATION_TIMEOUT_SECONDS, before });
  }
}
