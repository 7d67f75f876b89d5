import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from '@hono/zod-openapi';

/** Examples by the name of a field, which means the same in every schema. An enumeration that lacks the value shows its first value. */
const FIELD_EXAMPLES: Readonly<Record<string, unknown>> = {
  accountId: '3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11',
  accountName: 'Harbor Benefits',
  action: 'config.create',
  actor: 'token:0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55',
  address: 'k3v7mq2xw4bn5tz6jr2hc7dp4s@inbound.example.com',
  agentId: 'A-17',
  agentName: 'Rivera, Ana',
  allowedSenders: ['@acme.example'],
  amount: 40,
  askedAmount: 10,
  attritionRate: 0.2,
  author: 'Dana Reyes',
  byteSize: 48213,
  bytes: 48213,
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  certificateSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  changePercent: -20,
  chargebackAmount: 0,
  chargebacks: 50,
  checksumSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  claimId: '5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f.2026-02.underpaid',
  columns: ['carrier_name', 'red'],
  commissionAmount: 40,
  commissionOwed: 10,
  compared: 149,
  comparedAgainstPeriod: '2026-02',
  completedAt: '2026-04-02T09:15:07.480Z',
  confidence: 0.96,
  deletionId: '5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24',
  detail: 'Paid $10.00 less ($50.00 → $40.00).',
  durationMs: 212,
  effectiveDate: '2025-11-01',
  effectiveFrom: '2026-01-01',
  email: 'office@harbor.example',
  enabled: true,
  error: 'http_500',
  expectedAmount: 50,
  failuresInRow: 0,
  field: 'commission_amount',
  fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
  fileName: 'summit-2026-03.csv',
  fingerprint: 'SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc',
  from: '2026-02',
  groupId: '6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33',
  href: 'https://api.example.com/v1/jobs/0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22',
  id: '5d0c7a52-8a64-4a5e-9a0b-6b1f0c2d3e4f',
  ip: '203.0.113.7',
  jobId: '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22',
  label: 'nightly upload',
  lastPeriod: '2026-03',
  latestPeriod: '2026-03',
  limit: 50,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  memberRefId: '5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f',
  members: 147,
  mode: 'ingest',
  name: 'Harbor Benefits',
  offset: 0,
  originalFilename: 'summit-2026-03.csv',
  paidGross: 390,
  paidNet: 340,
  period: '2026-03',
  periodMonth: 3,
  periodYear: 2026,
  phone: '+1 555 0100',
  planCode: 'GOLD-PPO',
  planName: 'Gold',
  policyNumber: 'P-77',
  policyRefId: '8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70',
  premiumAmount: 500,
  prevCommissionAmount: 50,
  publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw',
  question: 'Who stopped being paid last month?',
  queue: 'statements',
  rateValue: 26.5,
  readFileHours: 24,
  reason: 'Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).',
  rejectedRowDays: 30,
  requestedBy: 'operator',
  responseStatus: 500,
  rowsIngested: 412,
  scopes: ['read', 'write'],
  score: 0.96,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  setAt: '2026-04-02T09:15:04.120Z',
  signInLink: 'https://api.example.com/sign-in?token=kZ0v',
  slug: 'summit-senior-life',
  sql: 'select carrier_name, red from rollups join carriers using (carrier_id) order by red desc',
  statedTotal: 10250.75,
  status: 'active',
  task: 'recover_jobs',
  to: '2026-03',
  token: 'cas_Zy1x0wVuTsRqPoNmLkJiHgFeDcBa9876543210abcde',
  total: 1,
  url: 'https://agency.example.com/hooks/commissions',
  usedBytes: 1_310_720,
  userId: '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11',
  username: 'lakeside-agency',
  version: 2,
  webhookId: '7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  year: 2026,
};

/**
 * Tells the generator of the API description the names that schemas have in zod's own metadata (`.meta({ id })`). The generator loses the
 * name where a named schema is nullable or optional and has a description of its own.
 */
export function nameSchemas(schema: unknown, seen: Set<unknown> = new Set()): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  const refId = nameOf(schema);
  if (refId !== undefined && !zodToOpenAPIRegistry.has(schema))
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
  const parts = schema instanceof z.ZodObject ? Object.values(schema.shape) : Object.values(schema.def).flat();
  for (const part of parts) nameSchemas(part, seen);
}

/** Returns the name of a schema, or of the schema that it describes anew or wraps. */
function nameOf(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const wrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return schema.meta()?.id ?? nameOf(schema._zod.parent) ?? (wrapped ? nameOf(schema.def.innerType) : undefined);
}

/**
 * Returns an example of what a schema describes, for the API description. A field shows the `example` of its own metadata, else the example
 * of its name, else a plain value of its type. An optional field is shown only with one of the two. Throws when the schema
 * refuses the example.
 */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  return schema.parse(shownValue(schema, ''), { jitless: true });
}

/** Returns an example of the field `name`, or undefined for a field that is not shown. */
function shownValue(schema: unknown, name: string): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const own = schema.meta()?.['example'];
  if (own !== undefined) return own;
  if (schema instanceof z.ZodOptional) return exampleFor(schema.unwrap(), name);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.defaultValue;
  if (schema instanceof z.ZodReadonly) return shownValue(schema.unwrap(), name);
  if (schema instanceof z.ZodNullable) return nullableOf(schema.unwrap(), name);
  if (schema instanceof z.ZodObject) return objectOf(schema.shape);
  if (schema instanceof z.ZodUnion) return shownValue(schema.options[0], name);
  const named = namedExample(schema, name);
  if (named !== undefined) return named;
  return schema instanceof z.ZodArray ? listOf(schema.element, name) : plainValueOf(schema);
}

function objectOf(shape: Readonly<Record<string, unknown>>): unknown {
  const fields = Object.entries(shape).map(([name, field]) => [name, shownValue(field, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Returns one element, so that the description shows its fields. A list of plain values is empty. */
function listOf(element: unknown, name: string): readonly unknown[] {
  const value = shownValue(element, name);
  return typeof value === 'object' || element instanceof z.ZodEnum ? [value] : [];
}

/** Returns null, unless the field has an example or is an object or a list, whose fields would not be shown. */
function nullableOf(inner: unknown, name: string): unknown {
  const own = exampleFor(inner, name);
  if (own !== undefined) return own;
  return inner instanceof z.ZodObject || inner instanceof z.ZodReadonly || inner instanceof z.ZodArray
    ? shownValue(inner, name)
    : null;
}

/** Returns the example that was written for a field: its own, or that of its name. */
function exampleFor(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodType ? (schema.meta()?.['example'] ?? namedExample(schema, name)) : undefined;
}

function namedExample(schema: z.ZodType, name: string): unknown {
  const named = FIELD_EXAMPLES[name];
  return named !== undefined && schema.safeParse(named, { jitless: true }).success ? named : undefined;
}

const INSTANT = '2026-04-02T09:15:04.120Z';

function plainValueOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodISODateTime) return INSTANT;
  if (schema instanceof z.ZodISODate) return INSTANT.slice(0, 10);
  if (schema instanceof z.ZodRecord) return {};
  return 'text';
}
