import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { tableOf } from '../../cli/carriers.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { plainText, type Terminal } from '../../cli/terminal.ts';
import { missingInWords } from '../../cli/upload.ts';
import { verifyWebhook } from '../../client/verify-webhook.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../core/limits/job-limits.ts';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { type OwnService, startService, statement, type TestAccount } from '../support/service.ts';

/** Guarantee: the command line works with the service as its how-to page describes, and its exit code tells the result. */

const PROGRAM = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

let service: OwnService;
let account: TestAccount;
let folder: string;
let jobs: { stop(): Promise<void> };
beforeAll(async () => {
  service = await startService();
  account = await service.createAccount();
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  jobs = runJobsUntilStopped();
  await service.createCarrier({ account, name: 'Pinnacle Life' });
  await write(
    'april.csv',
    statement([
      ['M-1', '40.00'],
      ['M-2', '50.00'],
      ['M-3', '60.00'],
    ]),
  );
  await write(
    'may.csv',
    statement([
      ['M-1', '40.00'],
      ['M-2', '30.00'],
      ['M-4', '10.00'],
    ]),
  );
});
afterAll(async () => {
  await jobs.stop();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the service's jobs in place of the worker. */
function runJobsUntilStopped() {
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      await service.runJobs();
      await service.services.outbox.sweepOutbox();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

const path = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFile(path(name), text);

/** Runs a command line. `answers` are what a person types. Without them the program has no terminal on which it could ask. */
async function run(
  line: readonly string[],
  answers: readonly (string | boolean)[] | null = null,
  environment: Readonly<Record<string, string>> = {},
) {
  const printed: string[] = [];
  const told: string[] = [];
  const left = [...(answers ?? [])];
  const terminal: Terminal = {
    environment: { XDG_CONFIG_HOME: folder, ...environment },
    isInteractive: answers !== null,
    print: (line) => void printed.push(line),
    tell: (line) => void told.push(line),
    ask: async () => String(left.shift()),
    confirm: async (question) => {
      told.push(question);
      return left.shift() === true;
    },
    async choose(_, options) {
      const wanted = left.shift();
      const option = options.find(({ value }) => value === wanted);
      if (option === undefined) throw new Error(`No answer ${wanted}`);
      return option.value;
    },
    progressBar: () => ({ show() {}, end() {} }),
    signal: new AbortController().signal,
  };
  const exitCode = await runCommandLine(line, terminal);
  return { exitCode, printed: printed.join('\n'), told: told.join('\n') };
}

it('asks to sign in first, and stores the login for its owner alone', async () => {
  expect(await run(['upload', path('april.csv')])).toMatchObject({
    exitCode: 3,
    told: expect.stringContaining('login'),
  });
  expect(await run(['login', '--url', service.url, '--token', 'cas_wrong'])).toMatchObject({ exitCode: 3 });
  expect(await run(['login'], [service.url, account.token])).toMatchObject({
    exitCode: 0,
    printed: 'Signed in to Harbor Benefits.',
  });
  const { mode } = await stat(path('commission-statements/login.json'));
  expect(mode & 0o777).toBe(0o600);
});

it('uploads months, says what changed, and leaves a month that has a file unchanged', async () => {
  const upload = ['upload', '--carrier', 'pinnacle life', '--period'];
  expect(await run([...upload, '2026-04', path('april.csv')])).toMatchObject({
    exitCode: 0,
    printed: 'april.csv: April 2026, 3 members, $150.00 (3 new)',
  });
  expect(await run([...upload, '2026-05', path('may.csv')])).toMatchObject({
    exitCode: 0,
    printed: 'may.csv: May 2026, 3 members, $80.00 (1 gone, 1 paid less or more, 1 new, 1 the same)',
  });
  const again = [...upload, '2026-05', path('april.csv')];
  expect(await run(again)).toMatchObject({ exitCode: 1, printed: expect.stringContaining('--replace or --append') });
  expect(await run(again, ['leave'])).toMatchObject({ exitCode: 1, printed: 'april.csv: Not sent.' });
  const replaced = await run([...upload, '2026-05', '--replace', '--json', path('may.csv')]);
  expect(JSON.parse(replaced.printed)).toMatchObject([{ status: 'completed', job: { mode: 'replace' } }]);
});

it('uploads the statements of a ZIP archive and waits for all of them', async () => {
  await service.createCarrier({ account, name: 'Zenith Life' });
  const rows = (id: string) => `Member ID,Commission\n${id},10.00\n`;
  const archive = zipBytes([
    { name: 'north.csv', data: rows('Z-1') },
    { name: 'south.csv', data: rows('Z-2') },
  ]);
  await writeFile(path('both.zip'), archive);
  const uploadRun = await run(['upload', '--carrier', 'zenith life', '--period', '2026-02', path('both.zip')]);
  expect(uploadRun).toMatchObject({ exitCode: 0, printed: 'both.zip: February 2026, 2 members, $20.00 (2 new)' });
});

it('lists who is gone, new or paid less, by the size of the difference', async () => {
  const { exitCode, printed } = await run(['changes', '--period', '2026-05']);
  expect(exitCode).toBe(0);
  expect(printed.split('\n').map((line) => line.split(/ {2,}/).join('|'))).toEqual([
    'Member|Policy|Carrier|What|Before|Now|Why',
    expect.stringMatching(/^M-3\|Pinnacle Life\|Gone\|\$60\.00\|\$0\.00\|\w/),
    expect.stringMatching(/^M-2\|Pinnacle Life\|Paid less\|\$50\.00\|\$30\.00\|Paid \$20\.00 less/),
    expect.stringMatching(/^M-4\|Pinnacle Life\|New\|\$0\.00\|\$10\.00/),
  ]);
  expect((await run(['changes', '--carrier', 'Pinnacle Life'])).printed).toBe(printed);
  expect(JSON.parse((await run(['changes', '--period', '2026-05', '--json'])).printed)).toHaveLength(3);
  expect(await run(['changes', '--period', 'May'])).toMatchObject({ exitCode: 2 });
});

it('takes carrier and month from the file, and sends nothing if the person answers no', async () => {
  await write('pinnacle-life-2026-06.csv', statement([['M-1', '40.00']]));
  const denied = await run(['upload', '--carrier', 'Pinnacle Life', path('pinnacle-life-2026-06.csv')], [false]);
  expect(denied).toMatchObject({ exitCode: 1, told: expect.stringContaining('Right?') });
  const uploadRun = await run(['upload', '--carrier', 'Pinnacle Life', path('pinnacle-life-2026-06.csv')], [true]);
  expect(uploadRun).toMatchObject({ exitCode: 0, printed: expect.stringContaining('June 2026, 1 member, $40.00') });
});

it('sets rates after showing what they change, and saves the worksheet', async () => {
  await write('rates.csv', 'rateType,rateValue\nflat_per_member,55\n');
  const rates = ['rates', 'import', path('rates.csv'), '--carrier', 'Pinnacle Life'];
  expect(await run(rates)).toMatchObject({ exitCode: 2 });
  expect(await run([...rates, '--dry-run'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('1 new rate,'),
  });
  expect(await run(rates, [true])).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('The rates are set.'),
  });
  const worksheet = await run(['worksheet', '-o', path('owed.xlsx')]);
  expect(worksheet).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/\$[1-9][\d.,]* owed/) });
  expect((await readFile(path('owed.xlsx'))).subarray(0, 2).toString()).toBe('PK');
});

