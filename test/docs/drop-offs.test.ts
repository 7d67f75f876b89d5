import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mailReader } from '../../adapters/mail/parse-mail.ts';
import { intakeItem } from '../../app/intake/intake-store.ts';
import { effectiveDropOffs } from '../../core/intake/drop-off-settings.ts';
import { MAIL_LIMITS } from '../../core/limits/request-limits.ts';
import { dropOffsChange, ownSettingsOf } from '../../lambdas/http/routes/drop-offs-routes.ts';
import { startSmtpServer } from '../../server/smtp-server.ts';
import { works } from '../support/works.ts';

/** Guarantee: the service accepts the settings and the message of the two how-tos, and they explain every outcome. */

const BY_SFTP = readFileSync('docs/howto/drop-statements-by-sftp.md', 'utf8');
const BY_MAIL = readFileSync('docs/howto/mail-statements.md', 'utf8');

/** Returns the settings that a how-to sends. */
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
    expect(effectiveDropOffs(null, own)).not.toEqual(effectiveDropOffs(null, null));
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

it.skipIf(!works('curl', ['--version']))(
  'sends a message whose attachment is read (skipped without curl)',
  async () => {
    const [command = ''] = /curl -sS smtp:(?:.*\\\n)*.*/.exec(BY_MAIL) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'mailed-'));
    const messages: Uint8Array[] = [];
    const server = await startSmtpServer({
      host: '127.0.0.1',
      port: 0,
      domain: 'inbound.localhost',
      isDiskFull: async () => false,
      dropStore: {
        draft: async () => {
          const pieces: Uint8Array[] = [];
          return {
            write: async (_offset, piece) => void pieces.push(Uint8Array.from(piece)),
            keepAs: async () => void messages.push(Buffer.concat(pieces)),
            discard: async () => {},
          };
        },
        delete: async () => {},
      },
      handler: async () => {},
      log: () => {},
    });
    try {
      await writeFile(join(folder, 'harbor-2026-09.csv'), 'Member ID,Commission\r\nM1,1.00\r\n');
      await promisify(execFile)('bash', ['-c', command.replace('2525', `${server.port}`)], {
        cwd: folder,
        env: { ...process.env, ADDRESS: 'a@inbound.localhost' },
      });
      const [message = Buffer.alloc(0)] = messages;
      expect(await mailReader.readAttachments(message)).toMatchObject([{ name: 'harbor-2026-09.csv', fault: null }]);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
