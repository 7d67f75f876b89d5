import { CfnResource, Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { MIGRATION_TIMEOUT_SECONDS } from '../core/limits/database-limits.ts';

/** The time that CloudFormation waits for an answer: the migration's time-out, and the overhead of the call. */
const ANSWER_SECONDS = MIGRATION_TIMEOUT_SECONDS + 60;

export interface MigrationTriggerProps {
  readonly migrate: LambdaFunction;
  /** Functions whose new code needs the new schema. */
  readonly before: readonly Construct[];
}

/**
 * Runs the migration in each deployment that changes its bundle or its settings, and in each rollback of such a deployment. The bundle
 * holds the migrations and the catalogue; a run without changes to them has no effect (docs/adr/0027-going-back-a-version.md).
 */
export class MigrationTrigger extends Construct {
  constructor(scope: Construct, id: string, { migrate, before }: MigrationTriggerProps) {
    super(scope, id);
    const trigger = new Trigger(this, 'Trigger', {
      handler: migrate,
      timeout: Duration.seconds(MIGRATION_TIMEOUT_SECONDS),
      executeBefore: [...before],
    });
    // Trigger has no property for this time-out. Without it CloudFormation waits an hour for a lost answer.
    const call = trigger.node.findChild('Default').node.defaultChild;
    if (!(call instanceof CfnResource)) throw new TypeError('The trigger of the migration is no resource');
    call.addPropertyOverride('ServiceTimeout', String(ANSWER_SECONDS));
  }
}
