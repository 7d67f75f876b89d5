import { App, Stack } from 'aws-cdk-lib';
import { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CONSOLE_PATHS } from '../../core/page-headers.ts';
import { createApplication } from '../../lib/application.ts';
import { readStage } from '../../lib/stage.ts';
import { describedOperations } from './described-operations.ts';
import {
  appContext,
  applicationResources,
  ofType,
  type Resource,
  resourcesAwayFromCloudFront,
  synthesise,
} from './synthesised.ts';

/** Guarantee: CloudFront answers operators' endpoints to operators only, blocks by default, and logs no search term. */
describe('edge', () => {
  const choices = z.object({ prod: z.record(z.string(), z.unknown()) });
  function production(own: Readonly<Record<string, unknown>>): readonly Resource[] {
    const context = appContext();
    const { prod } = choices.parse(context['stages']);
    return synthesise({ ...context, stage: 'prod', stages: { prod: { ...prod, ...own } } });
  }

  const transformation = z.object({ Type: z.string() });
  const path = z.object({
    ByteMatchStatement: z.object({
      SearchString: z.literal('/v1/admin'),
      FieldToMatch: z.object({ UriPath: z.object({}) }),
      PositionalConstraint: z.literal('STARTS_WITH'),
      TextTransformations: z.array(transformation),
    }),
  });
  const acl = z.object({
    Rules: z.array(
      z.looseObject({
        Name: z.string(),
        Priority: z.number(),
        Action: z.unknown().optional(),
        OverrideAction: z.unknown().optional(),
        Statement: z.unknown(),
      }),
    ),
  });

  function rulesOf(resources: readonly Resource[]) {
    const [found] = ofType(resources, 'AWS::WAFv2::WebACL', acl);
    return found?.properties.Rules ?? [];
  }
  const blocked = z.object({ Block: z.object({ CustomResponse: z.object({ ResponseCode: z.literal(403) }) }) });

  /** The statements of a rule that holds for the path and leaves out one set of addresses. */
  const operatorStatement = z.object({ AndStatement: z.object({ Statements: z.tuple([path]).rest(z.unknown()) }) });

  test('refuses everybody else the endpoints of the operator', () => {
    const rule = rulesOf(applicationResources()).find(({ Name }) => Name === 'operator');
    blocked.parse(rule?.Action);
    const [{ ByteMatchStatement }] = operatorStatement.parse(rule?.Statement).AndStatement.Statements;
    // The path is compared decoded and without dot segments, so that /v1/%61dmin and /v1/x/../admin are refused too.
    expect(ByteMatchStatement.TextTransformations.map(({ Type }) => Type)).toEqual([
      'URL_DECODE',
      'NORMALIZE_PATH',
      'LOWERCASE',
    ]);
  });

  test('lets the named addresses of both versions pass', () => {
    const resources = production({ operatorAddresses: ['203.0.113.7/32', '2001:db8::/64', '198.51.100.0/24'] });
    const set = z.object({
      IPAddressVersion: z.string(),
      Addresses: z.array(z.string()),
      Scope: z.literal('CLOUDFRONT'),
    });
    const sets = ofType(resources, 'AWS::WAFv2::IPSet', set);
    expect(sets.map(({ properties: { IPAddressVersion, Addresses } }) => [IPAddressVersion, Addresses])).toEqual([
      ['IPV4', ['203.0.113.7/32', '198.51.100.0/24']],
      ['IPV6', ['2001:db8::/64']],
    ]);
    const other = z.object({
      NotStatement: z.object({ Statement: z.object({ IPSetReferenceStatement: z.object({ Arn: z.unknown() }) }) }),
    });
    const statement = z.object({ AndStatement: z.object({ Statements: z.tuple([path, other, other]) }) });
    const rules = rulesOf(resources);
    const rule = rules.find(({ Name }) => Name === 'operator');
    const { Statements } = statement.parse(rule?.Statement).AndStatement;
    expect(JSON.stringify(Statements)).toContain(sets[0]?.logicalId);
    expect(JSON.stringify(Statements)).toContain(sets[1]?.logicalId);
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
  });

  test('refuses a stage whose firewall would refuse its own operator, and says what to do', () => {
    const { prod } = choices.parse(appContext()['stages']);
    for (const operatorAddresses of [undefined, []]) {
      expect(() => readStage('prod', { ...prod, operatorAddresses })).toThrow(
        /stages\.prod\.operatorAddresses is empty.*first owner.*checkip/,
      );
    }
    // Without a domain there is no firewall.
    const own = { ...prod, domainName: undefined, uploads: 'lambda', operatorAddresses: [] };
    expect(readStage('prod', own).operatorAddresses).toEqual([]);
  });

  test('refuses an invalid range of addresses', () => {
    const stage = { region: 'us-east-1', uploads: 'lambda', mailDomain: 'agency.test', schedules: true, intake: false };
    expect(() => readStage('dev', { ...stage, operatorAddresses: ['203.0.113.7'] })).toThrow(/operatorAddresses/);
  });

  test('blocks requests by the managed rules unless the stage only counts them', () => {
    const managed = (resources: readonly Resource[]) =>
      rulesOf(resources)
        .filter(({ Name }) => Name.startsWith('AWSManaged'))
        .map(({ OverrideAction }) => JSON.stringify(OverrideAction));
    expect(managed(production({ firewall: undefined }))).toEqual(Array(3).fill('{"None":{}}'));
    expect(managed(production({ firewall: 'count' }))).toEqual(Array(3).fill('{"Count":{}}'));
  });

  test('lets large bodies pass to every path that takes a file or a list as CSV', async () => {
    const starts = z.object({ ByteMatchStatement: z.object({ SearchString: z.string() }) });
    const statement = z.object({
      AndStatement: z.object({
        Statements: z.tuple([
          z.object({ LabelMatchStatement: z.object({ Key: z.string() }) }),
          z.object({
            NotStatement: z.object({
              Statement: z.object({ OrStatement: z.object({ Statements: z.array(starts) }) }),
            }),
          }),
        ]),
      }),
    });
    const rule = rulesOf(applicationResources()).find(({ Name }) => Name === 'large-bodies');
    const [, { NotStatement }] = statement.parse(rule?.Statement).AndStatement.Statements;
    const passed = NotStatement.Statement.OrStatement.Statements.map((each) => each.ByteMatchStatement.SearchString);
    const large = (await describedOperations()).filter(({ mediaTypes }) =>
      mediaTypes.some((type) => type === 'multipart/form-data' || type === 'text/csv'),
    );
    expect(large.length).toBeGreaterThan(7);
    const refused = large.filter(({ path }) => !passed.some((start) => path.startsWith(start)));
    expect(refused.map(({ path }) => path)).toEqual([]);
    expect(passed.filter((start) => '/v1/auth/sign-in/magic-link'.startsWith(start))).toEqual([]);
  });

  test.each([
    ["in CloudFront's region", applicationResources],
    ['in another region', resourcesAwayFromCloudFront],
  ])(
    'logs requests at the edge without query strings, cookies and referrers, for a stage %s',
    (_where, resourcesOf) => {
      const delivery = z.object({ RecordFields: z.array(z.string()) });
      const deliveries = ofType(resourcesOf(), 'AWS::Logs::Delivery', delivery);
      expect(deliveries.map(({ stack }) => stack)).toEqual(['cas-prod-edge-log']);
      const fields = deliveries.flatMap(({ properties }) => properties.RecordFields);
      expect(fields).toEqual(expect.arrayContaining(['c-ip', 'cs-uri-stem', 'sc-status']));
      expect(fields.filter((field) => /query|cookie|referer/i.test(field))).toEqual([]);
    },
  );
});

