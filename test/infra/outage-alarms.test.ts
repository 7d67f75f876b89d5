import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applicationResources, ofType, type Resource, resourcesAwayFromCloudFront, target } from './synthesised.ts';

/**
 * Guarantee: an outage at the edge pages somebody, a single failure of a rare function is noticed, customers' faults wake nobody, and each
 * alarm goes to the one topic of its severity.
 */
describe('outage alarms', () => {
  const resources = applicationResources();

  const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() }));
  const metric = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions.default([]) });
  const alarmProperties = z.object({
    AlarmActions: z.array(z.unknown()).max(1).default([]),
    AlarmDescription: z.string(),
    Namespace: z.string().optional(),
    MetricName: z.string().optional(),
    Dimensions: dimensions.default([]),
    ComparisonOperator: z.string(),
    Threshold: z.number(),
    EvaluationPeriods: z.number(),
    DatapointsToAlarm: z.number().optional(),
    TreatMissingData: z.string(),
    Metrics: z
      .array(
        z.object({
          Expression: z.string().optional(),
          MetricStat: z.object({ Metric: metric, Period: z.number() }).optional(),
        }),
      )
      .default([]),
  });
  /** The alarms that tell people by themselves, and not only by a composite alarm. */
  const alarms = (of = resources) =>
    ofType(of, 'AWS::CloudWatch::Alarm', alarmProperties).filter(
      ({ properties }) => properties.AlarmActions.length > 0,
    );
  const alarm = (stack: string, id: RegExp) => {
    const found = alarms().filter((each) => each.stack === stack && id.test(each.logicalId));
    expect(found.map(({ logicalId }) => logicalId)).toHaveLength(1);
    const [first] = found;
    if (first === undefined) throw new Error('There is one alarm');
    return first.properties;
  };
  const severityOf = ({ AlarmActions: [topic] }: { readonly AlarmActions: readonly unknown[] }) =>
    /Alerts(Page|Ticket)/.exec(JSON.stringify(topic))?.[1]?.toLowerCase() ?? 'none';

  describe('an outage at the edge', () => {
    const check = z.object({
      HealthCheckConfig: z.object({
        Type: z.string(),
        FullyQualifiedDomainName: z.string(),
        Port: z.literal(443),
        EnableSNI: z.literal(true),
        ResourcePath: z.string(),
        SearchString: z.string().optional(),
      }),
    });

    test.each([
      ["in CloudFront's region", applicationResources],
      ['in another region', resourcesAwayFromCloudFront],
    ])('pages somebody by two probes from outside, of a stage %s', (_where, resourcesOf) => {
      const all = resourcesOf();
      const probes = ofType(all, 'AWS::Route53::HealthCheck', check);
      expect(probes.map(({ properties: { HealthCheckConfig: config } }) => [config.Type, config.ResourcePath])).toEqual(
        [
          ['HTTPS', '/v1/health'],
          ['HTTPS_STR_MATCH', '/'],
        ],
      );
      for (const { stack, logicalId, properties } of probes) {
        // CloudWatch has the metrics of Route 53 in us-east-1 only, as the log of CloudFront.
        expect(stack).toBe('cas-prod-edge-log');
        expect(properties.HealthCheckConfig.FullyQualifiedDomainName).toBe('api.commissions.example.com');
        const watching = alarms(all).filter(
          (each) =>
            each.properties.MetricName === 'HealthCheckStatus' &&
            each.properties.Dimensions.some(({ Value }) => target(Value) === logicalId),
        );
        expect(watching.map((each) => [severityOf(each.properties), each.properties.TreatMissingData])).toEqual([
          ['page', 'breaching'],
        ]);
      }
    });

    test('is looked for in a part that the page for people really has', () => {
      const [, page] = ofType(resources, 'AWS::Route53::HealthCheck', check);
      const html = readFileSync(new URL('../../console/index.html', import.meta.url), 'utf8');
      expect(html).toContain(page?.properties.HealthCheckConfig.SearchString ?? 'no text');
    });

    test('pages somebody when CloudFront answers a share of 5xx, by the metric of this distribution', () => {
      const found = alarm('cas-prod-edge-log', /ServerErrors/);
      expect(severityOf(found)).toBe('page');
      const metrics = found.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
      expect(metrics.map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`).toSorted()).toEqual([
        'AWS/CloudFront 5xxErrorRate',
        'AWS/CloudFront Requests',
      ]);
      for (const { Dimensions } of metrics) {
        expect(Dimensions.map(({ Name }) => Name)).toEqual(['DistributionId', 'Region']);
        expect(JSON.stringify(Dimensions)).toMatch(/cas-prod-edge:.*Distribution.*"Global"/);
      }
    });

    test('or a firewall that refuses many requests is told, in its own region', () => {
      const found = alarm('cas-prod-firewall', /ManyBlocks/);
      expect(severityOf(found)).toBe('ticket');
      for (const { MetricStat } of found.Metrics.filter((each) => each.MetricStat !== undefined)) {
        expect(MetricStat?.Metric.Dimensions).toEqual([
          { Name: 'Rule', Value: 'ALL' },
          { Name: 'WebACL', Value: 'cas-prod' },
        ]);
      }
    });
  });

  describe('a failing function', () => {
    const mapping = z.object({ FunctionName: z.unknown() });
    /** The alarm on errors of each function of production, by the function's name. */
    const errorAlarms = () =>
      new Map(
        ofType(resources, 'AWS::Lambda::Function', z.object({ FunctionName: z.string().optional() })).flatMap(
          (lambda) => {
            const name = lambda.properties.FunctionName ?? '';
            const own = alarms().filter(
              (each) =>
                each.stack === lambda.stack &&
                each.properties.MetricName === 'Errors' &&
                each.properties.Dimensions.length === 1 &&
                each.properties.Dimensions.some(({ Value }) => target(Value) === lambda.logicalId),
            );
            return name.startsWith('cas-prod-') ? own.map((each) => [name.slice(9), each.properties] as const) : [];
          },
        ),
      );

    test('is told at its first failure in three periods, unless it is called in each of them', () => {
      expect(ofType(resources, 'AWS::Lambda::EventSourceMapping', mapping).length).toBeGreaterThan(0);
      const repeated = [...errorAlarms()].filter(
        ([, found]) => (found.DatapointsToAlarm ?? found.EvaluationPeriods) > 1,
      );
      expect(repeated.map(([name]) => name).toSorted()).toEqual([
        'deliver-webhook',
        'http-api',
        'ingest-statement',
        'sweep-outbox',
        'try-service',
      ]);
      for (const name of ['authorize-sftp-user', 'recover-jobs', 'purge-files', 'run-saved-reports', 'sweep-sftp']) {
        expect(errorAlarms().get(name), name).toMatchObject({
          EvaluationPeriods: 3,
          DatapointsToAlarm: 1,
          Threshold: 1,
        });
      }
    });

    test('pages somebody if nothing else tells that SFTP does not work', () => {
      expect([...errorAlarms()].filter(([, found]) => severityOf(found) === 'page').map(([name]) => name)).toEqual([
        'authorize-sftp-user',
      ]);
    });
  });

  test.each([
    ['service', /WebhooksFailing/, 'FILL(calls, 0)', 100, 20],
    ['service', /ReportsFailed/, 'FILL(failed, 0) + FILL(other0, 0)', 6, 50],
    ['intake', /sweepsftpDropsHeld/, 'FILL(failed, 0) + FILL(other0, 0) + FILL(other1, 0)', 10, 50],
    ['intake', /receivemailDropsHeld/, 'FILL(failed, 0) + FILL(other0, 0) + FILL(other1, 0)', 10, 50],
  ])("alarms on customers' faults by share, and wakes nobody: %s %s", (stack, id, all, among, percent) => {
    const found = alarm(`cas-prod-${stack}`, id);
    expect([severityOf(found), found.Threshold, found.EvaluationPeriods]).toEqual(['ticket', percent, 1]);
    const expression = found.Metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
    expect(expression).toBe(`IF(${all} >= ${among}, 100 * FILL(failed, 0) / (${all}), 0)`);
    expect(new Set(found.Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []))).toEqual(new Set([900]));
  });

  test.each([
    ['data', /DatabaseLittleMemory/, { MetricName: 'FreeableMemory', ComparisonOperator: 'LessThanThreshold' }, 'page'],
    ['data', /DatabaseOldTransactions/, { MetricName: 'MaximumUsedTransactionIDs', Threshold: 500_000_000 }, 'ticket'],
    ['data', /DatabaseReplicaLag/, { MetricName: 'AuroraReplicaLagMaximum', Threshold: 10_000 }, 'ticket'],
    [
      'service',
      /AccountAlarmsConcurrency/,
      { MetricName: 'ConcurrentExecutions', Threshold: 800, Dimensions: [] },
      'page',
    ],
    ['service', /AccountAlarmsBounces/, { MetricName: 'Reputation.BounceRate', Threshold: 0.04 }, 'ticket'],
    ['service', /AccountAlarmsComplaints/, { MetricName: 'Reputation.ComplaintRate', Threshold: 0.0008 }, 'ticket'],
  ])('watches the limits of database and account: %s %s', (stack, id, expected, severity) => {
    const found = alarm(`cas-prod-${stack}`, id);
    expect(found).toMatchObject(expected);
    expect(severityOf(found)).toBe(severity);
  });

  test('reports the cost before it exceeds the budget, and lets Budgets publish to the topic with its key', () => {
    const budget = z.object({
      Budget: z.object({
        BudgetName: z.string(),
        BudgetLimit: z.object({ Amount: z.number(), Unit: z.literal('USD') }),
      }),
      NotificationsWithSubscribers: z.array(
        z.object({
          Notification: z.object({ NotificationType: z.string(), Threshold: z.number() }),
          Subscribers: z.tuple([z.object({ SubscriptionType: z.literal('SNS'), Address: z.unknown() })]),
        }),
      ),
    });
    const budgets = ofType(resources, 'AWS::Budgets::Budget', budget);
    expect(budgets.map(({ properties: { Budget: b } }) => [b.BudgetName, b.BudgetLimit.Amount])).toEqual([
      ['cas-dev-month', 60],
      ['cas-prod-month', 700],
    ]);
    for (const { properties } of budgets) {
      const told = properties.NotificationsWithSubscribers;
      expect(told.map(({ Notification: { NotificationType, Threshold } }) => [NotificationType, Threshold])).toEqual([
        ['ACTUAL', 80],
        ['FORECASTED', 100],
      ]);
      for (const { Subscribers } of told) expect(JSON.stringify(Subscribers)).toContain('AlertsTicket');
    }
    for (const type of ['AWS::SNS::TopicPolicy', 'AWS::KMS::Key']) {
      const policies = ofType(resources, type, z.object({}).loose()).filter(({ stack }) => stack.endsWith('-data'));
      expect(policies.length).toBeGreaterThan(1);
      for (const { properties } of policies) expect(JSON.stringify(properties)).toContain('budgets.amazonaws.com');
    }
  });

  test('sends each alarm to one of the two topics of its region', () => {
    for (const all of [resources, resourcesAwayFromCloudFront()]) {
      const severities = alarms(all).map(({ properties }) => severityOf(properties));
      expect(new Set(severities)).toEqual(new Set(['page', 'ticket']));
    }
    const inEdge = alarms(resourcesAwayFromCloudFront()).filter(({ stack }) => /-(firewall|edge-log)$/.test(stack));
    expect(inEdge.length).toBeGreaterThan(4);
    for (const { properties } of inEdge) expect(JSON.stringify(properties.AlarmActions)).not.toContain('cas-prod-data');
  });
});

/** Guarantee: uploads, which bypass the HTTP API, and every certificate have alarms too. */
describe('edge alarms', () => {
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
      expect(idsIn(found?.Dimensions ?? [])['LoadBalancer']).toContain(
        only('AWS::ElasticLoadBalancingV2::LoadBalancer'),
      );
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
});
