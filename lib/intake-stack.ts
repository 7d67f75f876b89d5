import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BusinessAlarms } from './business-alarms.ts';
import { INTAKE_TROUBLES } from './counted-troubles.ts';
import type { DataStack } from './data-stack.ts';
import { MailIntake } from './mail-intake.ts';
import type { ServiceStack } from './service-stack.ts';
import { SftpIntake } from './sftp-intake.ts';
import type { Stage } from './stage.ts';

export interface IntakeStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: ServiceStack;
}

/**
 * Statements by SFTP and email, for agencies of the Enterprise tier. The stack is separate, because the SFTP server costs money while idle.
 */
export class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, service, ...props }: IntakeStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: drop-offs by SFTP and email' });
    new SftpIntake(this, 'Sftp', { stage, data, service });
    new MailIntake(this, 'Mail', { stage, data, service });
    new BusinessAlarms(this, 'Alarms', { stage, alerts: data.alerts, troubles: INTAKE_TROUBLES });
  }
}
