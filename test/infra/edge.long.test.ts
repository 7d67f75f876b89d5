import { expect, test } from 'vitest';
import { z } from 'zod';
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
])('logs requests at the edge without query strings, cookies and referrers, for a stage %s', (_where, resourcesOf) => {
  const delivery = z.object({ RecordFields: z.array(z.string()) });
  const deliveries = ofType(resourcesOf(), 'AWS::Logs::Delivery', delivery);
  expect(deliveries.map(({ stack }) => stack)).toEqual(['cas-prod-edge-log']);
  const fields = deliveries.flatMap(({ properties }) => properties.RecordFields);
  expect(fields).toEqual(expect.arrayContaining(['c-ip', 'cs-uri-stem', 'sc-status']));
  expect(fields.filter((field) => /query|cookie|referer/i.test(field))).toEqual([]);
});
