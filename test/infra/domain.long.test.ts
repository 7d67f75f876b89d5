import { expect, test } from 'vitest';
import { z } from 'zod';
import { appContext, applicationResources, ofType, synthesise } from './synthesised.ts';

/** Guarantee: with a hosted zone and an address for alarms, a deployment needs no DNS record and no activation by hand. */

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
  // One is for pages, the other for tickets, which go to the same person by default.
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
