import { z } from '@hono/zod-openapi';
import { CADENCES } from '../../../core/saved-report/report-mail.ts';
import { jsonValue } from './json-value.ts';
import { displayName } from './name-fields.ts';

/** Saved reports and the result of a run (docs/reference/saved-reports.md). */

const cadence = z.enum(CADENCES);

const lastRun = z
  .object({
    ranAt: z.iso.datetime(),
    status: z.enum(['ok', 'failed']),
    rows: z.int().nullable().openapi({ description: 'Rows of the result; null when it failed.' }),
    truncated: z.boolean().openapi({ description: 'There were more rows than a run gives.' }),
    error: z.string().nullable().openapi({ description: 'Why it failed.' }),
  })
  .openapi('ReportRun');

export const savedReport = z
  .object({
    id: z.string(),
    name: z.string(),
    question: z.string().nullable(),
    sql: z.string(),
    cadence: cadence.openapi({ description: 'weekly: Mondays 08:00 UTC; monthly: the 1st 08:00 UTC.' }),
    lastRun: lastRun.nullable().openapi({ description: 'By hand or by schedule; null before the first.' }),
    createdAt: z.iso.datetime(),
  })
  .openapi('SavedReport');

export const savedReportExample: z.output<typeof savedReport> = {
  id: '5d2f1c3b-7a9e-4c8d-b6f0-1e2d3c4b5a69',
  name: 'Dropped members by carrier',
  question: 'Who stopped being paid last month?',
  sql: 'select carrier_name, red from rollups join carriers using (carrier_id) order by red desc',
  cadence: 'weekly',
  lastRun: { ranAt: '2026-04-06T08:00:02.310Z', status: 'ok', rows: 14, truncated: false, error: null },
  createdAt: '2026-04-02T09:15:04.120Z',
};

const QUESTION_CHARACTERS_MAX = 2_000;

export const newSavedReport = z.strictObject({
  name: displayName('What the list and the email show.'),
  question: z
    .string()
    .trim()
    .max(QUESTION_CHARACTERS_MAX, `must not be longer than ${QUESTION_CHARACTERS_MAX} characters`)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null)
    .openapi({ type: ['string', 'null'], description: 'What the query answers, in words.' }),
  sql: z.string().openapi({ description: 'One SELECT or WITH over the report views.' }),
});

export const cadenceChange = z.strictObject({ cadence });

export const reportResult = z
  .object({
    columns: z.array(z.string()).readonly().openapi({ description: 'Names may repeat.' }),
    rows: z.array(z.array(jsonValue).readonly()).readonly().openapi({
      description: 'Values in the order of the columns. Numbers that JSON can not hold exactly are strings.',
    }),
    truncated: z.boolean().openapi({ description: 'There are more rows.' }),
    asOf: z.iso.date().openapi({ description: 'The date, in UTC, that current_date and now() stood for.' }),
  })
  .openapi('ReportResult');

export const reportResultExample: z.output<typeof reportResult> = {
  columns: ['carrier_name', 'red'],
  rows: [
    ['Summit Senior Life', 12],
    ['Blue Ridge Health', 2],
  ],
  truncated: false,
  asOf: '2026-04-06',
};

const readyMade = z
  .object({
    key: z.string().openapi({ description: 'Names the report; it stays the same over releases.' }),
    name: z.string(),
    question: z.string().openapi({ description: 'What it answers, in words.' }),
    sql: z.string(),
  })
  .openapi('ReadyMadeReport');

export const readyMadeList = z.object({ data: z.array(readyMade).readonly() }).openapi('ReadyMadeReports');

export const readyMadeListExample: z.output<typeof readyMadeList> = {
  data: [
    {
      key: 'statements',
      name: 'Statements by month',
      question: 'Which statements are here, and from when?',
      sql: 'select period as "Month", file_name as "File" from files order by period desc',
    },
  ],
};

const address = z.email('must be an email address').max(254).nullable();

export const reportAddress = z
  .object({ email: z.string().nullable().openapi({ description: 'null: nothing is mailed.' }) })
  .openapi('ReportAddress');

export const reportAddressChange = z.strictObject({
  email: address.openapi({ type: ['string', 'null'], description: 'One address, or null for none.' }),
});

export const reportAddressExample: z.output<typeof reportAddress> = { email: 'office@harbor.example' };
