import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  askBeforeLink,
  CONSOLE_CACHE_CONTROL,
  CONSOLE_PATHS,
  CONSOLE_SECURITY_POLICY,
  NO_PAGE_SECURITY_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT_SECONDS,
} from '../../core/page-headers.ts';
import { createApplication } from '../../lib/application.ts';
import { appContext, applicationResources, ofType, target } from './synthesised.ts';

/** Guarantee: CloudFront serves the console as one machine does, with the same headers, and leaves every other address to the API. */

const resources = applicationResources().filter(({ stack }) => stack.startsWith('cas-prod-'));

const behavior = z.object({
  PathPattern: z.string().optional(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  ViewerProtocolPolicy: z.string(),
  CachePolicyId: z.string(),
  Compress: z.boolean().default(false),
  ResponseHeadersPolicyId: z.unknown().optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.unknown() }))
    .default([]),
});
const distribution = z.object({
  DistributionConfig: z.object({
    Origins: z.array(z.looseObject({ Id: z.string(), S3OriginConfig: z.unknown().optional() })),
    DefaultCacheBehavior: behavior,
    CacheBehaviors: z.array(behavior),
  }),
});

/** The managed policies of CloudFront, by their published ids. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

function edge() {
  const [found] = ofType(resources, 'AWS::CloudFront::Distribution', distribution);
  if (found === undefined) throw new Error('no distribution');
  const { Origins, CacheBehaviors, DefaultCacheBehavior } = found.properties.DistributionConfig;
  const fileOrigins = Origins.filter(({ S3OriginConfig }) => S3OriginConfig !== undefined).map(({ Id }) => Id);
  const isOfFiles = ({ TargetOriginId }: z.output<typeof behavior>) => fileOrigins.includes(TargetOriginId);
  const ofFiles = CacheBehaviors.filter(isOfFiles);
  return {
    origins: Origins.filter(({ Id }) => fileOrigins.includes(Id)),
    byDefault: DefaultCacheBehavior,
    all: CacheBehaviors,
    isOfFiles,
    pages: ofFiles.filter(({ PathPattern }) => PathPattern !== '/console/*'),
    assets: ofFiles.filter(({ PathPattern }) => PathPattern === '/console/*'),
  };
}

/** Matches as CloudFront does: the first pattern decides, `*` is any text, and the default takes the rest. */
function behaviorOf(path: string) {
  const { all, byDefault } = edge();
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/[.]/g, '\\.').replaceAll('*', '.*')}$`).test(path);
  return all.find(({ PathPattern }) => PathPattern !== undefined && matches(PathPattern)) ?? byDefault;
}

function pageFunction() {
  const code = z.object({ FunctionCode: z.string(), AutoPublish: z.literal(true) });
  return ofType(resources, 'AWS::CloudFront::Function', code)[0];
}

const answerAtEdge = (request: object): unknown =>
  runInNewContext(`${pageFunction()?.properties.FunctionCode}; handler(event)`, { event: { request } });

describe('an address', () => {
  test('of every screen leads to the page, which browsers and CloudFront ask for each time', () => {
    for (const path of CONSOLE_PATHS) {
      const found = behaviorOf(path.replaceAll(/:\w+/g, '2026-04'));
      expect(found).toMatchObject({ CachePolicyId: CACHING_DISABLED, ViewerProtocolPolicy: 'redirect-to-https' });
      expect(found.FunctionAssociations).toHaveLength(1);
      expect(edge().isOfFiles(found), path).toBe(true);
    }
    expect(edge().pages).toHaveLength(CONSOLE_PATHS.length);
  });

  test.each([
    '/v1',
    '/v1/health',
    '/v1/members/7',
    '/v1/auth/get-session',
    '/docs',
    '/nowhere',
    '/index.html',
    '/changes/x',
  ])('such as %s is left to the API, with its own answers to unknown paths', (path) => {
    const found = behaviorOf(path);
    expect(edge().isOfFiles(found)).toBe(false);
    expect(found.FunctionAssociations).toEqual([]);
    expect(found.AllowedMethods).toContain('DELETE');
  });

  test('of a script or stylesheet is answered from the cache, compressed', () => {
    expect(edge().assets).toMatchObject([{ CachePolicyId: CACHING_OPTIMIZED, Compress: true }]);
    for (const { AllowedMethods } of [...edge().pages, ...edge().assets])
      expect(AllowedMethods).toEqual(['GET', 'HEAD']);
  });

  test.each([
    ['cross-site', '?to=%2Fask&token=x'],
    [null, '?token=x'],
    ['none', '?token=x'],
    ['same-origin', '?token=x'],
    ['cross-site', '?token=x&ask=yes'],
    ['cross-site', ''],
  ])('of the sign-in that %s opens with %j asks as on one machine', (fetchSite, search) => {
    const querystring = Object.fromEntries(
      search
        .slice(1)
        .split('&')
        .filter((part) => part !== '')
        .map((part) => [part.split('=')[0] ?? '', { value: part.split('=')[1] ?? '' }]),
    );
    const headers = fetchSite === null ? {} : { 'sec-fetch-site': { value: fetchSite } };
    const asking = askBeforeLink({ search, fetchSite });
    const answer = answerAtEdge({ method: 'GET', uri: '/sign-in', headers, querystring });
    expect(answer).toMatchObject(
      asking === null
        ? { uri: '/index.html' }
        : { statusCode: 302, headers: { location: { value: `/${asking}` }, 'cache-control': { value: 'no-store' } } },
    );
  });

  test('of a screen becomes that of the page before the bucket sees it, and keeps the rest of the request', () => {
    const request = { method: 'GET', uri: '/months/2026-04', headers: {}, querystring: { token: { value: 'a' } } };
    expect(answerAtEdge(request)).toEqual({ ...request, uri: '/index.html' });
    const found = pageFunction();
    const [page] = edge().pages;
    expect(target(page?.FunctionAssociations[0]?.FunctionARN)).toBe(found?.logicalId);
  });
});

describe('the headers of CloudFront', () => {
  const headers = z.object({
    ResponseHeadersPolicyConfig: z.object({
      SecurityHeadersConfig: z.object({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
        ContentTypeOptions: z.object({}),
        FrameOptions: z.object({ FrameOption: z.string() }),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
        StrictTransportSecurity: z.object({ AccessControlMaxAgeSec: z.number(), IncludeSubdomains: z.literal(true) }),
      }),
      CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
    }),
  });

  function headersOf(behaviors: readonly z.output<typeof behavior>[]) {
    const ids = new Set(behaviors.map(({ ResponseHeadersPolicyId }) => target(ResponseHeadersPolicyId)));
    const [found, ...others] = ofType(resources, 'AWS::CloudFront::ResponseHeadersPolicy', headers).filter(
      ({ logicalId }) => ids.has(logicalId),
    );
    if (found === undefined || others.length > 0 || ids.size !== 1) throw new Error('not one policy');
    const { SecurityHeadersConfig: own, CustomHeadersConfig } = found.properties.ResponseHeadersPolicyConfig;
    return {
      ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
      // The only value that the header has.
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': own.FrameOptions.FrameOption,
      'Referrer-Policy': own.ReferrerPolicy.ReferrerPolicy,
      'Content-Security-Policy': own.ContentSecurityPolicy.ContentSecurityPolicy,
      'Strict-Transport-Security': own.StrictTransportSecurity.AccessControlMaxAgeSec,
    };
  }

  test.each([
    ['the page', () => edge().pages, CONSOLE_SECURITY_POLICY],
    ['its files', () => edge().assets, NO_PAGE_SECURITY_POLICY],
  ])('are for %s those of one machine', (_what, behaviors, policy) => {
    expect(headersOf(behaviors())).toEqual({
      ...SECURITY_HEADERS,
      'Content-Security-Policy': policy,
      'Strict-Transport-Security': STRICT_TRANSPORT_SECONDS,
    });
  });
});

describe('the files', () => {
  const deployment = z.object({
    Exclude: z.array(z.string()),
    Include: z.array(z.string()).optional(),
    Prune: z.literal(false),
    SystemMetadata: z.object({ 'cache-control': z.string() }),
  });

  test('are kept for a year, and the page is replaced after them', () => {
    const found = ofType(resources, 'Custom::CDKBucketDeployment', deployment);
    expect(
      found.map(({ properties: { Exclude, Include, SystemMetadata } }) => [Exclude, Include, SystemMetadata]),
    ).toEqual([
      [['index.html'], undefined, { 'cache-control': CONSOLE_CACHE_CONTROL.asset }],
      [['*'], ['index.html'], { 'cache-control': CONSOLE_CACHE_CONTROL.page }],
    ]);
    expect(found[1]?.dependsOn).toContain(found[0]?.logicalId);
  });

  test('are read by this distribution only', () => {
    const [origin] = edge().origins;
    expect(origin).toMatchObject({ OriginAccessControlId: { 'Fn::GetAtt': [expect.any(String), 'Id'] } });
    const policy = z.object({
      Bucket: z.unknown(),
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({
            Effect: z.string(),
            Action: z.unknown(),
            Principal: z.unknown(),
            Condition: z.unknown().optional(),
          }),
        ),
      }),
    });
    const [own] = ofType(resources, 'AWS::S3::BucketPolicy', policy).filter(({ properties }) =>
      target(properties.Bucket).startsWith('ConsoleBucket'),
    );
    const allowed = own?.properties.PolicyDocument.Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toMatchObject([{ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } }]);
    expect(JSON.stringify(allowed?.[0]?.Condition)).toMatch(/AWS:SourceArn.*:distribution\//);
  });

  test('that were not built are named before anything is deployed', () => {
    const context: Record<string, unknown> = { ...appContext(), stage: 'prod' };
    rmSync(join(String(context['console']), 'index.html'));
    expect(() => createApplication(new App({ context }))).toThrow('index.html: run "npm run bundle" first');
  });
});
