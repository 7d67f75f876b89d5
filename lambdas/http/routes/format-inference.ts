import { z } from '@hono/zod-openapi';
import { inferConfig, resolveCarrier, type SampleReading } from '../../../app/carriers/read-sample.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import {
  carrierRanking,
  carrierRankingExample,
  formatInference,
  formatInferenceExample,
} from '../schemas/inference-schemas.ts';
import { recordId } from '../schemas/record-id.ts';
import { fileField } from '../text-fields.ts';

/** Infers the format or the carrier of a file. Both change nothing, so a read-only token is enough. */
export function inferenceRoutes(reading: SampleReading): readonly Route[] {
  return [inferConfigRoute(reading), resolveCarrierRoute(reading)];
}

const file = fileField('The statement, CSV or XLSX, up to 15 MiB.');

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
      form: z.strictObject({
        file,
        sheetName: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .openapi({ description: 'Only this sheet is looked at.' }),
      }),
    },
    responses: { 200: { description: 'What was found.', schema: formatInference, example: formatInferenceExample } },
  }).handle(async ({ params: { carrierId }, form }, { account }) => {
    const { accountId } = account;
    const sample = { accountId, carrierId, bytes: form.file.bytes, sheetName: form.sheetName };
    const inferred = await inferConfig(reading, sample);
    return isRefused(inferred) ? inferred : { status: 200, body: inferred };
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
      200: { description: 'The carriers, best first.', schema: carrierRanking, example: carrierRankingExample },
    },
  }).handle(async ({ form: { groupId, file: statement } }, { account }) => {
    const ranking = await resolveCarrier(reading, { accountId: account.accountId, groupId, bytes: statement.bytes });
    return isRefused(ranking) ? ranking : { status: 200, body: { groupId, ...ranking } };
  });
}
