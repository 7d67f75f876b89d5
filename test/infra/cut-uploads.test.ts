import { expect, test } from 'vitest';
import { z } from 'zod';
import { folderPrefix, settlingOf } from '../../core/intake/sftp-folder.ts';
import { RAW_KEPT_UNPROCESSED_DAYS } from '../../core/limits/account-limits.ts';
import { DROP_INCOMPLETE_HOURS } from '../../core/limits/request-limits.ts';
import { applicationResources, ofType, target } from './synthesised.ts';

/**
 * Guarantee: the received part of an interrupted upload at AWS Transfer Family never becomes a statement, and is reported. The workflow of
 * AWS cannot run in a test, so these tests check its definition and the reaction of the sweep.
 */

const resources = applicationResources().filter(({ stack }) => stack === 'cas-prod-intake');

const ORIGINAL = ['$', '{original.file}'].join('');
const remove = z.object({
  Type: z.literal('DELETE'),
  DeleteStepDetails: z.object({ SourceFileLocation: z.literal(ORIGINAL) }),
});
const putAside = z.object({
  Type: z.literal('COPY'),
  CopyStepDetails: z.object({
    SourceFileLocation: z.literal(ORIGINAL),
    OverwriteExisting: z.literal('TRUE'),
    DestinationFileLocation: z.object({ S3FileLocation: z.object({ Key: z.string() }) }),
  }),
});
const workflow = z.object({ Steps: z.tuple([putAside, remove]), OnExceptionSteps: z.tuple([remove]) });

test('moves the part aside, and deletes it if that fails', () => {
  const server = z.object({
    WorkflowDetails: z.object({
      OnPartialUpload: z.tuple([z.object({ WorkflowId: z.unknown(), ExecutionRole: z.unknown() })]),
    }),
  });
  const [{ properties, logicalId } = { properties: null, logicalId: null }] = ofType(
    resources,
    'AWS::Transfer::Server',
    server,
  );
  const [partial] = properties?.WorkflowDetails.OnPartialUpload ?? [];
  const [aside] = ofType(resources, 'AWS::Transfer::Workflow', workflow);
  expect([logicalId === null, target(partial?.WorkflowId)]).toEqual([false, aside?.logicalId]);
  expect(target(partial?.ExecutionRole)).toMatch(/CutUploadsRole/);
});

test('raises an alarm for a part that could not be moved, by the only metric of Transfer Family for it', () => {
  const dimension = z.object({ Name: z.literal('ServerId'), Value: z.unknown() });
  const alarm = z.object({ MetricName: z.string(), Dimensions: z.tuple([dimension]) });
  const ofTransfer = resources.filter(({ properties }) => properties['Namespace'] === 'AWS/Transfer');
  const [server] = ofType(resources, 'AWS::Transfer::Server', z.unknown());
  const watched = ofType(ofTransfer, 'AWS::CloudWatch::Alarm', alarm).map(({ properties }) => [
    properties.MetricName,
    target(properties.Dimensions[0].Value),
  ]);
  expect(watched).toEqual([['OnPartialUploadExecutionsFailed', server?.logicalId]]);
});

test('leaves the part to the sweep, which reports it after a day and rejects it after three', () => {
  const [aside] = ofType(resources, 'AWS::Transfer::Workflow', workflow);
  const [{ CopyStepDetails }] = aside?.properties.Steps ?? [{ CopyStepDetails: null }];
  const folder = CopyStepDetails?.DestinationFileLocation.S3FileLocation.Key ?? '';
  // A key that ends with a slash is a folder, in which the copy keeps its name.
  const key = `${folder.replace(/\$\{Transfer:UserName\}/, 'lakeside')}ACME_202603.csv`;
  const incoming = folderPrefix('lakeside', 'incoming');
  expect(key.startsWith(incoming)).toBe(true);
  const file = { name: key.slice(incoming.length), byteSize: 1_000 };
  const hour = 3600;
  expect(settlingOf(file, DROP_INCOMPLETE_HOURS * hour - 1)).toBe('leave');
  expect(settlingOf(file, DROP_INCOMPLETE_HOURS * hour)).toBe('report');
  expect(settlingOf(file, RAW_KEPT_UNPROCESSED_DAYS * 24 * hour)).toBe('reject');
  // Under its own name the file would have been accepted.
  expect(settlingOf({ ...file, name: 'ACME_202603.csv' }, hour)).toBe('take');
});
