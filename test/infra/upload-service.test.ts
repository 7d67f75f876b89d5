import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { HTTP_SERVER_LIMITS } from '../../core/limits.ts';
import { appContext, ofType, type Resource, synthesise } from './synthesised.ts';

/** Guarantee: what stands before the containers of uploads, and their size, fit what the server in them does. */

let resources: readonly Resource[];
beforeAll(() => {
  resources = synthesise(appContext());
});

test('a load balancer gives up a connection before the server does: otherwise it sends a request where nobody listens any more', () => {
  const attributes = z.object({ LoadBalancerAttributes: z.array(z.object({ Key: z.string(), Value: z.unknown() })) });
  const seconds = ofType(resources, 'AWS::ElasticLoadBalancingV2::LoadBalancer', attributes).flatMap(({ properties }) =>
    properties.LoadBalancerAttributes.filter(({ Key }) => Key === 'idle_timeout.timeout_seconds'),
  );
  expect(seconds).toHaveLength(1);
  for (const { Value } of seconds) expect(Number(Value) * 1_000).toBeLessThan(HTTP_SERVER_LIMITS.keepAliveMs);
});

test('a container that maps a long workbook, and answers nothing meanwhile, is not taken for dead', () => {
  const check = z.object({
    HealthCheckIntervalSeconds: z.number(),
    HealthCheckTimeoutSeconds: z.number(),
    UnhealthyThresholdCount: z.number(),
  });
  const size = z.object({ Cpu: z.coerce.number<string>(), Memory: z.coerce.number<string>() });
  const processors = ofType(resources, 'AWS::ECS::TaskDefinition', size).map(({ properties }) => {
    // A workbook of as many cells as it may have was seen to take one and a half gigabytes.
    expect(properties.Memory).toBeGreaterThan(1_536);
    return properties.Cpu / 1024;
  });
  // Of a whole processor: what was measured, on the slower ones that docs/cost-inputs.json reckons with.
  const secondsToMap = 7;
  for (const { properties } of ofType(resources, 'AWS::ElasticLoadBalancingV2::TargetGroup', check)) {
    const { HealthCheckIntervalSeconds: interval, HealthCheckTimeoutSeconds: timeout } = properties;
    const silence = interval * (properties.UnhealthyThresholdCount - 1) + timeout;
    // Two in a row, of two clients.
    expect(silence).toBeGreaterThan((2 * secondsToMap) / Math.min(...processors));
  }
});