/** Guarantee: with a hosted zone and an address for alarms, a deployment needs no DNS record and no activation by hand. */
describe('domain', () => {
  const ZONE = 'Z0123456789ABCDEFGHIJ';
  const choices = z.object({ prod: z.record(z.string(), z.unknown()) });
  const context = appContext();
  const { prod } = choices.parse(context['stages']);
  const own = {
    domainName: 'api.agency.test',
    mailDomain: 'agency.test',
    hostedZoneId: ZONE,
    alertsEmail: 'ops@agency.test',
  };
  const resources = synthesise({ ...context, stage: 'prod', stages: { prod: { ...prod, ...own } } });

  const record = z.object({
    HostedZoneId: z.literal(ZONE),
    Name: z.unknown(),
    Type: z.string(),
    AliasTarget: z.object({ HostedZoneId: z.literal('Z2FDTNDATAQYW2') }).optional(),
    ResourceRecords: z.array(z.unknown()).optional(),
  });

  test('creates the alias, DKIM, SPF, DMARC and MX records', () => {
    const records = ofType(resources, 'AWS::Route53::RecordSet', record).map(({ stack, properties }) => ({
      stack: stack.replace('cas-prod-', ''),
      type: properties.Type,
      name: typeof properties.Name === 'string' ? properties.Name : 'from SES',
      value: properties.AliasTarget === undefined ? properties.ResourceRecords?.[0] : 'alias',
    }));
    expect(records.filter(({ name }) => name !== 'from SES')).toEqual(
      expect.arrayContaining([
        { stack: 'edge', type: 'A', name: 'api.agency.test', value: 'alias' },
        { stack: 'edge', type: 'AAAA', name: 'api.agency.test', value: 'alias' },
        { stack: 'service', type: 'TXT', name: 'agency.test', value: '"v=spf1 include:amazonses.com -all"' },
        { stack: 'service', type: 'TXT', name: '_dmarc.agency.test', value: '"v=DMARC1; p=quarantine"' },
        { stack: 'intake', type: 'MX', name: 'agency.test', value: '10 inbound-smtp.us-east-1.amazonaws.com' },
      ]),
    );
    expect(records.filter(({ name, type }) => name === 'from SES' && type === 'CNAME')).toHaveLength(3);
    expect(records).toHaveLength(8);
  });

  test('proves every certificate in the zone', () => {
    const certificate = z.object({
      DomainValidationOptions: z.tuple([z.object({ DomainName: z.string(), HostedZoneId: z.literal(ZONE) })]),
    });
    expect(ofType(resources, 'AWS::CertificateManager::Certificate', certificate)).toHaveLength(2);
  });

  test('sends the alarms to the address', () => {
    const subscription = z.object({ Protocol: z.literal('email'), Endpoint: z.literal('ops@agency.test') });
    // Alarms that wake people have one topic and tickets another, which go to the same person by default.
    expect(ofType(resources, 'AWS::SNS::Subscription', subscription)).toHaveLength(2);
  });

  test('activates the rules for inbound mail, and deactivates them before they are deleted', () => {
    const [call] = ofType(
      resources,
      'Custom::AWS',
      z.object({ Create: z.unknown().optional(), Update: z.unknown(), Delete: z.unknown() }),
    );
    expect(JSON.stringify(call?.properties.Update)).toMatch(/SetActiveReceiptRuleSet.*RuleSetName/);
    expect(JSON.stringify(call?.properties.Delete)).toContain('SetActiveReceiptRuleSet');
    expect(JSON.stringify(call?.properties.Delete)).not.toContain('RuleSetName');
  });

  test('creates no record without a zone', () => {
    expect(applicationResources().filter(({ type }) => type === 'AWS::Route53::RecordSet')).toEqual([]);
  });
});

