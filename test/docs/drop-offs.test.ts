import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAIL_LIMITS } from '../../core/limits/drop-off-limits.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { intakeItem } from '../../lambdas/http/schemas/intake-schemas.ts';

/** Guarantee: what the two how-tos tell to write into a format is taken, and they explain every outcome there is. */

const BY_SFTP = readFileSync('docs/howto/drop-statements-by-sftp.md', 'utf8');
const BY_MAIL = readFileSync('docs/howto/mail-statements.md', 'utf8');

/** The piece of a format that a how-to shows. */
function formatPiece(howto: string): unknown {
  const [, json] = /```json\n([\s\S]*?)```/.exec(howto) ?? [];
  return JSON.parse(`{${json}}`);
}

const outcomesIn = (howto: string) =>
  [...howto.matchAll(/^\| `(?!outcome)([a-z]+)` \| [^|]{8,}\|/gm)].map(([, outcome]) => outcome);

describe.each([
  ['SFTP', BY_SFTP, [] as const],
  // A message is whole or it is no message.
  ['email', BY_MAIL, ['waiting'] as const],
])('the how-to for %s', (_, howto, never) => {
  it('shows a piece of a format that is valid, and is not the default', () => {
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

it('an email takes as many attachments as is said', () => {
  expect(MAIL_LIMITS.attachments).toBe(5);
  expect(BY_MAIL).toContain('up to five in a message');
});
