import { z } from '@hono/zod-openapi';
import { ON_EXISTING, type OwnDropOffSettings, PERIOD_FROM } from '../../../core/intake/drop-off-settings.ts';
import { filePatternProblem } from '../../../core/intake/match-carrier.ts';
import { isSenderRule } from '../../../core/intake/sender.ts';
import { ALLOWED_SENDERS_MAX, SFTP_PATTERNS_MAX } from '../../../core/limits/request-limits.ts';
import { PATTERN_LIMITS } from '../../../core/limits/statement-limits.ts';

/** The settings of a carrier's drop-offs (docs/reference/drop-offs.md#settings). */

/**
 * A pattern of file names. It is checked here, because an unreadable pattern would match no file and every drop would be rejected without
 * an obvious cause.
 */
const filePattern = z
  .string()
  .max(PATTERN_LIMITS.characters, `must not be longer than ${PATTERN_LIMITS.characters} characters`)
  .superRefine((text, context) => {
    const message = filePatternProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
const senderRule = z.string().max(254).refine(isSenderRule, 'must be an address, or @domain for all of that domain');

const onExisting = z
  .enum(ON_EXISTING)
  .openapi({ description: 'What happens to a file whose month has a statement already.' });
const periodFrom = z.enum(PERIOD_FROM).openapi({ description: 'Where the month of a mailed statement is looked for.' });
const patternsInForce = z
  .array(z.string())
  .readonly()
  .openapi({ description: 'Names of dropped files, for example "ACME_{YYYY}{MM}*.csv".' });
const sendersInForce = z
  .array(z.string())
  .readonly()
  .openapi({ description: 'Addresses that may mail statements, or @domain for all of exactly that domain.' });

const ownSettings = z
  .object({
    sftp: z.object({ patterns: patternsInForce.nullable(), onExisting: onExisting.nullable() }),
    email: z.object({ allowedSenders: sendersInForce.nullable(), periodFrom: periodFrom.nullable() }),
  })
  .openapi('OwnDropOffSettings', { description: 'What the account has set; null: the setting of the format holds.' });

export const dropOffs = z
  .object({
    carrierId: z.string(),
    sftp: z.object({ patterns: patternsInForce, onExisting }),
    email: z.object({ allowedSenders: sendersInForce, periodFrom }),
    own: ownSettings,
    setAt: z.iso.datetime().nullable().openapi({ description: 'When own was set; null: nothing is set.' }),
  })
  .openapi('DropOffs', { description: 'The settings that hold, and which of them the account has set itself.' });

/** A change of the settings. A setting that is absent or null comes from the format. */
export const dropOffsChange = z
  .strictObject({
    sftp: z
      .strictObject({
        patterns: z.array(filePattern).max(SFTP_PATTERNS_MAX).nullable().optional(),
        onExisting: onExisting.nullable().optional(),
      })
      .optional(),
    email: z
      .strictObject({
        allowedSenders: z.array(senderRule).max(ALLOWED_SENDERS_MAX).nullable().optional(),
        periodFrom: periodFrom.nullable().optional(),
      })
      .optional(),
  })
  .openapi('DropOffsChange');

export function ownSettingsOf({ sftp, email }: z.output<typeof dropOffsChange>): OwnDropOffSettings {
  return {
    sftp: { patterns: sftp?.patterns ?? null, onExisting: sftp?.onExisting ?? null },
    email: { allowedSenders: email?.allowedSenders ?? null, periodFrom: email?.periodFrom ?? null },
  };
}

export const dropOffsExample: z.output<typeof dropOffs> = {
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  sftp: { patterns: ['ACME_{YYYY}{MM}*.csv'], onExisting: 'reject' },
  email: { allowedSenders: ['@acme.example'], periodFrom: 'filename' },
  own: {
    sftp: { patterns: ['ACME_{YYYY}{MM}*.csv'], onExisting: null },
    email: { allowedSenders: ['@acme.example'], periodFrom: null },
  },
  setAt: '2026-04-02T09:15:04.120Z',
};
