import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { applicationResources, type Resource } from './synthesised.ts';

/**
 * Guarantee: the idle cost of a stage, computed from its template, stays within the target and equals the figure in the guide to deploying.
 * Prices are list prices of us-east-1 in dollars, for 730 hours a month.
 */

const HOURS = 730;
const ACU = 0.12 * HOURS;
/** The monthly price of a public IPv4 address, at half a cent per hour. */
const PUBLIC_ADDRESS = 0.005 * HOURS;

const scaling = z.object({ ServerlessV2ScalingConfiguration: z.object({ MinCapacity: z.number() }) });
const tasks = z.object({ MinCapacity: z.number() });
const size = z.object({ Cpu: z.coerce.number<string>(), Memory: z.coerce.number<string>() });
const check = z.object({ HealthCheckConfig: z.object({ SearchString: z.string().optional() }) });
const read = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]) });
const acl = z.object({ Rules: z.array(z.unknown()) });

/** The monthly cost of every resource type that costs money without use. `all` are the resources of the stage. */
const MONTHLY: Readonly<Record<string, (resource: Resource, all: readonly Resource[]) => number>> = {
  'AWS::RDS::DBCluster': ({ properties }, all) => {
    const instances = all.filter(({ type }) => type === 'AWS::RDS::DBInstance').length;
    const { MinCapacity } = scaling.parse(properties).ServerlessV2ScalingConfiguration;
    return (MinCapacity === 0 ? awakeShare(all) * WAKING_UNITS : MinCapacity) * instances * ACU;
  },
  // A proxy is billed for at least eight units, and each further endpoint for an interface in two zones.
  'AWS::RDS::DBProxy': () => 8 * 0.015 * HOURS,
  'AWS::RDS::DBProxyEndpoint': () => 2 * 0.01 * HOURS,
  'AWS::EC2::NatGateway': () => 0.045 * HOURS + PUBLIC_ADDRESS,
  // The cost of a t4g.nano with 8 GB of disk and seven metrics of detailed monitoring.
  'AWS::EC2::Instance': () => 0.0042 * HOURS + PUBLIC_ADDRESS + 8 * 0.08 + 7 * 0.3,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': () => 0.0225 * HOURS,
  'AWS::ApplicationAutoScaling::ScalableTarget': ({ properties }, all) =>
    tasks.parse(properties).MinCapacity * taskCost(all),
  'AWS::WAFv2::WebACL': ({ properties }) => 5 + acl.parse(properties).Rules.length,
  'AWS::KMS::Key': () => 1,
  'AWS::SecretsManager::Secret': () => 0.4,
  // An alarm costs by the metrics that it reads.
  'AWS::CloudWatch::Alarm': ({ properties }) =>
    0.1 * Math.max(1, read.parse(properties).Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length),
  'AWS::CloudWatch::CompositeAlarm': () => 0.5,
  // HTTPS costs a dollar more than a plain check, and so does the search for a text.
  'AWS::Route53::HealthCheck': ({ properties }) =>
    1.5 + (check.parse(properties).HealthCheckConfig.SearchString === undefined ? 0 : 1),
  'AWS::Transfer::Server': () => 0.3 * HOURS,
};

/** The share of time for which hourly tasks keep a pausing database awake, given the time-outs of its sessions and of the pause. */
function awakeShare(all: readonly Resource[]): number {
  const isOn = all.some(
    ({ type, properties }) => type === 'AWS::Scheduler::Schedule' && properties['State'] === 'ENABLED',
  );
  return isOn ? (SESSION_SECONDS + PAUSE_SECONDS + TASK_SECONDS) / 3_600 : 0;
}
const SESSION_SECONDS = 120;
const PAUSE_SECONDS = 300;
const TASK_SECONDS = 60;
/** A database that wakes begins with half a unit. */
const WAKING_UNITS = 0.5;

/** The cost of an ARM container, by its processors and its gigabytes. */
function taskCost(all: readonly Resource[]): number {
  const { Cpu, Memory } = size.parse(all.find(({ type }) => type === 'AWS::ECS::TaskDefinition')?.properties);
  return ((Cpu / 1024) * 0.03238 + (Memory / 1024) * 0.00356) * HOURS;
}

function idleCost(resources: readonly Resource[]): number {
  const costs = resources.map((resource) => MONTHLY[resource.type]?.(resource, resources) ?? 0);
  return Math.round(costs.reduce((sum, cost) => sum + cost, 0));
}

test('keeps the idle cost of each stage within its target, as the guide says', () => {
  const resources = applicationResources();
  const of = (stack: RegExp) => idleCost(resources.filter((resource) => stack.test(resource.stack)));
  const [dev, prod, intake] = [of(/^cas-dev-/), of(/^cas-prod-(?!intake)/), of(/^cas-prod-intake/)];
  expect(dev).toBeLessThanOrEqual(30);
  expect(prod).toBeLessThanOrEqual(350);
  const guide = readFileSync(new URL('../../docs/howto/deploy-to-aws.md', import.meta.url), 'utf8');
  const total = /^\| \*\*In all\*\* \| \*\*\$(\d+)\*\* \| \*\*\$(\d+)\*\* \| \*\*\$(\d+)\*\* \|$/m
    .exec(guide)
    ?.slice(1)
    .map(Number);
  expect(total).toEqual([dev, prod, intake]);
});