it('names the months that the shown effect of rates leaves out', async () => {
  await service.database.system(
    (sql) =>
      sql`update files set rows_ingested = ${RESCORED_AT_ONCE_LINES_MAX + 1} where account_id = ${account.accountId}`,
  );
  await write('higher.csv', 'rateType,rateValue\nflat_per_member,60\n');
  const preview = await run(['rates', 'import', path('higher.csv'), '--carrier', 'Pinnacle Life', '--dry-run']);
  expect(preview.printed).toMatch(/Not counted here: \d+ months of very large statements\./);
});

it('saves the format of an unknown file for a new carrier', async () => {
  const infer = ['carriers', 'infer', path('april.csv'), '--save', '--new', 'Newly Found Life'];
  expect(await run(infer)).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('version 1 of Newly Found Life'),
  });
  expect((await run(['carriers', 'list'])).printed).toContain('Newly Found Life');
});

it('sends the events of jobs to a receiver on this machine, signed like webhooks of the service', async () => {
  const received: { readonly headers: object; readonly body: string }[] = [];
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => received.push({ headers: request.headers, body }));
    request.on('end', () => response.writeHead(204).end());
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  const listening = run([
    'listen',
    '--forward-to',
    `http://127.0.0.1:${port}/hooks`,
    '--secret',
    secret,
    '--count',
    '1',
  ]);
  await write('july.csv', statement([['M-1', '40.00']]));
  // A job that ended before the command began to listen causes no event, so the test makes jobs until an event has arrived.
  for (let amount = 0; received.length === 0; amount += 1) {
    await write('july.csv', statement([['M-1', `40.0${amount % 10}`]]));
    await run(['upload', '--carrier', 'Pinnacle Life', '--period', '2026-07', '--replace', path('july.csv')]);
  }
  expect(await listening).toMatchObject({ exitCode: 0, printed: 'job.completed, July 2026: 204' });
  receiver.close();
  const [first] = received;
  const headers = new Headers(Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]));
  expect(await verifyWebhook({ secret, headers, body: first?.body ?? '' })).toMatchObject({
    event: 'job.completed',
    period: '2026-07',
  });
});

