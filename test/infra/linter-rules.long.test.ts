import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { works } from '../support/works.ts';
import { applicationStacks, stacksAwayFromCloudFront, target } from './synthesised.ts';

/**
 * Guarantee: the templates contain nothing redundant that CloudFormation's own linter (cfn-lint) would report. The synthesis checks that
 * every property exists and has an allowed value.
 */

const template = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.unknown()).default({}),
  Rules: z.unknown().optional(),
  Outputs: z.unknown().optional(),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      Condition: z.string().optional(),
      DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
      UpdatePolicy: z.unknown().optional(),
    }),
  ),
});
// Outside CloudFront's region the stacks have more parts, which bring CloudFront's certificate and firewall to the stage.
const templates = [...applicationStacks(), ...stacksAwayFromCloudFront()].map((stack) => ({
  name: stack.stackName,
  path: stack.templateFullPath,
  template: template.parse(stack.template),
}));

/** Every object in a template that has exactly this key. */
function allOf(key: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : allOf(key, inner)));
}

/** The logical ids that a value names. */
function namedIn(value: unknown): ReadonlySet<string> {
  const attributes = allOf('Fn::GetAtt', value).map((attribute) => target({ 'Fn::GetAtt': attribute }));
  const substituted = allOf('Fn::Sub', value).flatMap((text) =>
    [...JSON.stringify(text).matchAll(/\$\{([A-Za-z0-9]+)/g)].map(([, id]) => id ?? ''),
  );
  return new Set([...allOf('Ref', value).map(String), ...attributes, ...substituted]);
}

type Template = z.output<typeof template>;

/** The findings of each linter rule. */
const FINDINGS: Readonly<Record<string, (template: Template) => readonly string[]>> = {
  'no resource names in DependsOn what it refers to anyway (W3005)': ({ Resources }) =>
    Object.entries(Resources).flatMap(([id, { DependsOn, Properties }]) =>
      DependsOn.filter((other) => namedIn(Properties).has(other)).map((other) => `${id} ${other}`),
    ),
  'every parameter is used (W2001)': ({ Parameters, ...rest }) =>
    Object.keys(Parameters).filter((name) => !namedIn(rest).has(name)),
  'every condition is used (W8001)': ({ Conditions, ...rest }) => {
    const used = JSON.stringify([allOf('Fn::If', rest), allOf('Condition', [rest, Conditions])]);
    return Object.keys(Conditions).filter((name) => !used.includes(`"${name}"`));
  },
  'every mapping is used (W7001)': ({ Mappings, ...rest }) => {
    const used = JSON.stringify(allOf('Fn::FindInMap', rest));
    return Object.keys(Mappings).filter((name) => !used.includes(`"${name}"`));
  },
  'every Fn::Sub has a variable (W1020)': (each) =>
    allOf('Fn::Sub', each)
      .map((text) => JSON.stringify(text))
      .filter((text) => !text.includes('${')),
  'a resource has both a deletion policy and a replace policy, or neither (W3011)': ({ Resources }) =>
    Object.entries(Resources)
      .filter(
        ([, { DeletionPolicy, UpdateReplacePolicy }]) =>
          (DeletionPolicy === undefined) !== (UpdateReplacePolicy === undefined),
      )
      .map(([id]) => id),
  'every referenced parameter and resource exists (E3006)': ({ Parameters, Resources, ...rest }) => {
    const known = new Set([...Object.keys(Parameters), ...Object.keys(Resources)]);
    const waited = Object.values(Resources).flatMap(({ DependsOn }) => DependsOn);
    const named = [...namedIn([Resources, rest]), ...waited];
    return named.filter((id) => !known.has(id) && !id.startsWith('AWS'));
  },
};

test.each(Object.entries(FINDINGS))('%s', (_rule, find) => {
  const found = templates.flatMap(({ name, template: each }) => find(each).map((id) => `${name} ${id}`));
  expect(found).toEqual([]);
});

test('counter-case: each rule finds a faulty template', () => {
  const faulty = template.parse({
    Parameters: { Unused: { Type: 'String' } },
    Conditions: { Unused: { 'Fn::Equals': ['a', 'b'] } },
    Mappings: { Unused: { a: { b: 'c' } } },
    Resources: {
      Role: { Type: 'AWS::IAM::Role', DeletionPolicy: 'Retain' },
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] }, Name: { 'Fn::Sub': 'name' }, Layer: { Ref: 'Missing' } },
        DependsOn: ['Role'],
      },
    },
  });
  const found = Object.values(FINDINGS).map((find) => find(faulty).length);
  expect(found).toEqual(found.map(() => 1));
});

const run = promisify(execFile);

test.skipIf(!works('cfn-lint', ['--version']))(
  'has no finding of cfn-lint itself (skipped without cfn-lint, a program in Python)',
  async () => {
    const { stdout } = await run('cfn-lint', ['--', ...templates.map(({ path }) => path)]);
    expect(stdout).toBe('');
  },
  300_000,
);
