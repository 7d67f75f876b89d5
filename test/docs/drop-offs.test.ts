import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAIL_LIMITS } from '../../core/limits/drop-off-limits.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { intakeItem } from '../../lambdas/http/schemas/intake-schemas.ts';

/** Guarantee: the service accepts the format settings of the two how-tos, and they explain every outcome. */

const BY_SFTP = readFileSync('docs/howto/drop-statements-by-sftp.md', 'utf8');
const BY_MAIL = readFileSync('docs/howto/mail-statements.md', 'utf8');

/** The part of a format that a how-to shows. */
function formatPiece(howto: string): unknown {
  const [, json] = /```json\n([\s\S]*?)```/.exec(howto) ?? [];
  return JSON.parse(`{${json}}`);
}

const outcomesIn = (howto: string) =>
  [...howto.matchAll(/^\| `(?!outcome)([a-z]+)` \| [^|]{8,}\|/gm)].map(([, outcome]) => outcome);

describe.each([
  ['SFTP', BY_SFTP, [] as const],
  // A message is always complete, so it never waits.
  ['email', BY_MAIL, ['waiting'] as const],
])('the how-to for %s', (_, howto, never) => {
  it('shows a valid part of a format, which is not the default', () => {
    const required = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
    const piece = z.record(z.string(), z.unknown()).parse(formatPiece(howto));
    const plain = statementConfigSchema.parse(required);
    expect(statementConfigSchema.parse({ ...required, ...piece })).not.toEqual(plain);
  });

  it('explains every outcome', () => {
    const outcomes: readonly string[] = intakeItem.shape.outcome.options;
    expect(new Set([...outcomesIn(howto), ...never])).toEqual(new Set(outcomes));
  });
});

it('states the true number of attachments of an email', () => {
  expect(MAIL_LIMITS.attachments).toBe(5);
  expect(BY_MAIL).toContain('up to five in a message');
});
