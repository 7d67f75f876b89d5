import { z } from '@hono/zod-openapi';
import { jsonValue } from './json-value.ts';

/** Workspaces and the audit trail (docs/reference/accounts.md#workspaces). */

export const workspace = z.object({ id: z.string(), name: z.string(), isDefault: z.boolean() }).openapi('Workspace');

export const workspaceExample: z.output<typeof workspace> = {
  id: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  name: 'Default',
  isDefault: true,
};

export const auditEntry = z
  .object({
    id: z.string(),
    actor: z.string().openapi({ description: '`token:<id>`, `operator`, `sftp:<user>` or `email:<address>`.' }),
    action: z.string(),
    target: z.string().nullable().openapi({ description: 'The id of what was changed.' }),
    meta: z.record(z.string(), jsonValue),
    ip: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('AuditEntry');

export const auditEntryExample: z.output<typeof auditEntry> = {
  id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  actor: 'token:0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55',
  action: 'config.create',
  target: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  meta: { version: 2 },
  ip: '203.0.113.7',
  createdAt: '2026-04-02T09:15:04.120Z',
};
