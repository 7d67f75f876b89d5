import { z } from '@hono/zod-openapi';
import {
  identifyFile,
  inferConfig,
  previewSample,
  resolveCarrier,
  type SampleReading,
} from '../../../app/carriers/read-sample.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { brandRanking, identifiedStatement } from '../../../app/reading/identify-statement.ts';
import { formatInference } from '../../../app/reading/infer-format.ts';
import { chosenColumnList, filePreview } from '../../../app/reading/preview-file.ts';
import { isRefused } from '../../../core/problem.ts';
import { readStrictJson } from '../request-body.ts';
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** JSON in a form field. */
const jsonText = z
  .string()
  .max(50_000, 'must not be longer than 50000 characters')
  .transform((text, context): unknown => {
    const json = readStrictJson(text);
    if (!isRefused(json)) return json.value;
    context.addIssue({ code: 'custom', message: json.refused.detail?.replace('The body', 'The text') ?? '' });
    return z.NEVER;
  });

/** The chosenColumnList columns as the text of a form field. */
const chosenColumnsText = jsonText.pipe(chosenColumnList).optional().openapi({
  type: 'string',
  description:
    'JSON: what the columns mean, such as [{"index":0,"role":"member_external_id"},{"index":3,"role":"commission_amount"}]. Several amounts are added up; columns that are left out are not read. Default: as inferred.',
});

/** The names of the sheets to read, as the text of a form field. */
const sheetNamesText = jsonText
  .pipe(z.array(z.string().trim().min(1).max(200)).min(1).max(20))
  .optional()
  .openapi({
    type: 'string',
    description: 'JSON: the sheets to read, such as ["Commissions","Overrides"]. Default: `sheetName`, or as inferred.',
  });

/** The first rows of any file, before it is stored. It changes nothing, so a read-only token is enough. */
export function filePreviewRoutes(reading: Pick<SampleReading, 'runIsolated'>): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/files/preview',
      operationId: 'previewFile',
      access: 'account:read',
      tag: 'Files',
      summary: 'The first rows of a file, and what its columns mean',
      description: `For a person who checks a layout that nobody knows yet; nothing is stored. Correct the meanings, send them as \`columns\`
with the same file, and compare the totals. Then add \`config\` to the carrier.`,
      request: {
        form: z.strictObject({
          file: fileField('The statement: CSV, a workbook or a PDF with text; up to 15 MiB.'),
          sheetName: z
            .string()
            .trim()
            .min(1)
            .max(200)
            .optional()
            .openapi({ description: 'The sheet whose rows are shown. Without `sheetNames` only this sheet is read.' }),
          sheetNames: sheetNamesText,
          columns: chosenColumnsText,
        }),
      },
      responses: { 200: { description: 'What was found.', schema: filePreview } },
    }).handle(async ({ form: { file, sheetName, sheetNames, columns } }, { account: { accountId } }) => {
      const preview = await previewSample(reading, {
        accountId,
        bytes: file.bytes,
        fileName: file.fileName,
        sheetName,
        sheetNames,
        columns,
      });
      return isRefused(preview) ? preview : { status: 200, body: preview };
    }),
  ];
}

interface InferenceRouteDeps extends SampleReading {
  readonly clock: () => Date;
}

/** Infers the format, the carrier or the month of a file. Nothing is changed, so a read-only token is enough. */
export function inferenceRoutes({ clock, ...reading }: InferenceRouteDeps): readonly Route[] {
  return [
    inferConfigRoute(reading),
    inferAnyConfigRoute(reading),
    resolveCarrierRoute(reading),
    identifyRoute(reading, clock),
  ];
}

const file = fileField('The statement: CSV, a workbook or a PDF with text; up to 15 MiB.');
const sheetName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .openapi({ description: 'Only this sheet is looked at.' });
const inferred = { description: 'What was found.', schema: formatInference };

function inferConfigRoute(reading: SampleReading): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carriers/{carrierId}/configs/infer',
    operationId: 'inferConfig',
    access: 'account:read',
    tag: 'Configurations',
    summary: 'Infer a configuration from a file',
    description: `From the header and the first 500 rows alone; nothing is stored. From a confidence of 0.8 on both the member's id
and the amount are certain. Look at the preview, then add the configuration as a version. Where the carrier has a format already,
the proposal keeps what that says of how the carrier pays and how its files come, and a note says so.`,
    request: {
      params: z.object({ carrierId: recordId('The carrier.') }),
      form: z.strictObject({ file, sheetName }),
    },
    responses: { 200: inferred },
  }).handle(async ({ params: { carrierId }, form }, { account }) => {
    const { accountId } = account;
    const { bytes, fileName } = form.file;
    const body = await inferConfig(reading, { accountId, carrierId, bytes, fileName, sheetName: form.sheetName });
    return isRefused(body) ? body : { status: 200, body };
  });
}

function inferAnyConfigRoute(reading: SampleReading): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/configs/infer',
    operationId: 'inferConfigWithoutCarrier',
    access: 'account:read',
    tag: 'Configurations',
    summary: 'Infer a configuration before the carrier exists',
    description: `As for a carrier, from the file alone. Create the carrier next, then add the configuration as its first version. To find
out whether a carrier has a format for the file already, identify the file.`,
    request: { form: z.strictObject({ file, sheetName }) },
    responses: { 200: inferred },
  }).handle(async ({ form }, { account }) => {
    const { accountId } = account;
    const { bytes, fileName } = form.file;
    const body = await inferConfig(reading, { accountId, carrierId: null, bytes, fileName, sheetName: form.sheetName });
    return isRefused(body) ? body : { status: 200, body };
  });
}

function resolveCarrierRoute(reading: SampleReading): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carriers/resolve',
    operationId: 'resolveCarrier',
    access: 'account:read',
    tag: 'Carriers',
    summary: 'Which carrier of a brand a file is of',
    description: `The file is read with the format of each carrier of the brand. When two fit alike, or none fits well, the answer is
ambiguous and there is no best.`,
    problems: ['not_found'],
    request: { form: z.strictObject({ groupId: recordId('The brand.'), file }) },
    responses: {
      200: { description: 'The carriers, best first.', schema: brandRanking },
    },
  }).handle(async ({ form: { groupId, file: statement } }, { account }) => {
    const ranking = await resolveCarrier(reading, { accountId: account.accountId, groupId, bytes: statement.bytes });
    return isRefused(ranking) ? ranking : { status: 200, body: { groupId, ...ranking } };
  });
}

function identifyRoute(reading: SampleReading, clock: () => Date): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/files/identify',
    operationId: 'identifyFile',
    access: 'account:read',
    tag: 'Files',
    summary: 'Which carrier and month a file is of',
    description: `The file is read with the formats of all your carriers and of the shared catalogue; nothing is stored. The month comes
from the title, the name of a sheet, the name of the file or the rows. Ask a person to confirm \`summary\`, then upload the file. When no
carrier is certain, \`inferred\` proposes a format.`,
    request: { form: z.strictObject({ file }) },
    responses: {
      200: { description: 'What was found.', schema: identifiedStatement },
    },
  }).handle(async ({ form: { file: upload } }, { account: { accountId } }) => {
    const today = clock().toISOString().slice(0, 10);
    const found = await identifyFile(reading, { accountId, bytes: upload.bytes, fileName: upload.fileName }, today);
    return isRefused(found) ? found : { status: 200, body: found };
  });
}
