import { z } from '@hono/zod-openapi';
import { type SampleReading, tryConfig } from '../../../app/carriers/read-sample.ts';
import { configTrial } from '../../../app/reading/test-config.ts';
import { isRefused } from '../../../core/problem.ts';
import { configText } from '../config-schemas.ts';
import { namedMonth, recordId } from '../request-fields.ts';
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface ConfigTrialRouteDeps extends Pick<SampleReading, 'carriers' | 'runIsolated'> {
  readonly clock: () => Date;
}

/** POST /v1/carriers/{carrierId}/configs/test. It changes nothing, so a read-only token is enough. */
export function configTrialRoutes({ clock, ...reading }: ConfigTrialRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/carriers/{carrierId}/configs/test',
      operationId: 'testConfig',
      access: 'account:read',
      tag: 'Configurations',
      summary: 'Try a configuration on a file',
      description: `What a job would make of the file with this configuration; nothing is stored. A file that could not be read at
all is 422 with the reason. The period matters to rolling statements only.`,
      request: {
        params: z.object({ carrierId: recordId('The carrier.') }),
        form: z.strictObject({
          config: configText,
          file: fileField('The statement: CSV, a workbook or a PDF with text; up to 15 MiB.'),
          ...namedMonth(clock, 'The period.'),
        }),
      },
      textFiles: ['config'],
      responses: {
        200: { description: 'What became of the rows.', schema: configTrial },
      },
    }).handle(async ({ params: { carrierId }, form: { file, ...form } }, { account: { accountId } }) => {
      const today = clock().toISOString().slice(0, 10);
      const result = await tryConfig(reading, { accountId, carrierId, ...form, bytes: file.bytes }, today);
      return isRefused(result) ? result : { status: 200, body: result };
    }),
  ];
}
