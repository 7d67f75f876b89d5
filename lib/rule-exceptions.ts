import { type Stack, Validations } from 'aws-cdk-lib';
import type { Stage } from './stage.ts';

/** A finding of a rule, and the reason to accept it. `test/infra` checks that the reasons are true. */
interface Exception {
  readonly id: string;
  readonly reason: string;
}

/** Objects that get their names at run time: below a prefix of one bucket, never the whole bucket. */
export const PREFIXES: readonly { readonly objects: string; readonly reason: string }[] = [
  { objects: 'RawBucket672A0DBBArnB9DC31D0/raw/*', reason: 'Statements as uploaded: one object for each file.' },
  {
    objects: 'DropBucketB8FC0BC9ArnD023DA21/sftp/*',
    reason: 'Files left by SFTP; each log-in is narrowed to its own.',
  },
  { objects: 'DropBucketB8FC0BC9ArnD023DA21/mail/*', reason: 'Messages as received: one object for each.' },
];

export const EXCEPTIONS: readonly Exception[] = [
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'Network interfaces, traces and the registry log-in have no name beforehand; a test lists these actions.',
  },
  {
    id: 'AwsSolutions-SMG4',
    reason:
      'Logins of the database are rotated from the stack of the service; the operator changes the tokens, and nobody the sealing key.',
  },
  { id: 'AwsSolutions-SQS3', reason: 'The queue of failed calls is where Lambda and the scheduler give up.' },
  { id: 'Serverless-SQSRedrivePolicy', reason: 'Dead-letter queues: nothing comes after them but a person.' },
  {
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'SQS has none: what fails goes to the dead-letter queue of its queue.',
  },
  {
    id: 'Serverless-LambdaDLQ',
    reason: 'What is called and not waited for has a destination for failures instead; all else is answered or queued.',
  },
  {
    id: 'AwsSolutions-APIG4',
    reason: 'The service checks tokens, scopes and limits itself, in the same code on every host.',
  },
  {
    id: 'AwsSolutions-CFR3',
    reason: 'Its log would hold what users search for, names included; the API logs without it.',
  },
  { id: 'AwsSolutions-ECS2', reason: 'Addresses and names only: secrets are read from Secrets Manager at run time.' },
  { id: 'AwsSolutions-CFR1', reason: 'Where an agency works from is its own business.' },
  {
    id: 'AwsSolutions-VPC3',
    reason: 'Webhooks go where customers say: only an access list refuses addresses, a security group can not.',
  },
  { id: 'AwsSolutions-EC29', reason: 'The NAT instance of dev holds nothing and is replaced at will.' },
];

/** Declares which findings of the rule packs are accepted for a stack. */
export function acknowledgeRules(stack: Stack, { prefix }: Stage): void {
  const objects = PREFIXES.map((each) => ({
    id: `AwsSolutions-IAM5[Resource::${prefix}-data:ExportsOutputFnGetAtt${each.objects}]`,
    reason: each.reason,
  }));
  Validations.of(stack).acknowledge(...EXCEPTIONS, ...objects);
}
