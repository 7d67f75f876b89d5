import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runToItsEnd } from '../support/running-service.ts';

/** Guarantee: a start with a wrong setting ends with one line that names the setting, its value and what is allowed. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cas settings '));
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const failedStart = async (environment: Readonly<Record<string, string>>) => {
  const { code, output } = await runToItsEnd({ dataDirectory: join(folder, 'data'), environment });
  expect(code).toBe(1);
  return output;
};

test.each([
  ['HOST', '999.1.1.1', 'must be an IP address or a host name'],
  ['HOST', '[::1]', 'must be an IP address or a host name'],
  ['HOST', 'no-such-host.invalid', 'must be an address of this machine, or a name that leads to one (E'],
  ['HOST', '192.0.2.1', 'must be an address of this machine, or a name that leads to one (EADDRNOTAVAIL)'],
  ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
  ['PORT', ' ', 'must be a whole number from 0 to 65535'],
  ['SFTP_PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['DATA_DIR', '/dev/null/x', 'must be a directory that this user can write to, or one that can be made (ENOTDIR)'],
  ['DATA_DIR', '/proc/x', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
  ['DATA_DIR', '/proc', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
  ['PUBLIC_URL', 'ftp://x', 'must be an http:// or https:// address'],
  ['EMAIL_DOMAIN', '--', 'must be a domain name'],
  ['WEBHOOK_LOCALHOST', 'yes', 'must be allow or refuse'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'must be a whole number from 1 to 1000000000'],
  ['POWERTOOLS_LOG_LEVEL', 'xx', 'must be one of TRACE, DEBUG, INFO, WARN, ERROR, CRITICAL, SILENT'],
])('%s %j', async (name, value, allowed) => {
  const output = await failedStart({ [name]: value });
  expect(output).toContain(`The service could not start.\n${name} "${value}": ${allowed}`);
  expect(output.trim().split('\n')).toHaveLength(2);
});

test.each(['file', 'dangling', join('dangling', 'below'), 'x'.repeat(300)])('DATA_DIR at %s', async (name) => {
  const value = join(folder, name);
  expect(await failedStart({ DATA_DIR: value })).toMatch(
    /^The service could not start\.\nDATA_DIR ".*": must be a directory that .* \(E[A-Z]+\)\n$/,
  );
});

test.each([
  ['ADMIN_TOKEN', 'short-secret', 'must have at least 16 characters (its value is not shown)\n'],
  ['DATABASE_URL', 'mysql://u:short-secret@x/y', 'must be a postgres:// address (its value is not shown)\n'],
  ['DATABASE_URL', 'postgres://u:short-secret@db.invalid/y', 'must lead to a PostgreSQL 17 that can be used ('],
])('%s %j, whose value is a secret', async (name, value, allowed) => {
  const output = await failedStart({ [name]: value });
  expect(output).toContain(`The service could not start.\n${name}: ${allowed}`);
  expect(output).not.toContain('short-secret');
  expect(output.trim().split('\n')).toHaveLength(2);
});
