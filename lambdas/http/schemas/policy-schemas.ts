import { z } from '@hono/zod-openapi';
import { LISTED_POLICIES_MAX } from '../../../core/limits/saved-report-limits.ts';
import {
  countPolicyColumns,
  POLICY_COLUMNS,
  POLICY_STATUSES,
  type PolicyColumn,
  readPolicyHeader,
} from '../../../core/policies/policy-columns.ts';
import type { PolicyRow } from '../../../core/policies/read-policies.ts';
import type { FieldError } from '../../../core/problem.ts';
import { csvField, readCsvTable } from '../csv-table.ts';
import { CARRIER_ID } from './medicare-schemas.ts';

/** A book of business, as JSON and as CSV. */

const text = (description: string) => z.string().nullable().default(null).openapi({ description });
/** An amount, as a number or as its text. */
const figure = (description: string) =>
  z.union([z.number(), z.string()], 'must be a number').nullable().default(null).openapi({ description });

const sentPolicy = z.strictObject({
  id: z.string().openapi({
    description: "The carrier's member or policy id. Case and white space don't matter. Up to 200 characters.",
  }),
  policyNumber: text('A second id, where the list has both.'),
  carrier: text('Id, slug or name of the carrier. Not needed with carrierId.'),
  memberName: text('Shown with findings.'),
  plan: text('Plan.'),
  effective: text('First day, YYYY-MM-DD or MM/DD/YYYY.'),
  term: text('Last day. A policy whose last day has passed has ended, whatever its status.'),
  premium: figure('Dollars, for as long as the statement shows it: by month as a rule.'),
  lives: figure('Lives.'),
  rate: figure('A fraction such as 0.05, or a percentage as text: "5%".'),
  agent: text('Name or number of the agent.'),
  status: text(
    'active, pending or ended, or a usual word for one (docs/howto/compare-with-your-book-of-business.md). Absent: active.',
  ),
});

export const policyList = z.strictObject({
  policies: z
    .array(sentPolicy)
    .max(LISTED_POLICIES_MAX, `must not hold more than ${LISTED_POLICIES_MAX} policies`)
    .openapi({ description: 'The whole list. An empty one removes the list.' }),
});

export const policyCsv = z.string().openapi({
  description: 'A header and a row for each policy, with the columns of the JSON form under any usual name.',
  example: 'Member ID,Plan,Effective Date,Premium,Agent,Status\r\nM-1001,Gold,01/01/2026,412.50,Ann Lee,Active\r\n',
});

/** The request's list of policies before its values are parsed. */
export interface SentPolicies {
  readonly rows: readonly PolicyRow[];
  /** Faults of the list as a whole, and of cells beyond the last column. */
  readonly faults: readonly FieldError[];
  /** CSV columns that the service does not read. */
  readonly ignoredColumns: readonly string[];
}

export function policiesOfJson({ policies }: z.output<typeof policyList>): SentPolicies {
  const rows = policies.map((policy, index): PolicyRow => {
    const values = new Map<string, string | number | null>(Object.entries(policy));
    const cells = POLICY_COLUMNS.map((column) => [column, String(values.get(column) ?? '')] as const);
    return { cells: Object.fromEntries(cells), fieldOf: (column) => `policies[${index}].${column}` };
  });
  return { rows, faults: [], ignoredColumns: [] };
}

export function policiesOfCsv(csv: string): SentPolicies {
  const { headers, rows, faults } = readCsvTable(csv, countPolicyColumns);
  const header = readPolicyHeader(headers);
  const { ignored: ignoredColumns } = header;
  const wrong = [...faults, ...(faults.length > 0 && headers.length === 0 ? [] : headerFaults(header))];
  if (!header.places.has('id')) return { rows: [], faults: wrong, ignoredColumns };
  if (rows.length > LISTED_POLICIES_MAX) {
    const detail = `has ${rows.length} policies; a list may have ${LISTED_POLICIES_MAX}`;
    return { rows: [], faults: [{ field: 'body', detail }, ...wrong], ignoredColumns };
  }
  const read = rows.map(({ number, cells }): PolicyRow => {
    const named = [...header.places].map(([column, place]) => [column, cells[place] ?? ''] as const);
    return { cells: Object.fromEntries(named), fieldOf: (column) => csvField(number, headerOf(column)) };
  });
  const headerOf = (column: PolicyColumn) => headers[header.places.get(column) ?? -1];
  return { rows: read, faults: wrong, ignoredColumns };
}

function headerFaults({ places, repeated }: ReturnType<typeof readPolicyHeader>): readonly FieldError[] {
  const twice = repeated.map((name) => ({ field: csvField(1, name), detail: 'is there twice' }));
  if (places.has('id')) return twice;
  return [...twice, { field: 'row 1', detail: 'names no column of ids, such as "Member ID" or "Policy Number"' }];
}

export const replacedPolicies = z
  .object({
    workspaceId: z.string(),
    carrierId: z.string().nullable().openapi({ description: 'Null: the lists of all carriers of the workspace.' }),
    dryRun: z.boolean(),
    policies: z.int().openapi({ description: 'Of the new list: added + changed + unchanged.' }),
    added: z.int(),
    changed: z.int(),
    removed: z.int().openapi({ description: 'Listed before and not any more.' }),
    unchanged: z.int(),
    ignoredColumns: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'Columns of a CSV that nothing was read from.' }),
  })
  .openapi('ReplacedPolicies');

export const WORKSPACE_ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

export const replacedExample: z.output<typeof replacedPolicies> = {
  workspaceId: WORKSPACE_ID,
  carrierId: CARRIER_ID,
  dryRun: false,
  policies: 412,
  added: 9,
  changed: 3,
  removed: 5,
  unchanged: 400,
  ignoredColumns: ['Phone'],
};

export const storedPolicy = z
  .object({
    carrierId: z.string(),
    workspaceId: z.string(),
    policyId: z.string(),
    policyNumber: z.string().nullable(),
    memberName: z.string().nullable(),
    planName: z.string().nullable(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    premium: z.number().nullable(),
    lives: z.number().nullable(),
    rate: z.number().nullable(),
    agent: z.string().nullable(),
    status: z.enum(POLICY_STATUSES),
    listedAt: z.iso.datetime().openapi({ description: 'When it was added or last changed.' }),
  })
  .openapi('ListedPolicy');

export const storedPolicyExample: z.output<typeof storedPolicy> = {
  carrierId: CARRIER_ID,
  workspaceId: WORKSPACE_ID,
  policyId: 'M-1001',
  policyNumber: null,
  memberName: 'Ann Abel',
  planName: 'Gold',
  effectiveDate: '2026-01-01',
  termDate: null,
  premium: 412.5,
  lives: 1,
  rate: 0.05,
  agent: 'Ann Lee',
  status: 'active',
  listedAt: '2026-04-02T09:15:04.120Z',
};
