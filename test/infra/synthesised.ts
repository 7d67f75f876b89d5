// Synthesises the templates of both stages from empty bundles, because the content of a function does not change them.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { CloudAssembly, type CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { z } from 'zod';
import { createApplication } from '../../lib/application.ts';
import { FUNCTION_NAMES } from '../../lib/service-function.ts';
import { madeOnce } from '../support/made-once.ts';

const root = new URL('../../', import.meta.url);

/** The repository from which the stages of the tests are deployed. */
export const REPOSITORY = 'agency-tools/commissions';
const CANARY_SECRET = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:cas/canary-a1b2c3';
/** The server that answers the canary's webhooks in the tests. */
const CANARY_WEBHOOK = 'https://hooks.agency-tools.com/canary';

const configuration = z.object({ context: z.record(z.string(), z.unknown()) });
const choices = z.object({ prod: z.record(z.string(), z.unknown()) });

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
    }),
  ),
});

export interface Resource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy: string | undefined;
  readonly updateReplacePolicy: string | undefined;
}

/** The context of `cdk synth` from cdk.json, with placeholder bundles, image and console. */
export function appContext(): Record<string, unknown> {
  const { context } = configuration.parse(JSON.parse(readFileSync(new URL('cdk.json', root), 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  for (const name of FUNCTION_NAMES) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'index.mjs'), 'export const handler = async () => {};\n');
  }
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\n');
  const site = join(folder, 'site');
  mkdirSync(join(site, 'console'), { recursive: true });
  writeFileSync(join(site, 'index.html'), '<!doctype html>\n');
  writeFileSync(join(site, 'console/main-1a2b3c4d.js'), 'export {};\n');
  // cdk.json names no repository and no canary, so they are added here: the sweeps then cover them too.
  const stages = Object.fromEntries(
    Object.entries(z.record(z.string(), z.object({}).loose()).parse(context['stages'])).map(([name, chosen]) => [
      name,
      { ...chosen, deployedFrom: REPOSITORY, canaryTokenSecret: CANARY_SECRET, canaryWebhook: CANARY_WEBHOOK },
    ]),
  );
  return { ...context, stages, bundles: folder, image: folder, console: site };
}

/** The context of production alone, in another region than CloudFront's firewall. */
function awayFromCloudFront(): Record<string, unknown> {
  const context = appContext();
  const { prod } = choices.parse(context['stages']);
  return { ...context, stage: 'prod', stages: { prod: { ...prod, region: 'eu-west-1' } } };
}

/** Synthesises the templates. Throws for an invalid template or a violated rule of the packs. */
export function synthesise(context: Record<string, unknown>): readonly Resource[] {
  return resourcesOf(synthesiseStacks(context));
}

type Stacks = readonly CloudFormationStackArtifact[];

function synthesiseStacks(context: Record<string, unknown>, outdir = mkdtempSync(join(tmpdir(), 'cdk-out-'))): Stacks {
  const app = new App({ context, outdir });
  createApplication(app);
  return app.synth().stacks;
}

function resourcesOf(stacks: Stacks): readonly Resource[] {
  return stacks.flatMap((stack) =>
    Object.entries(template.parse(stack.template).Resources).map(([logicalId, resource]) => ({
      stack: stack.stackName,
      logicalId,
      type: resource.Type,
      properties: resource.Properties,
      dependsOn: resource.DependsOn,
      deletionPolicy: resource.DeletionPolicy,
      updateReplacePolicy: resource.UpdateReplacePolicy,
    })),
  );
}

/** Synthesises once for all workers of a run. The others read the written assembly. */
async function sharedStacks(name: string, contextOf: () => Record<string, unknown>): Promise<Stacks> {
  const folder = await madeOnce(name, async (draft) => {
    synthesiseStacks(contextOf(), draft);
  });
  return new CloudAssembly(folder).stacks;
}

const [ofAllStages, ofProductionAway] = [
  await sharedStacks('all-stages', appContext),
  await sharedStacks('away-from-cloudfront', awayFromCloudFront),
];

/** All stages of cdk.json. */
export const applicationStacks = () => ofAllStages;
export const applicationResources = once(() => resourcesOf(ofAllStages));
/** The production of cdk.json away from CloudFront. */
export const stacksAwayFromCloudFront = () => ofProductionAway;
export const resourcesAwayFromCloudFront = once(() => resourcesOf(ofProductionAway));

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The resources of one type, with their properties parsed as the test needs them. */
export function ofType<Schema extends z.ZodType>(
  resources: readonly Resource[],
  type: string,
  schema: Schema,
): readonly (Omit<Resource, 'properties'> & { readonly properties: z.output<Schema> })[] {
  const found = resources.filter((resource) => resource.type === type);
  // A test over no resource would pass without a check.
  if (found.length === 0) throw new Error(`There is no ${type} in the templates`);
  return found.map((resource) => ({ ...resource, properties: schema.parse(resource.properties) }));
}

/** The function that is finally called: directly, or by its alias, whose name is cut off its ARN. */
export function calledFunction(resources: readonly Resource[], stack: string, reference: unknown): string {
  const text = JSON.stringify(reference);
  const alias = resources.find(
    ({ type, ...each }) =>
      type === 'AWS::Lambda::Alias' && each.stack === stack && text.includes(`{"Ref":"${each.logicalId}"}`),
  );
  return alias === undefined ? target(reference) : target(alias.properties['FunctionName']);
}

/** The logical id that `Fn::GetAtt` or `Ref` points to, or for another stack the name of its export. */
export function target(reference: unknown): string {
  const parsed = z
    .union([
      z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).transform((value) => value['Fn::GetAtt'][0]),
      z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
      z.object({ 'Fn::ImportValue': z.string() }).transform((value) => value['Fn::ImportValue']),
    ])
    .safeParse(reference);
  return parsed.success ? parsed.data : JSON.stringify(reference);
}
