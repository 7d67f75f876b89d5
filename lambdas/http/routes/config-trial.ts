import { z } from '@hono/zod-openapi';
import { type CarrierStore, unknownCarrier } from '../../../app/carriers/carrier-ports.ts';
import type { RunIsolated } from '../../../app/jobs/isolated-ports.ts';
import { isStatementPeriod, type Period, periodOf } from '../../../core/period.ts';
import { isRefused, type Refused, refuseField } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { configText, configTrial, configTrialExample } from '../schemas/config-schemas.ts';
import { recordId } from '../schemas/record-id.ts';
import { fileField, integerText } from '../text-fields.ts';

export interface ConfigTrialRouteDeps {
  readonly carriers: CarrierStore;
  readonly runIsolated: RunIsolated;
  readonly clock: () => Date;
}

/** POST /v1/carriers/{carrierId}/configs/test. It changes nothing, so a token that may only read is enough. */
export function configTrialRoutes({ carriers, runIsolated, clock }: ConfigTrialRouteDeps): readonly Route[] {
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
          file: fileField('The statement, CSV or XLSX, up to 15 MiB.'),
          periodYear: integerText({ min: 2000, max: 9999, description: 'Year of the period.' }).optional(),
          periodMonth: integerText({ min: 1, max: 12, description: 'Month of the period.' }).optional(),
        }),
      },
      responses: {
        200: { description: 'What became of the rows.', schema: configTrial, example: configTrialExample },
      },
    }).handle(async ({ params: { carrierId }, form }, { account }) => {
      const today = clock().toISOString().slice(0, 10);
      const period = trialPeriod(form, today);
      if (isRefused(period)) return period;
      if ((await carriers.find(account.accountId, carrierId)) === null) return unknownCarrier();
      const { config, file } = form;
      const input = { config, bytes: file.bytes, period };
      const result = await runIsolated(account.accountId, { name: 'testConfig', input });
      return isRefused(result) ? result : { status: 200, body: result };
    }),
  ];
}

interface PeriodFields {
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

function trialPeriod({ periodYear, periodMonth }: PeriodFields, today: string): Period | null | Refused {
  if (periodYear === undefined && periodMonth === undefined) return null;
  if (periodYear === undefined) return refuseField('periodYear', 'is required with periodMonth');
  if (periodMonth === undefined) return refuseField('periodMonth', 'is required with periodYear');
  const period = periodOf(periodYear, periodMonth);
  if (period !== null && isStatementPeriod(period, today)) return period;
  return refuseField('periodMonth', 'is later than the month after the current one');
}
