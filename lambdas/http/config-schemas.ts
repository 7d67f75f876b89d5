import { z } from '@hono/zod-openapi';
import { readConfig } from '../../app/carriers/manage-configs.ts';
import { configShape } from '../../app/reading/test-config.ts';
import { isRefused } from '../../core/problem.ts';
import { readStrictJson } from './request-body.ts';

/** A configuration in a request. It has a schema of its own, because the options may be absent in a request only. */
const newStatementConfig = z.strictObject(configShape).openapi('NewStatementConfig', {
  description: `How a carrier's statements are read. Only fileType and the columns member_external_id and commission_amount must be
given. With the fileType "auto" the bytes of each file tell whether it is CSV, a workbook or a PDF. A column is a header name, a list of synonyms, or one of the objects { concat }, { firstFilled }, { sum }, { column },
{ constant }, { groupRow }.`,
  example: {
    fileType: 'csv',
    columns: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  },
});

/** A configuration as a JSON body. It is parsed as a whole first, so that every fault is listed at once. */
export const configBody = z.preprocess((value, context) => {
  const reading = readConfig(value);
  if (reading.kind === 'config') return value;
  for (const { path, detail } of reading.faults) {
    context.addIssue({ code: 'custom', path: [...path], message: detail });
  }
  return value;
}, newStatementConfig);

/** A configuration as the text of a form field. */
export const configText = z
  .string()
  .transform((text, context): unknown => {
    const json = readStrictJson(text);
    if (!isRefused(json)) return json.value;
    context.addIssue({ code: 'custom', message: json.refused.detail?.replace('The body', 'The text') ?? '' });
    return z.NEVER;
  })
  .pipe(configBody)
  .openapi({ type: 'string', description: 'The configuration as JSON (NewStatementConfig): as text, or as a file.' });
