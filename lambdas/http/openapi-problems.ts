import { z } from '@hono/zod-openapi';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../core/problem.ts';
import { takesKey } from './answer-once.ts';
import { isHeldOnFullDisk } from './full-disk.ts';
import { mayHaveBody } from './request-input.ts';
import type { Route } from './route.ts';

/** The problem document in the API description; `code` is a closed list. */
export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().openapi({ description: 'For people; may be reworded.' }),
    status: z.int().openapi({ description: 'The HTTP status.' }),
    detail: z.string().optional(),
    instance: z.string().openapi({ description: 'The request path.' }),
    code: z.enum(PROBLEM_CODES).openapi({ description: 'Stable: switch on this.' }),
    requestId: z.string(),
    errors: z
      .array(z.object({ field: z.string(), detail: z.string() }))
      .optional()
      .openapi({ description: 'Every fault at once, for validation_error.' }),
    carrierId: z.string().optional().openapi({ description: 'The carrier that has the name already, for conflict.' }),
  })
  .openapi('Problem', { description: 'RFC 9457 problem document.' });

/** The refusals that a route can give: its own and those of every route of its kind. */
function problemCodesOf(route: Route): readonly ProblemCode[] {
  const { definition, access } = route;
  const { request } = definition;
  const codes: ProblemCode[] = [
    'bad_request',
    'not_acceptable',
    'validation_error',
    'internal_error',
    'service_unavailable',
  ];
  if (access !== 'public') codes.push('unauthorized', 'forbidden', 'rate_limited');
  if (access === 'account:read' || access === 'account:write') codes.push('account_not_provisioned');
  if (definition.path.includes('{')) codes.push('not_found');
  if (request?.json !== undefined || request?.form !== undefined)
    codes.push('payload_too_large', 'unsupported_media_type');
  if (takesKey(definition)) codes.push('conflict');
  if (mayHaveBody(definition)) codes.push('request_timeout');
  // A body that is too large for the memory goes to the disk.
  if (isHeldOnFullDisk(route) || request?.form !== undefined) codes.push('storage_full');
  return PROBLEM_CODES.filter((code) => codes.includes(code) || definition.problems?.includes(code));
}

/** The codes by status. Each set of codes becomes one shared response of the description. */
export function problemResponsesOf(route: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(problemCodesOf(route), (code) => PROBLEMS[code].status);
}

export function problemExample(code: ProblemCode) {
  const errors = [{ field: 'limit', detail: 'The field limit must be at least 1.' }];
  return {
    type: 'about:blank' as const,
    ...PROBLEMS[code],
    instance: '/v1/example',
    code,
    requestId: '5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21',
    ...(code === 'validation_error' ? { errors } : {}),
  } satisfies z.output<typeof problemSchema>;
}
