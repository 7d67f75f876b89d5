import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { describeApi, OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { sharedService, startService, statement, type TestAccount } from '../support/service.ts';
import { blocksOf, type CodeBlock, codeBlocks } from './code-blocks.ts';

/** Guarantee: openapi.json, which clients and reviewers read, describes the API of this checkout. */
describe('openapi', () => {
  describe('openapi', () => {
    it("has the app's description in openapi.json; `npm run openapi` writes it", async () => {
      const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === (await describeApi());
      // A difference of two texts of a megabyte would be unreadable; `git diff openapi.json` shows it after the command.
      expect(isSame, 'The API has changed: run `npm run openapi` and commit openapi.json').toBe(true);
    });

    it('has examples that its own schemas accept', async () => {
      const document: unknown = JSON.parse(await readFile(OPENAPI_FILE, 'utf8'));
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      formatsPlugin.default(ajv);
      ajv.addFormat('binary', true);
      ajv.addSchema(Object(document), 'api');
      let checked = 0;
      const faults: string[] = [];
      const check = (pointer: string, value: unknown) => {
        const validate = ajv.compile({ $ref: `api#${pointer}` });
        checked += 1;
        if (!validate(value)) faults.push(`${decodeURIComponent(pointer)}: ${ajv.errorsText(validate.errors)}`);
      };
      const visit = (node: unknown, path: string) => {
        if (typeof node !== 'object' || node === null) return;
        const { schema, example, examples } = media.safeParse(node).data ?? {};
        if (schema !== undefined && example !== undefined) check(`${path}/schema`, example);
        for (const { value } of Object.values(schema === undefined ? {} : (examples ?? {})))
          check(`${path}/schema`, value);
        for (const [key, child] of Object.entries(node)) {
          if (key === 'example' || key === 'examples') continue;
          visit(child, `${path}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
        }
      };
      visit(document, '');
      expect(checked).toBeGreaterThan(300);
      expect(faults).toEqual([]);
    });

    const media = z.object({
      schema: z.looseObject({}).optional(),
      example: z.unknown().optional(),
      examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
    });
  });

  /** Guarantee: a program finds every reference page and how-to as Markdown from /llms.txt, and links between them lead to pages. */
  describe('llms', async () => {
    const service = await sharedService();
    const get = (path: string) => fetch(new URL(path, service.url));
    const list = await (await get('/llms.txt')).text();
    const addresses = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, address = '']) => address);

    it('lists the description and every page of the reference and the how-tos', () => {
      const pages = ['reference', 'howto'].flatMap((folder) =>
        readdirSync(`docs/${folder}`).map((name) => `${service.url}/docs/${folder}/${name}`),
      );
      expect(addresses.toSorted()).toEqual([`${service.url}/v1/docs/openapi.json`, ...pages].toSorted());
      expect(list).toMatch(/^# Commission statement service\n\n> /);
      expect(list.match(/^- .*:$/gm), 'descriptions that end in the middle of a sentence').toBeNull();
    });

    it('has no dead link, in the list and in its pages', async () => {
      const dead: string[] = [];
      for (const address of addresses) {
        const answer = await get(address);
        const text = await answer.text();
        if (answer.status !== 200) dead.push(address);
        if (!address.endsWith('.md')) continue;
        expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
        const from = new URL(address).pathname;
        for (const [, link = ''] of text.matchAll(/\]\((?!\w+:)([^)#\s]+\.md)(?:#[^)]*)?\)/g)) {
          const to = posix.join(posix.dirname(from), link);
          // Pages about the code itself are in the repository alone.
          if (to.startsWith('/docs/') && (await get(to)).status !== 200) dead.push(`${from}: ${link}`);
        }
      }
      expect(dead).toEqual([]);
    });

    it('serves pages of the list of its folder and nothing else', async () => {
      for (const path of [
        `/docs/${'nothing'}.md`,
        '/docs/..%2fREADME.md',
        '/docs/%2e%2e/README.md',
        '/docs/architecture.svg',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      const head = await fetch(new URL('/docs/reference/requests.md', service.url), { method: 'HEAD' });
      expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    });
  });
});

/** Guarantee: each example of a page works as it stands there, or a list says which test runs it, or why none can. */
describe('examples', async () => {
  const run = promisify(execFile);
  const service = await startService({
    hasReports: true,
    clock: () => new Date('2026-09-15T12:00:00Z'),
  });
  afterAll(() => service.close());

  /** Pages whose blocks of these languages are run here, with curl against a service. */
  const RUN_HERE: Readonly<Record<string, readonly number[]>> = {
    'README.md': [2],
    'docs/howto/ask-for-the-money-back.md': [1, 2, 3],
    'docs/howto/close-a-month.md': [1, 2],
    'docs/howto/compare-with-your-book-of-business.md': [1, 2],
    'docs/howto/drop-statements-by-sftp.md': [1, 2, 3],
    'docs/howto/export-a-list.md': [1, 2],
    'docs/howto/import-contacts.md': [1],
    'docs/howto/join-two-ids-of-a-member.md': [1, 2, 4],
    'docs/howto/load-a-statement.md': [1, 2, 3, 5, 6],
    'docs/howto/mail-statements.md': [1, 2, 3],
    'docs/howto/operate-one-machine.md': [1],
    'docs/howto/receive-webhooks.md': [1, 2, 3, 4],
    'docs/howto/schedule-a-report.md': [1, 2, 3, 4],
    'docs/howto/set-expected-rates.md': [1, 2, 4],
    'docs/retention.md': [2, 1],
    'docs/runbooks/webhooks-not-delivered.md': [2],
  };

  /** Blocks that another test runs or reads. */
  const RUN_BY: Readonly<Record<string, string>> = {
    'README.md, block 1': 'test/journeys/npm-start.test.ts',
    'client/README.md': 'test/clients/installed-packages.long.test.ts',
    'cli/README.md': 'test/docs/pages.test.ts',
    'docs/howto/generate-a-client.md': 'test/clients/typed-client.test.ts',
    'docs/howto/receive-webhooks.md': 'test/docs/page-code.test.ts',
    'docs/howto/use-python.md': 'test/docs/page-code.test.ts',
    'docs/howto/use-the-command-line.md': 'test/docs/pages.test.ts',
    'docs/howto/use-the-typescript-client.md': 'test/clients/installed-packages.long.test.ts',
    'docs/howto/join-two-ids-of-a-member.md, block 3': 'test/http/members/aliases.test.ts',
    'docs/howto/back-up-and-restore.md': 'test/journeys/backup.long.test.ts',
    'docs/howto/move-an-agency.md': 'test/journeys/move-agency.long.test.ts',
    'docs/howto/archive-old-months.md': 'test/journeys/archive-months.long.test.ts',
  };

  const AWS = 'needs an account of AWS';
  const MACHINE = 'installs something on a machine, or takes a command of its system';
  /** Blocks that cannot be run here, with the reason. */
  const NOT_RUN: Readonly<Record<string, string>> = {
    'docs/ARCHITECTURE.md': 'a drawing',
    'docs/adr': 'belongs to a decision',
    'docs/howto/add-a-column.md': 'a change of this repository',
    'docs/howto/add-a-statement-column.md': 'a change of this repository',
    'docs/howto/add-an-endpoint.md': 'a change of this repository',
    'docs/howto/ask-with-an-assistant.md': 'a setting of another program',
    'docs/howto/deploy-from-github.md': AWS,
    'docs/howto/deploy-to-aws.md': AWS,
    'docs/howto/drop-statements-by-sftp.md, block 4':
      'needs the client sftp; test/journeys/sftp-server.long.test.ts drops files',
    'docs/howto/let-people-sign-in-with-google-or-microsoft.md': 'needs a project of Google or Microsoft',
    'docs/howto/mail-statements.md, block 4': 'needs the server of mail; test/journeys/email-server.long.test.ts sends',
    'docs/howto/operate-one-machine.md': MACHINE,
    'docs/howto/run-as-a-service.md': MACHINE,
    'docs/howto/turn-on-the-firewall.md': AWS,
    'docs/howto/use-csharp.md': 'needs the SDK of .NET',
    'docs/performance.md': 'measures for an hour',
    'docs/testing.md': 'takes hours; test/faults runs parts of it',
    'docs/runbooks': AWS,
  };

  /** Blocks of data, which the test of their page parses. */
  const PARSED = ['docs/howto/load-a-statement.md, block 4', 'docs/howto/set-expected-rates.md, block 3'];

  const keysOf = ({ page, number }: CodeBlock) => [`${page}, block ${number}`, page, page.replace(/\/[^/]+$/, '')];

  it('knows for each block of each page where it is run', () => {
    const isKnown = (block: CodeBlock) =>
      block.language === 'sql' ||
      RUN_HERE[block.page]?.includes(block.number) === true ||
      [RUN_BY, NOT_RUN].some((list) => keysOf(block).some((key) => key in list)) ||
      PARSED.includes(`${block.page}, block ${block.number}`);
    const blocks = codeBlocks();
    expect(blocks.length).toBeGreaterThan(100);
    expect(blocks.filter((block) => !isKnown(block)).map(({ page, number }) => `${page}, block ${number}`)).toEqual([]);
    const keys = new Set(blocks.flatMap(keysOf));
    expect([...Object.keys(RUN_BY), ...Object.keys(NOT_RUN), ...PARSED].filter((key) => !keys.has(key))).toEqual([]);
    expect(Object.values(RUN_BY).filter((path) => !existsSync(path))).toEqual([]);
  });

  describe.each(Object.entries(RUN_HERE))('the commands of %s', (page, numbers) => {
    it('are accepted by the service', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'examples-'));
      const variables = await agencyFor(page, folder);
      const functions = blocksOf(page).filter(({ text }) => /^api\(\) \{.*\}$/m.test(text));
      const prelude = functions.map(({ text }) => /^api\(\) \{.*\}$/m.exec(text)?.[0] ?? '').join('\n');
      for (const number of numbers) {
        const text = blocksOf(page)[number - 1]?.text ?? '';
        const script = `set -eu\ncurl() { command curl --fail "$@"; }\n${prelude}\n${text}`;
        const local = script.replaceAll('http://127.0.0.1:3000', service.url);
        const { stdout } = await run('bash', ['-c', local], {
          cwd: folder,
          env: { ...process.env, ...variables },
        }).catch((error: { readonly stdout: string; readonly stderr: string }) => {
          throw new Error(`${page}, block ${number}: ${error.stdout} ${error.stderr}`);
        });
        expect(stdout).not.toContain('"code":"');
        await service.runJobs();
      }
      await rm(folder, { recursive: true, force: true });
    });
  });

  const id = z.object({ id: z.string() });

  /** Makes an agency with what the page begins with, and the files that it names. Returns the variables of its commands. */
  async function agencyFor(page: string, folder: string): Promise<Readonly<Record<string, string>>> {
    const account = await service.createAccount({ name: 'Lakeview Benefits', tier: 'enterprise' });
    const carrierId = await service.createCarrier({ account, name: 'Harbor Benefit' });
    const months = [
      ['2026-01', 50],
      ['2026-02', 50],
      ['2026-03', 40],
    ] as const;
    const jobs: string[] = [];
    for (const [period, amount] of months) {
      const rows = [['M-1', amount, { Policy: 'P-1', Name: 'Doe, Jane', Effective: '2025-01-01' }] as const];
      jobs.push((await account.load({ carrierId, period, file: statement(rows) })).jobId);
    }
    for (const name of ['april.csv', 'may.csv', 'ACME_202603.csv'])
      await writeFile(
        join(folder, name),
        'Member ID,Commission,Member Name,Policy Number\nM-1,40.00,"Doe, Jane",P-1\n',
      );
    await writeFile(
      join(folder, 'book.csv'),
      'policyNumber,memberExternalId,memberName,status\nP-1,M-1,"Doe, Jane",active\n',
    );
    await writeFile(join(folder, 'clients.xlsx'), 'Member ID,Phone,Email\nM-1,555 0100,jane@example.com\n');
    await writeFile(join(folder, 'rates.csv'), blocksOf('docs/howto/set-expected-rates.md')[2]?.text ?? '');
    const made = await thingsOf(account, carrierId, page);
    return {
      ...{ URL: service.url, API: service.url, TOKEN: account.token, ADMIN_TOKEN: OPERATOR_TOKEN },
      ...{ ACCOUNT: account.accountId, CARRIER: carrierId, JOB: jobs.at(-1) ?? '', PERIOD: '2026-03', KEY: 'a-key' },
      ...made,
    };
  }

  async function thingsOf(account: TestAccount, carrierId: string, page: string) {
    const get = async (path: string) => (await account.call('GET', path)).json;
    const list = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
    const first = async (path: string, field: string) => String(list.parse(await get(path)).data[0]?.[field] ?? '');
    const post = async (path: string, json: object) => (await account.call('POST', path, { json })).json;
    const made: Record<string, string> = { MEMBER: await first(`/v1/members?carrierId=${carrierId}`, 'memberRefId') };
    if (page.endsWith('set-expected-rates.md')) made['ESTIMATE'] = await first('/v1/expected-rates', 'id');
    if (page.endsWith('ask-for-the-money-back.md')) {
      await post('/v1/expected-rates', { carrierId, rateType: 'flat_per_member', rateValue: 60 });
      await service.runJobs();
      const claims = list.parse(await get('/v1/reports/recoverable')).data.map(({ claimId }) => String(claimId));
      made['CLAIM'] = claims[0] ?? '';
      made['DISPUTE'] = id.parse(await post('/v1/disputes', { claimIds: claims.slice(1, 2) })).id;
    }
    if (page.endsWith('schedule-a-report.md'))
      made['REPORT'] = id.parse(
        await post('/v1/reports/saved', { name: 'One', sql: 'select carrier_name from carriers' }),
      ).id;
    if (page.endsWith('receive-webhooks.md')) {
      const hook = { url: 'https://hooks.example.com/a', events: ['job.completed'] };
      made['WEBHOOK'] = id.parse(await post('/v1/webhooks', hook)).id;
      made['DELIVERY'] = id.parse(await post(`/v1/webhooks/${made['WEBHOOK']}/test`, {})).id;
    }
    return made;
  }

  describe('an example in SQL', () => {
    const blocks = codeBlocks().filter(({ language }) => language === 'sql');
    const reports = blocks.filter(({ page }) => page.startsWith('docs/howto/'));

    it.each(reports.map((block) => [`${block.page}, block ${block.number}`, block.text]))(
      '%s is a report',
      async (_, sql) => {
        const account = await service.createAccount();
        expect((await account.call('POST', '/v1/reports/run', { json: { sql } })).status).toBe(200);
      },
    );

    it.each(
      blocks
        .filter((block) => !reports.includes(block))
        .map((block) => [`${block.page}, block ${block.number}`, block.text]),
    )('%s is run by PostgreSQL', async (_, sql) => {
      await expect(service.database.system((connection) => connection.unsafe(sql).simple())).resolves.toBeDefined();
    });
  });

  it('has settings of a format that the service reads', () => {
    const fragment: unknown = JSON.parse(`{${blocksOf('docs/howto/load-a-statement.md')[3]?.text}}`);
    const columns = { member_external_id: 'Member ID', commission_amount: 'Commission', transaction_type: 'Type' };
    expect(statementConfigSchema.safeParse({ fileType: 'csv', columns, ...Object(fragment) }).error).toBeUndefined();
    expect(readFileSync('docs/howto/load-a-statement.md', 'utf8')).toContain('"cadence"');
  });
});
