import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dropOffsInForce } from '../../core/intake/drop-off-settings.ts';
import { MAIL_LIMITS } from '../../core/limits/drop-off-limits.ts';
import { dropOffsChange, ownSettingsOf } from '../../lambdas/http/schemas/drop-off-schemas.ts';
import { intakeItem } from '../../lambdas/http/schemas/intake-schemas.ts';

/** Guarantee: the service accepts the settings of the two how-tos, and they explain every outcome. */

const BY_SFTP = readFileSync('docs/howto/drop-statements-by-sftp.md', 'utf8');
const BY_MAIL = readFileSync('docs/howto/mail-statements.md', 'utf8');

/** The settings that a how-to sends. */
function settingsIn(howto: string): unknown {
  const [, json = ''] = /\/drop-offs \\\n\s+-d '(.*)'\n/.exec(howto) ?? [];
  return JSON.parse(json);
}

const outcomesIn = (howto: string) =>
  [...howto.matchAll(/^\| `(?!outcome)([a-z]+)` \| [^|]{8,}\|/gm)].map(([, outcome]) => outcome);

describe.each([
  ['SFTP', BY_SFTP, [] as const],
  // A message is always complete, so it never waits.
  ['email', BY_MAIL, ['waiting'] as const],
])('the how-to for %s', (_, howto, never) => {
  it('shows valid settings, which are not the default', () => {
    const own = ownSettingsOf(dropOffsChange.parse(settingsIn(howto)));
    expect(dropOffsInForce(null, own)).not.toEqual(dropOffsInForce(null, null));
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
