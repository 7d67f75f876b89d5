import { App, Stack } from 'aws-cdk-lib';
import { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CONSOLE_PATHS } from '../../core/console-site.ts';
import { createApplication } from '../../lib/application.ts';
import { readStage } from '../../lib/stage.ts';
import { appContext, applicationResources, ofType } from './synthesised.ts';

/** Guarantee: a stage without a domain has the console and the sign-in at the address that CloudFront makes. */

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
  const headers = Origins.flatMap(({ OriginCustomHeaders }) => OriginCustomHeaders.map(({ HeaderName }) => HeaderName));
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
  const text = JSON.stringify(resources.filter(({ properties }) => properties['FunctionName'] === 'cas-dev-http-api'));
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
    for (const each of addressed) expect(each).toMatch(/"PUBLIC_URL":\{"Fn::GetAtt":\["FrontApi\w+","ApiEndpoint"\]\}/);
  });

  test('cannot have a domain, which CloudFront serves', () => {
    const own = { ...withoutCloudFront(), domainName: 'api.agency.test', operatorAddresses: ['18.194.7.3/32'] };
    expect(() => readStage('dev', own)).toThrow(/stages\.dev\.cloudFront false goes only without domainName/);
  });
});
