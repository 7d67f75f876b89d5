import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { folderPrefix, settlingOf } from '../../core/intake/sftp-folder.ts';
import { RAW_KEPT_UNPROCESSED_DAYS } from '../../core/limits/account-limits.ts';
import { BODY_LIMITS, DROP_INCOMPLETE_HOURS, HTTP_SERVER_LIMITS } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { describedOperations } from './described-operations.ts';
import { applicationResources, ofType, target } from './synthesised.ts';

/** Guarantee: the load balancer and the size of the upload containers fit their server. */
describe('upload service', async () => {
  const resources = applicationResources();
  const operations = await describedOperations();

  test('takes a version of the containers back that does not get ready, or that fails while it gets traffic', () => {
    const service = z.object({
      DeploymentConfiguration: z.object({
        DeploymentCircuitBreaker: z.object({ Enable: z.literal(true), Rollback: z.literal(true) }),
        Alarms: z.object({ Enable: z.literal(true), Rollback: z.literal(true), AlarmNames: z.tuple([z.unknown()]) }),
        MinimumHealthyPercent: z.literal(100),
      }),
    });
    const alarm = z.object({
      Threshold: z.number(),
      Metrics: z.array(z.object({ Expression: z.string().optional() })),
    });
    const services = ofType(resources, 'AWS::ECS::Service', service);
    expect(services).toHaveLength(1);
    for (const { stack, properties } of services) {
      const name = target(properties.DeploymentConfiguration.Alarms.AlarmNames[0]);
      const found = resources.find((each) => each.stack === stack && each.logicalId === name);
      expect(alarm.parse(found?.properties).Threshold).toBe(25);
    }
  });

  test('makes the load balancer close a connection before the server does, so that it sends no request on a closed connection', () => {
    const attributes = z.object({ LoadBalancerAttributes: z.array(z.object({ Key: z.string(), Value: z.unknown() })) });
    const seconds = ofType(resources, 'AWS::ElasticLoadBalancingV2::LoadBalancer', attributes).flatMap(
      ({ properties }) => properties.LoadBalancerAttributes.filter(({ Key }) => Key === 'idle_timeout.timeout_seconds'),
    );
    expect(seconds).toHaveLength(1);
    for (const { Value } of seconds) expect(Number(Value) * 1_000).toBeLessThan(HTTP_SERVER_LIMITS.keepAliveMs);
  });

  test('does not count a container as dead while it maps a long workbook and answers no health check', () => {
    const check = z.object({
      HealthCheckIntervalSeconds: z.number(),
      HealthCheckTimeoutSeconds: z.number(),
      UnhealthyThresholdCount: z.number(),
    });
    const size = z.object({ Cpu: z.coerce.number<string>(), Memory: z.coerce.number<string>() });
    const processors = ofType(resources, 'AWS::ECS::TaskDefinition', size).map(({ properties }) => {
      // A workbook with the maximum number of cells takes one and a half gigabytes.
      expect(properties.Memory).toBeGreaterThan(1_536);
      return properties.Cpu / 1024;
    });
    // The measured time on a whole processor, for the slower processors of docs/cost-inputs.json.
    const secondsToMap = 7;
    for (const { properties } of ofType(resources, 'AWS::ElasticLoadBalancingV2::TargetGroup', check)) {
      const { HealthCheckIntervalSeconds: interval, HealthCheckTimeoutSeconds: timeout } = properties;
      const silence = interval * (properties.UnhealthyThresholdCount - 1) + timeout;
      // The container may map two workbooks of two clients in a row.
      expect(silence).toBeGreaterThan((2 * secondsToMap) / Math.min(...processors));
    }
  });

  test('gives a container with a read-only root file system a volume for bodies, where the image makes room for it', async () => {
    const definition = z.object({
      Volumes: z.array(z.object({ Name: z.string() })),
      ContainerDefinitions: z.array(
        z.object({
          ReadonlyRootFilesystem: z.literal(true),
          MountPoints: z.array(
            z.object({ ContainerPath: z.string(), SourceVolume: z.string(), ReadOnly: z.literal(false) }),
          ),
          Environment: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
        }),
      ),
    });
    const dockerfile = await readFile('Dockerfile', 'utf8');
    const definitions = ofType(resources, 'AWS::ECS::TaskDefinition', definition);
    expect(definitions).toHaveLength(1);
    for (const { properties } of definitions) {
      for (const { MountPoints, Environment } of properties.ContainerDefinitions) {
        const [mounted] = MountPoints;
        expect(properties.Volumes.map(({ Name }) => Name)).toEqual([mounted?.SourceVolume]);
        expect(Environment).toContainEqual({ Name: 'TMPDIR', Value: mounted?.ContainerPath });
        expect(dockerfile).toContain(`VOLUME ["${mounted?.ContainerPath}"]`);
        const path = mounted?.ContainerPath;
        expect(dockerfile).toContain(`COPY --from=empty --chown=node:node ${path} ${path}`);
      }
    }
  });

  test('lets a machine of any architecture build the image: no step runs a program, and the base is pinned', async () => {
    const [dockerfile, nodeVersion] = await Promise.all(['Dockerfile', '.nvmrc'].map((path) => readFile(path, 'utf8')));
    const steps = (dockerfile ?? '').split('\n').filter((line) => /^[A-Z]+ /.test(line));
    expect(steps.filter((step) => /^(RUN|ONBUILD|SHELL)/.test(step))).toEqual([]);
    const [base, ...others] = steps.filter((step) => step.startsWith('FROM ') && !step.startsWith('FROM scratch'));
    expect(others).toEqual([]);
    expect(base).toMatch(/^FROM node:[\d.]+-slim@sha256:[0-9a-f]{64}$/);
    expect(base).toContain(`FROM node:${nodeVersion?.trim()}-slim@`);
  });

  test('fits all concurrent bodies on the disk of a container', () => {
    // Fargate's default disk of 20 GiB, of which the image takes less than two.
    const diskBytes = 20 * 1024 ** 3;
    expect(BODY_LIMITS.atOnce * (FILE_BYTES_MAX + 1024 ** 2)).toBeLessThan(diskBytes / 2);
  });

  test('sends requests and responses that are too large for Lambda to the containers', () => {
    const distribution = z.object({
      DistributionConfig: z.object({ CacheBehaviors: z.array(z.object({ PathPattern: z.string() })) }),
    });
    const found = ofType(resources, 'AWS::CloudFront::Distribution', distribution).find(
      ({ stack }) => stack === 'cas-prod-edge',
    );
    const paths = found?.properties.DistributionConfig.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    const withFile = operations.filter(({ mediaTypes }) => mediaTypes.includes('multipart/form-data'));
    expect(withFile.length).toBeGreaterThan(5);
    // The other paths have their own limits (CENSUS_BYTES_MAX, LISTED_POLICIES_BYTES_MAX), or a response of unknown length.
    const others = ['/v1/reports/census-reconcile', '/v1/policies', '/v1/account/export'];
    expect(paths?.filter((path) => path.startsWith('/v1/')).toSorted()).toEqual(
      [...withFile.map(({ path }) => path.replaceAll(/\{\w+\}/g, '*')), ...others].toSorted(),
    );
  });
});

/**
 * Guarantee: the received part of an interrupted upload at AWS Transfer Family never becomes a statement, and is reported. The workflow of
 * AWS cannot run in a test, so these tests check its definition and the reaction of the sweep.
 */
describe('cut uploads', () => {
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
});
