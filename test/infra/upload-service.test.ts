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
