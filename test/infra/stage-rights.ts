import { z } from 'zod';
import { applicationStacks } from './synthesised.ts';

/**
 * Reads the rights of production's functions from its templates, and answers as IAM would. A part of a template or of a policy that is not
 * understood throws, so that no answer is too lenient. Resources are named `stack/logicalId`, and their attributes `stack/logicalId.Arn`,
 * in the same way in every stack.
 */

const PREFIX = 'cas-prod-';

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

interface Found {
  readonly name: string;
  readonly stack: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const resources = new Map<string, Found>();
const exports = new Map<string, { readonly stack: string; readonly value: unknown }>();

for (const { stackName: stack, template } of applicationStacks()) {
  if (!stack.startsWith(PREFIX)) continue;
  const { Resources, Outputs } = templateSchema.parse(template);
  for (const [logicalId, { Type: type, Properties: properties }] of Object.entries(Resources)) {
    const name = `${stack}/${logicalId}`;
    resources.set(name, { name, stack, type, properties });
  }
  for (const { Value: value, Export } of Object.values(Outputs)) {
    if (Export !== undefined) exports.set(Export.Name, { stack, value });
  }
}

const ofType = (type: string) => [...resources.values()].filter((each) => each.type === type);

const reference = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  z.strictObject({ 'Fn::ImportValue': z.string() }),
  z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
]);

/** Replaces the references in a value of a template by the names of what they refer to. One of another kind stays, and is no text. */
function resolve(stack: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => resolve(stack, each));
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys.some((key) => key === 'Ref' || key.startsWith('Fn::'))) return refer(stack, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(stack, each)]));
}

function refer(stack: string, value: object): unknown {
  const { success, data: parsed } = reference.safeParse(value);
  if (!success) return value;
  if ('Ref' in parsed) return parsed.Ref.startsWith('AWS::') ? parsed.Ref : `${stack}/${parsed.Ref}`;
  if ('Fn::GetAtt' in parsed) return `${stack}/${parsed['Fn::GetAtt'].join('.')}`;
  if ('Fn::Join' in parsed) {
    const [separator, parts] = parsed['Fn::Join'];
    const texts = z.array(z.string()).safeParse(resolve(stack, parts));
    return texts.success ? texts.data.join(separator) : value;
  }
  const found = exports.get(parsed['Fn::ImportValue']);
  if (found === undefined) throw new Error(`No stack exports ${parsed['Fn::ImportValue']}`);
  return z.string().parse(resolve(found.stack, found.value));
}

/** Returns the properties of a resource; undefined for the name of something outside of the templates. */
export function propertiesOf(name: string): Readonly<Record<string, unknown>> | undefined {
  const found = resources.get(name);
  return found && z.record(z.string(), z.unknown()).parse(resolve(found.stack, found.properties));
}

/** An action, and a resource or a pattern of resources. */
export interface Right {
  readonly action: string;
  readonly resource: string;
}

export interface RoleRights {
  allows(right: Right): boolean;
  /** Everything that some policy allows. */
  readonly allowed: readonly Right[];
}

const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const statementSchema = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.unknown().optional(),
});
const policySchema = z.object({
  Roles: z.array(z.string()),
  PolicyDocument: z.object({ Statement: z.array(z.unknown()) }),
});
/** A role with a policy of AWS, a policy inside or a boundary has other rights than those that are read here. */
const roleSchema = z.strictObject({ AssumeRolePolicyDocument: z.unknown(), Tags: z.unknown() });

function rightsOfRole(role: string): RoleRights {
  roleSchema.parse(propertiesOf(role));
  const policies = ofType('AWS::IAM::Policy').filter(({ stack }) => role.startsWith(`${stack}/`));
  return evaluate(
    policies
      .map(({ name }) => policySchema.parse(propertiesOf(name)))
      .filter(({ Roles }) => Roles.includes(role))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  );
}

/** Answers for the statements of a policy. A denial wins. Throws for a statement of unknown form, or whose condition would decide. */
export function evaluate(written: readonly unknown[]): RoleRights {
  const statements = z.array(statementSchema).parse(written);
  return {
    allows({ action, resource }) {
      const matching = statements.filter(
        ({ Action, Resource }) =>
          Action.some((pattern) => matches(pattern, action)) && Resource.some((pattern) => matches(pattern, resource)),
      );
      if (matching.some(({ Condition }) => Condition !== undefined))
        throw new Error(`A condition decides on ${action} ${resource}`);
      return matching.length > 0 && matching.every(({ Effect }) => Effect === 'Allow');
    },
    allowed: statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action, Resource }) =>
        Action.flatMap((action) => Resource.map((resource) => ({ action, resource }))),
      ),
  };
}

/** Returns whether a text matches a pattern with `*` and `?`. */
export function matches(pattern: string, text: string): boolean {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 's').test(text);
}

/** A function, or the container of uploads. */
export interface StageFunction {
  readonly rights: RoleRights;
  readonly environment: Readonly<Record<string, string>>;
}