it('sends the events since a time, for a receiver that was down', async () => {
  const line = [
    'listen',
    '--forward-to',
    'http://127.0.0.1:9/hooks',
    '--since',
    '2026-01-01',
    '--count',
    '1',
    '--json',
  ];
  const { exitCode, printed } = await run(line);
  expect({ exitCode, told: JSON.parse(printed) }).toMatchObject({
    exitCode: 0,
    told: { result: 'no answer', event: { event: 'job.completed', period: '2026-04' } },
  });
  expect(await run([...line.slice(0, 4), 'yesterday'])).toMatchObject({
    exitCode: 2,
    told: expect.stringContaining('yesterday'),
  });
});

it.each([
  ['an unknown option', ['worksheet', '-o', 'x.xlsx', '--form', '2026-01']],
  ['an unknown command', ['uplaod', 'a.csv']],
  ['a missing file', ['upload']],
  ['a file that is not there', ['upload', 'a.csv']],
  ['a carrier that is not there', ['changes', '--carrier', 'Nobody']],
  ['a folder that is not there', ['worksheet', '-o', '/nowhere/owed.csv']],
  ['both --replace and --append', ['upload', 'a.csv', '--replace', '--append']],
  ['a word that is no option', ['changes', '2026-05']],
  ['a second word', ['completion', 'bash', 'zsh']],
  ['an option before the command', ['--json', 'changes']],
  ['an option in the middle of a command', ['carriers', '--json', 'list']],
  ['a receiver that has no address', ['listen', '--forward-to', 'ftp://localhost/hooks']],
  ['a secret that nobody can verify with', ['listen', '--forward-to', 'http://localhost:9', '--secret', 'x']],
])('ends with 2 for %s', async (_, line) => {
  expect(await run(line)).toMatchObject({ exitCode: 2, told: expect.stringMatching(/\w/) });
});

it.each(['localhost:3000', 'foo'])('ends with 2 for the address %s', async (url) => {
  const environment = { COMMISSION_STATEMENTS_URL: url, COMMISSION_STATEMENTS_TOKEN: 'cas_x' };
  for (const line of [['changes'], ['login'], ['mcp', '--http', '0']]) {
    expect(await run(line, null, environment)).toMatchObject({ exitCode: 2, told: expect.stringContaining(url) });
  }
});

it('uploads what another program writes', async () => {
  const line = `cat may.csv | '${process.execPath}' '${PROGRAM}' upload --carrier 'Pinnacle Life' --period 2025-12 /dev/stdin`;
  const env = { ...process.env, COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: account.token };
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd: folder, env });
  expect(stdout).toContain('December 2025, 3 members');
});

it('ends with 1 and a sentence when its output cannot be written', async () => {
  const full = promisify(execFile)('bash', ['-c', `'${process.execPath}' '${PROGRAM}' completion bash > /dev/full`]);
  await expect(full).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^The output cannot .*\n$/) });
});

it('shows the names of a statement as plain text, each in its line', () => {
  const names = ['\u001b[31mRed\u001b]0;title\u0007', 'One\nTwo\rThree', '\u009b31mC1'];
  const table = tableOf(
    ['Member', 'Now'],
    names.map((name) => [name, '$1.00']),
  );
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['Member', 'Now'],
    ['Red', '$1.00'],
    ['One TwoThree', '$1.00'],
    ['C1', '$1.00'],
  ]);
  expect(plainText('a\u001b[2Jb\u0007\nc — “é”')).toBe('ab\nc — “é”');
});

it('sends nothing when one of the files is not there', async () => {
  const upload = ['upload', '--carrier', 'Pinnacle Life', '--period', '2026-08', path('april.csv'), path('no.csv')];
  expect(await run(upload)).toMatchObject({ exitCode: 2, told: expect.stringContaining('no.csv'), printed: '' });
});

it('names the whole command in its usage, without colors in a pipe', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'carriers', 'infer', '--help']);
  expect(stdout).toContain('USAGE commission-statements carriers infer [OPTIONS] <FILE>');
});

it('ends with 0 when the reader of its output stops reading', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'completion', 'bash'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [[exitCode], told] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect({ exitCode, told }).toEqual({ exitCode: 0, told: '' });
});

