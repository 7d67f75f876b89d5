import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDirectory } from '../../server/data-directory.ts';
import { readSettings, SettingsError } from '../../server/settings.ts';
import { runToItsEnd } from '../support/running-service.ts';

/** Guarantee: a start with a wrong setting ends with one line that names the setting, its value and the allowed values. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cas settings '));
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** Runs the whole program with a wrong setting. Returns its output. */
const failedStart = async (environment: Readonly<Record<string, string>>) => {
  const { code, output } = await runToItsEnd({ dataDirectory: join(folder, 'data'), environment });
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(2);
  return output;
};

test.each([
  ['HOST', 'no-such-host.invalid', 'must be an address of this machine, or a name that leads to one (E'],
  ['HOST', '192.0.2.1', 'must be an address of this machine, or a name that leads to one (EADDRNOTAVAIL)'],
  ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
  ['DATA_DIR', '/proc/x', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
])('refuses npm start with %s %j', async (name, value, allowed) => {
  const output = await failedStart({ [name]: value });
  expect(output).toContain(`The service could not start.\n${name} "${value}": ${allowed}`);
});

test.each([
  ['ADMIN_TOKEN', 'short-secret', 'must have at least 16 characters (its value is not shown)\n'],
  ['DATABASE_URL', 'postgres://u:short-secret@db.invalid/y', 'must lead to a PostgreSQL 17 that can be used ('],
])('refuses npm start with %s %j without printing the secret value', async (name, value, allowed) => {
  const output = await failedStart({ [name]: value });
  expect(output).toContain(`The service could not start.\n${name}: ${allowed}`);
  expect(output).not.toContain('short-secret');
});

/** The first steps of a start, in this process. `npm start` prints the message of a SettingsError. */
async function refusal(environment: Readonly<Record<string, string>>): Promise<string> {
  const error = await (async () =>
    makeDataDirectory(readSettings({ DATA_DIR: join(folder, 'data'), ...environment }).dataDirectory))().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SettingsError);
  return error instanceof SettingsError ? error.message : '';
}

test.each([
  ['HOST', '999.1.1.1', 'must be an IP address or a host name'],
  ['HOST', '[::1]', 'must be an IP address or a host name'],
  ['PORT', ' ', 'must be a whole number from 0 to 65535'],
  ['SFTP_PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['DATA_DIR', '/dev/null/x', 'must be a directory that this user can write to, or one that can be made (ENOTDIR)'],
  ['DATA_DIR', '/proc', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
  ['PUBLIC_URL', 'ftp://x', 'must be an http:// or https:// address'],
  ['EMAIL_DOMAIN', '--', 'must be a domain name'],
  ['WEBHOOK_LOCALHOST', 'yes', 'must be allow or refuse'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'must be a whole number from 1 to 1000000000'],
  ['POWERTOOLS_LOG_LEVEL', 'xx', 'must be one of TRACE, DEBUG, INFO, WARN, ERROR, CRITICAL, SILENT'],
])('refuses %s %j', async (name, value, allowed) => {
  expect(await refusal({ [name]: value })).toBe(`${name} "${value}": ${allowed}`);
});

test.each(['file', 'dangling', join('dangling', 'below'), 'x'.repeat(300)])(
  'refuses a DATA_DIR at %s',
  async (name) => {
    expect(await refusal({ DATA_DIR: join(folder, name) })).toMatch(
      /^DATA_DIR ".*": must be a directory that .* \(E[A-Z]+\)$/,
    );
  },
);

test.each([
  'https://u:short-secret@mail.example.org',
  'smtp://u:short-secret@mail.example.org/path',
  'smtp://u:short-secret%zz@mail.example.org',
  'smtp://u:short-secret@',
  'mail.example.org:587',
])('refuses an SMTP_RELAY_URL %s without printing it', async (url) => {
  expect(await refusal({ SMTP_RELAY_URL: url, MAIL_FROM: 'reports@harbor.example' })).toBe(
    'SMTP_RELAY_URL: must be like smtp://user:password@mail.example.org:587 or smtps://…:465 (its value is not shown)',
  );
});

test('refuses a relay without a sender, and accepts a relay with a sender', async () => {
  const url = 'smtp://u%40x:p@mail.example.org:587';
  expect(await refusal({ SMTP_RELAY_URL: url })).toMatch(/^MAIL_FROM: must be set with SMTP_RELAY_URL/);
  const from = 'reports@harbor.example';
  expect(readSettings({ SMTP_RELAY_URL: url, MAIL_FROM: from }).mailRelay).toEqual({ url, from });
  expect(readSettings({ MAIL_FROM: from }).mailRelay).toBeNull();
});

test('refuses a DATABASE_URL of another database without printing the secret value', async () => {
  expect(await refusal({ DATABASE_URL: 'mysql://u:short-secret@x/y' })).toBe(
    'DATABASE_URL: must be a postgres:// address (its value is not shown)',
  );
});
