import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface Operation {
  /** The path, with parameters in braces. */
  readonly path: string;
  /** The media types of the body; empty without a body. */
  readonly mediaTypes: readonly string[];
}

const operation = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional() });
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Returns every operation of openapi.json, so that tests check new routes at CloudFront and the load balancer too. */
export async function describedOperations(): Promise<readonly Operation[]> {
  const { paths } = description.parse(JSON.parse(await readFile('openapi.json', 'utf8')));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ requestBody }) => ({ path, mediaTypes: Object.keys(requestBody?.content ?? {}) })),
  );
}