const roleOf = (arn: string) => arn.replace(/\.Arn$/, '');
const variables = z.record(z.string(), z.string());
const lambdaSchema = z.object({
  FunctionName: z.string(),
  Role: z.string().transform(roleOf),
  Environment: z.object({ Variables: variables }).transform(({ Variables }) => Variables),
});
const taskSchema = z.object({
  TaskRoleArn: z.string().transform(roleOf),
  ContainerDefinitions: z.tuple([
    z.object({ Environment: z.array(z.object({ Name: z.string(), Value: z.string() })) }),
  ]),
});

/** The functions of production by name. */
export const stageFunctions: ReadonlyMap<string, StageFunction> = new Map([
  ...ofType('AWS::Lambda::Function').flatMap(({ name, properties }): [string, StageFunction][] => {
    if (typeof properties['FunctionName'] !== 'string') return [];
    const { FunctionName, Role, Environment } = lambdaSchema.parse(propertiesOf(name));
    return [[FunctionName.slice(PREFIX.length), { rights: rightsOfRole(Role), environment: Environment }]];
  }),
  ...ofType('AWS::ECS::TaskDefinition').map(({ name }): [string, StageFunction] => {
    const { TaskRoleArn, ContainerDefinitions } = taskSchema.parse(propertiesOf(name));
    const entries = ContainerDefinitions[0].Environment.map(({ Name, Value }) => [Name, Value] as const);
    return ['upload-service', { rights: rightsOfRole(TaskRoleArn), environment: Object.fromEntries(entries) }];
  }),
]);

const identitySchema = z.object({
  EmailIdentity: z.string(),
  ConfigurationSetAttributes: z.object({ ConfigurationSetName: z.string() }),
});

/** The resources that a mail from the address uses: the identity of its domain, and the settings of that identity. */
export function senderOf(address: string): readonly string[] {
  return ofType('AWS::SES::EmailIdentity').flatMap(({ name }) => {
    const { EmailIdentity, ConfigurationSetAttributes } = identitySchema.parse(propertiesOf(name));
    if (!address.endsWith(`@${EmailIdentity}`)) return [];
    const arn = (kind: string, of: string) => `arn:aws:ses:us-east-1:AWS::AccountId:${kind}/${of}`;
    return [arn('identity', name), arn('configuration-set', ConfigurationSetAttributes.ConfigurationSetName)];
  });
}

/** Returns the name of the function that an ARN names, of itself or of its alias. */
function functionNameOf(arn: string): string {
  const name = roleOf(arn);
  const called = z.object({ FunctionName: z.string() }).parse(propertiesOf(name)).FunctionName;
  return resources.get(name)?.type === 'AWS::Lambda::Alias' ? functionNameOf(called) : called.slice(PREFIX.length);
}

const mappingSchema = z.object({ EventSourceArn: z.string().transform(roleOf), FunctionName: z.string() });

/** The queue of each function that a queue calls. */
export const sources: ReadonlyMap<string, string> = new Map(
  ofType('AWS::Lambda::EventSourceMapping').map(({ name }) => {
    const { EventSourceArn, FunctionName } = mappingSchema.parse(propertiesOf(name));
    return [functionNameOf(FunctionName), EventSourceArn];
  }),
);

const routeSchema = z.object({
  RouteKey: z.string().startsWith('ANY /'),
  Target: z.string().startsWith('integrations/'),
});
const integrationSchema = z.object({ IntegrationUri: z.string() });
const distributionSchema = z.object({
  DistributionConfig: z.object({ CacheBehaviors: z.array(z.object({ PathPattern: z.string() })) }),
});

const routes = ofType('AWS::ApiGatewayV2::Route').map(({ name }) => {
  const { RouteKey, Target } = routeSchema.parse(propertiesOf(name));
  const { IntegrationUri } = integrationSchema.parse(propertiesOf(Target.slice('integrations/'.length)));
  const pattern = RouteKey.slice('ANY '.length).replace(/\{\w+\+\}/g, '*');
  return { pattern, name: functionNameOf(IntegrationUri) };
});
/** CloudFront sends these paths of the API to the container. */
const byContainer = ofType('AWS::CloudFront::Distribution').flatMap(({ name }) =>
  distributionSchema
    .parse(propertiesOf(name))
    .DistributionConfig.CacheBehaviors.map(({ PathPattern }) => PathPattern)
    .filter((pattern) => pattern.startsWith('/v1/')),
);

/** Returns the name of the function that answers requests for a path. */
export function functionOfPath(path: string): string {
  if (byContainer.some((pattern) => matches(pattern, path))) return 'upload-service';
  const own = routes.filter(({ pattern }) => !pattern.endsWith('*') && matches(pattern.replace(/\{\w+\}/g, '*'), path));
  const [found] = [...own, ...routes.filter(({ pattern }) => pattern.endsWith('*') && matches(pattern, path))];
  if (found === undefined) throw new Error(`No route leads to ${path}`);
  return found.name;
}