it('refuses a name that several carriers have, and lists them with their ids', async () => {
  const twin = { name: 'Larkspur Mutual', allowSameName: true };
  const ids = [
    await account.call('POST', '/v1/carriers', { json: twin }),
    await account.call('POST', '/v1/carriers', { json: twin }),
  ].map(({ json }) => z.object({ id: z.string() }).parse(json).id);
  const refused = await run(['upload', path('april.csv'), '--carrier', 'larkspur mutual', '--period', '2026-04']);
  expect(refused.exitCode).toBe(2);
  for (const id of ids) expect(refused.told).toContain(id);
});

it('lists carriers of more than one page', async () => {
  const other = await service.createAccount();
  const { token } = other;
  const names = Array.from({ length: 201 }, (_, index) => `Carrier ${index}`);
  for (const name of names) await service.createCarrier({ account: other, name });
  const environment = { COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: token };
  const { printed } = await run(['carriers', 'list', '--json'], null, environment);
  expect(
    z
      .array(z.object({ name: z.string() }))
      .parse(JSON.parse(printed))
      .map(({ name }) => name),
  ).toEqual(expect.arrayContaining(names));
});

it('completes commands and options in bash, as a program of its own', async () => {
  const { stdout: script } = await promisify(execFile)(process.execPath, [PROGRAM, 'completion', 'bash']);
  const complete = async (...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _commission_statements; echo "\${COMPREPLY[*]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${ask}`]);
    return stdout.trim();
  };
  expect(await complete('commission-statements', 'up')).toBe('upload');
  expect(await complete('commission-statements', 'upload', '--re')).toBe('--replace');
  expect(await complete('commission-statements', 'carriers', 'infer', '--s')).toBe('--save');
  expect(await complete('commission-statements', 'carriers', '')).toBe('list infer');
  // An empty answer leaves the names of files to bash.
  expect(await complete('commission-statements', 'upload', '')).toBe('');
  expect(await complete('commission-statements', 'completion', 'f')).toBe('fish');
});

it('says the version, and names its environment variables in every usage', async () => {
  expect(await run(['--version'])).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  for (const line of [['--help'], ['upload', '--help'], ['rates', 'import', '--help']]) {
    const { printed } = await run(line);
    expect(printed).toContain('COMMISSION_STATEMENTS_URL');
    expect(printed).toContain('COMMISSION_STATEMENTS_TOKEN');
  }
});

it('sends to the workspace that it names, and lists what changed there alone', async () => {
  const own = await service.createAccount();
  await service.createCarrier({ account: own, name: 'Harbor Dental' });
  const north = await service.createWorkspace(own, 'North');
  const as = { COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: own.token };
  const upload = ['upload', '--carrier', 'Harbor Dental', '--period', '2026-04', path('april.csv')];
  expect(await run(upload, null, as)).toMatchObject({ exitCode: 1, told: 'The file is not in.' });
  expect(await run([...upload, '--workspace', 'South'], null, as)).toMatchObject({
    exitCode: 2,
    told: expect.stringMatching(/^No workspace is named "South"\. There are: .*North/),
  });
  expect(await run([...upload, '--workspace', 'north'], null, as)).toMatchObject({ exitCode: 0 });
  expect((await own.call('GET', '/v1/files')).json).toMatchObject({ data: [{ workspaceId: north }] });
  const may = ['upload', '--carrier', 'Harbor Dental', '--period', '2026-05', path('may.csv'), '--workspace', north];
  expect(await run(may, null, as)).toMatchObject({ exitCode: 0 });
  const changesIn = async (workspace: string) =>
    JSON.parse((await run(['changes', '--json', '--workspace', workspace], null, as)).printed);
  expect(await changesIn('North')).not.toEqual([]);
  expect(await changesIn(own.workspaceId)).toEqual([]);
});

it("compares a file with the carrier's own total", async () => {
  const upload = ['upload', '--carrier', 'Pinnacle Life', '--period', '2026-01', path('april.csv'), '--json'];
  expect(await run([...upload, '--stated-total', '149.50'])).toMatchObject({ exitCode: 0 });
  const { json } = await account.call('GET', '/v1/files?period=2026-01');
  expect(json).toMatchObject({ data: [{ statedTotal: 149.5 }] });
  expect(await run([...upload, '--stated-total', '$5'])).toMatchObject({ exitCode: 2 });
  expect(await run([...upload, path('may.csv'), '--stated-total', '5'])).toMatchObject({
    exitCode: 2,
    told: 'A --stated-total is the total of one file. Send one at a time.',
  });
});

it.each([
  [1, 1, 'The file is not in.'],
  [1, 3, '1 of 3 files is not in.'],
  [2, 3, '2 of 3 files are not in.'],
  [3, 3, 'None of the 3 files is in.'],
])('says that %i of %i files are missing', (missing, files, sentence) => {
  expect(missingInWords(missing, files)).toBe(sentence);
});
