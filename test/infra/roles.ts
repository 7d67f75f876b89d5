import { z } from 'zod';
import { ofType, type Resource, target } from './synthesised.ts';

const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  Condition: z.unknown().optional(),
});

const policy = z.object({
  PolicyDocument: z.object({ Statement: z.array(statement) }),
  Roles: z.array(z.unknown()),
});

/** A right of a role: `action` on `resource`. */
export interface Right {
  readonly stack: string;
  readonly role: string;
  readonly action: string;
  readonly resource: unknown;
  readonly condition: unknown;
}

/** Every right of every role, except those of AWS's policies. */
export const rightsOf = (resources: readonly Resource[]) => withEffect(resources, 'Allow');

/** Every action that a role is denied, whatever else allows it. */
export const denialsOf = (resources: readonly Resource[]) => withEffect(resources, 'Deny');

function withEffect(resources: readonly Resource[], effect: 'Allow' | 'Deny'): readonly Right[] {
  return ofType(resources, 'AWS::IAM::Policy', policy).flatMap(({ stack, properties }) =>
    properties.Roles.flatMap((role) =>
      properties.PolicyDocument.Statement.filter(({ Effect }) => Effect === effect).flatMap(
        ({ Action, Resource, Condition: condition }) =>
          Action.flatMap((action) =>
            Resource.map((resource) => ({
              stack,
              role: target(role).replace(/[0-9A-F]{8}$/, ''),
              action,
              resource,
              condition,
            })),
          ),
      ),
    ),
  );
}