/** Guarantee: a stage without a domain has the console and the sign-in at the address that CloudFront makes. */
describe('own edge', () => {
  const resources = applicationResources().filter(({ stack }) => stack.startsWith('cas-dev-'));

  const distribution = z.object({
    DistributionConfig: z.looseObject({
      Aliases: z.unknown().optional(),
      CacheBehaviors: z.array(z.object({ PathPattern: z.string() })),
      DefaultCacheBehavior: z.object({ ViewerProtocolPolicy: z.literal('https-only') }),
      Origins: z.array(
        z.looseObject({ OriginCustomHeaders: z.array(z.looseObject({ HeaderName: z.string() })).default([]) }),
      ),
    }),
  });

  /** The only distribution of the stage. */
  function edge() {
    const [found, ...others] = ofType(resources, 'AWS::CloudFront::Distribution', distribution);
    if (found === undefined || others.length > 0) throw new Error('Not one distribution');
    return { logicalId: found.logicalId, ...found.properties.DistributionConfig };
  }

  test('leads every screen to the page, and sends the secret of the origin to the API', () => {
    const { Aliases, CacheBehaviors, Origins } = edge();
    expect(Aliases).toBeUndefined();
    const patterns = CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns).toEqual([...CONSOLE_PATHS.map((path) => path.replaceAll(/:\w+/g, '*')), '/console/*']);
    const headers = Origins.flatMap(({ OriginCustomHeaders }) =>
      OriginCustomHeaders.map(({ HeaderName }) => HeaderName),
    );
    expect(headers).toEqual(['x-origin-secret']);
  });

  test('tells every function this address, so that links, cookies and the origin check fit it', () => {
    const variables = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });
    const own = resources.filter(({ properties }) => properties['FunctionName'] !== undefined);
    const addresses = ofType(own, 'AWS::Lambda::Function', variables).flatMap(({ properties }) => {
      const { PUBLIC_URL } = properties.Environment.Variables;
      return PUBLIC_URL === undefined ? [] : [PUBLIC_URL];
    });
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) {
      expect(address).toEqual({ 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [edge().logicalId, 'DomainName'] }]] });
    }
  });

  test('lets no request bypass CloudFront: the functions behind the API check the secret', () => {
    const text = JSON.stringify(
      resources.filter(({ properties }) => properties['FunctionName'] === 'cas-dev-http-api'),
    );
    expect(text).toContain('ORIGIN_SECRET_ARN');
  });

  describe('a stage whose account has to wait for CloudFront', () => {
    const choices = z.object({ dev: z.record(z.string(), z.unknown()) });
    const withoutCloudFront = () => ({ ...choices.parse(appContext()['stages']).dev, cloudFront: false });

    test('has none, and its functions check no secret and give the address of API Gateway', () => {
      const app = new App({ context: { ...appContext(), stage: 'dev', stages: { dev: withoutCloudFront() } } });
      createApplication(app);
      const parts = app.node.findAll();
      expect(parts.filter((part) => part instanceof CfnDistribution)).toEqual([]);
      const variables = parts.flatMap((part) =>
        part instanceof CfnFunction ? [JSON.stringify(Stack.of(part).resolve(part.environment))] : [],
      );
      expect(variables.filter((each) => each.includes('ORIGIN_SECRET_ARN'))).toEqual([]);
      const addressed = variables.filter((each) => each.includes('"PUBLIC_URL"'));
      expect(addressed.length).toBeGreaterThan(5);
      for (const each of addressed)
        expect(each).toMatch(/"PUBLIC_URL":\{"Fn::GetAtt":\["FrontApi\w+","ApiEndpoint"\]\}/);
    });

    test('cannot have a domain, which CloudFront serves', () => {
      const own = { ...withoutCloudFront(), domainName: 'api.agency.test', operatorAddresses: ['18.194.7.3/32'] };
      expect(() => readStage('dev', own)).toThrow(/stages\.dev\.cloudFront false goes only without domainName/);
    });
  });
});
