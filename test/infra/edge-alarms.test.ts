import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applicationResources, ofType, type Resource, resourcesAwayFromCloudFront, target } from './synthesised.ts';

/** Guarantee: uploads, which bypass the HTTP API, and every certificate have alarms too. */

const resources = applicationResources();

const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() }));
const metric = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions.default([]) });
const alarm = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).default([]),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensions.default([]),
  ExtendedStatistic: z.string().optional(),
  ComparisonOperator: z.string(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        MetricStat: z.object({ Metric: metric, Period: z.number(), Stat: z.string() }).optional(),
      }),
    )
    .default([]),
});
const alarmsOf = (of: readonly Resource[], stack: string) =>
  ofType(of, 'AWS::CloudWatch::Alarm', alarm).filter((each) => each.stack === stack);

describe('uploads', () => {
  const named = (id: RegExp) => {
    const found = alarmsOf(resources, 'cas-prod-edge').filter(({ logicalId }) => id.test(logicalId));
    expect(found).toHaveLength(1);
    return found.map(({ properties }) => properties);
  };
  /** The resources of a metric: the logical ids in its dimensions. */
  const idsIn = (of: z.output<typeof dimensions>) =>
    Object.fromEntries(of.map(({ Name, Value }) => [Name, JSON.stringify(Value)]));
  const only = (type: string) => ofType(resources, type, z.object({}).loose())[0]?.logicalId ?? 'none';

  test('have an objective for the share of server errors among all received requests', () => {
    const [found] = named(/Answerspagelong/);
    const stats = Object.fromEntries((found?.Metrics ?? []).map(({ Id, MetricStat }) => [Id, MetricStat]));
    expect(stats['faults']).toMatchObject({ Stat: 'Sum', Metric: { MetricName: 'HTTPCode_Target_5XX_Count' } });
    expect(stats['all']).toMatchObject({ Stat: 'Sum', Metric: { MetricName: 'RequestCount' } });
    for (const id of ['faults', 'all']) {
      expect(stats[id]?.Metric.Namespace).toBe('AWS/ApplicationELB');
      const of = idsIn(stats[id]?.Metric.Dimensions ?? []);
      expect(of['TargetGroup']).toContain(only('AWS::ElasticLoadBalancingV2::TargetGroup'));
      expect(of['LoadBalancer']).toContain(only('AWS::ElasticLoadBalancingV2::Listener'));
    }
    // A fault without a counted request is a share of itself.
    const expression = found?.Metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
    expect(expression).toBe('IF(faults >= 3, 100 * faults / MAX([faults, all]), 0)');
  });

  test('raise an alarm at the load balancer if no container accepts them, because no container then counts as unhealthy', () => {
    const [found] = named(/BalancerErrors/);
    expect(found).toMatchObject({
      Namespace: 'AWS/ApplicationELB',
      MetricName: 'HTTPCode_ELB_5XX_Count',
      TreatMissingData: 'notBreaching',
    });
    expect(idsIn(found?.Dimensions ?? [])['LoadBalancer']).toContain(only('AWS::ElasticLoadBalancingV2::LoadBalancer'));
  });

  test('raise an alarm if they are slow, before CloudFront gives up', () => {
    const [found] = named(/SlowAnswers/);
    expect(found).toMatchObject({ MetricName: 'TargetResponseTime', ExtendedStatistic: 'p99' });
    const origin = z.object({ VpcOriginConfig: z.object({ OriginReadTimeout: z.number() }) });
    const config = z.object({ DistributionConfig: z.object({ Origins: z.array(z.unknown()) }) });
    const waits = ofType(resources, 'AWS::CloudFront::Distribution', config)
      .flatMap(({ properties }) => properties.DistributionConfig.Origins)
      .flatMap((each) => origin.safeParse(each).data ?? [])
      .map(({ VpcOriginConfig }) => VpcOriginConfig.OriginReadTimeout);
    expect(waits).toHaveLength(1);
    expect(found?.Threshold).toBeLessThan(waits[0] ?? 0);
  });
});

describe.each([
  ["in CloudFront's region", applicationResources],
  ['in another region', resourcesAwayFromCloudFront],
])('certificates of a stage %s', (_where, resourcesOf) => {
  test('each have an alarm in the region of their metric, before they expire, which notifies a topic there', () => {
    const all = resourcesOf();
    const certificates = ofType(all, 'AWS::CertificateManager::Certificate', z.object({}).loose());
    expect(certificates.map(({ stack }) => stack).sort()).toEqual(['cas-prod-edge', 'cas-prod-firewall']);
    for (const { stack, logicalId } of certificates) {
      const watching = alarmsOf(all, stack).filter(
        ({ properties }) =>
          properties.Namespace === 'AWS/CertificateManager' &&
          properties.MetricName === 'DaysToExpiry' &&
          properties.Dimensions.some(({ Value }) => target(Value) === logicalId),
      );
      expect(watching).toHaveLength(1);
      expect(watching[0]?.properties).toMatchObject({
        ComparisonOperator: 'LessThanThreshold',
        AlarmDescription: expect.stringContaining('docs/runbooks/certificate-expires.md'),
      });
      const topic = target(watching[0]?.properties.AlarmActions[0]);
      const isElsewhere = resourcesOf === resourcesAwayFromCloudFront && stack === 'cas-prod-firewall';
      // The stage's own topic is imported from the data stack.
      expect(topic).toMatch(isElsewhere ? /^AlertsTicket[0-9A-F]{8}$/ : /^cas-prod-data:.*Alerts/);
      const own = all.filter((each) => each.stack === stack && each.type === 'AWS::SNS::Topic');
      expect(own.filter(({ logicalId: id }) => id === topic)).toHaveLength(isElsewhere ? 1 : 0);
      expect(own).toHaveLength(isElsewhere ? 2 : 0);
    }
  });
});
