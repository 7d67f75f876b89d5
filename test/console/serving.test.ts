import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_PATHS, CONSOLE_SECURITY_POLICY } from '../../core/page-headers.ts';
import { openConsole } from '../../server/console/open-console.ts';
import { type SampleService, startSampleService } from '../http/framework/sample-service.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { statement } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: the HTTP app serves the console to browsers at each of its addresses, without any inline code. */
describe('serving', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({ console: await openConsole() });
  });
  afterAll(() => service?.close());

  const get = (path: string, accept = 'text/html,*/*;q=0.8') =>
    fetch(new URL(path, service.url), { headers: { Accept: accept }, redirect: 'manual' });

  describe('the page', () => {
    test.each(CONSOLE_PATHS)('is at %s', async (path) => {
      const response = await get(path.replaceAll(/:\w+/g, '2026-04'));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toBe(CONSOLE_SECURITY_POLICY);
      expect(response.headers.get('x-frame-options')).toBe('DENY');
    });

    test('has no inline script and no inline style', async () => {
      const html = await (await get('/')).text();
      expect(html).toContain('<div id="console">');
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:/i);
      expect(CONSOLE_SECURITY_POLICY).not.toContain('unsafe');
    });

    test('is shown to a browser at an unknown address, and a problem to any other client', async () => {
      for (const path of ['/nowhere', '/months', '/a/b?c=%22%3Cb%3E', '/members/%00', '/members/%E0%A4%A']) {
        const response = await get(path);
        expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        expect(await response.text()).toContain('<div id="console">');
        for (const accept of ['*/*', 'application/json', ''])
          expect((await get(path, accept)).headers.get('content-type')).toContain('problem+json');
      }
      for (const path of ['/v1/nowhere', '/v1', '/v1/members/%00', '/console/nowhere.js'])
        expect((await get(path)).headers.get('content-type')).toContain('problem+json');
    });

    test('of an unknown address leads to the start where the console is served elsewhere', async () => {
      const alone = await startSampleService({ publicUrl: 'https://api.example.com' });
      const response = await fetch(new URL('/nowhere', alone.url), { headers: { Accept: 'text/html' } });
      expect([response.status, response.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
      expect(await response.text()).toContain('<a href="https://api.example.com">Go to the start</a>');
      await alone.close();
    });

    test('leaves the API and the reference as they are', async () => {
      expect((await get('/', 'application/json')).status).toBe(404);
      expect((await get('/docs')).headers.get('location')).toBe('/v1/docs');
      expect((await get('/v1/health')).status).toBe(200);
      expect((await get('/index.html')).status).toBe(404);
    });

    test('works below the path of a proxy', async () => {
      const behind = await startSampleService({
        publicUrl: 'https://api.example.com/agency',
        console: await openConsole(),
      });
      expect(await (await fetch(behind.url)).text()).toContain('<base href="/agency/"');
      await behind.close();
    });
  });

  describe('its files', () => {
    test('are kept by browsers, have their kind, and are never read from a path', async () => {
      const html = await (await get('/')).text();
      const names = [...html.matchAll(/(?:src|href)="\.\/(console\/[^"]+)"/g)].map(([, name]) => name);
      expect(names.length).toBeGreaterThanOrEqual(3);
      for (const name of names) {
        const response = await get(`/${name}`, '*/*');
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toContain('immutable');
        expect(response.headers.get('content-type')).toMatch(/javascript|css|svg/);
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
      }
      for (const path of [
        '/console/..%2findex.html',
        '/console/%2e%2e%2fpackage.json',
        '/console/no.js',
        '/console/',
      ]) {
        expect((await get(path, '*/*')).status).toBe(404);
      }
    });
  });
});

/** Guarantee: a first owner signs in by link, drops two months and reads who is gone. The other tests of the console are long ones. */
describe('first visit', () => {
  let session: ConsoleSession;
  beforeAll(async () => {
    session = await startConsoleSession({ host: 'localhost' });
    await session.service.createCarrier({ name: 'Summit Senior Life' });
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();

  test('a first owner signs in by link, adds two statements, and sees the member who is gone', async () => {
    const { page } = await openPage(session.browser, session.url);
    await page.goto((await session.firstOwnerLink()) ?? '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/drop');
    const file = (month: string, rows: Parameters<typeof statement>[0]) => ({
      name: `Summit Senior Life ${month}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(statement(rows)),
    });
    const ada = ['M-1', 40, { Name: 'Ada Doe' }] as const;
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles([file('2026-03', [ada, ['M-2', 30, { Name: 'Bob Roe' }]]), file('2026-04', [ada])]);
    await page.getByRole('button', { name: 'Add all 2 statements' }).click();
    let jobs = 0;
    await expect.poll(async () => (jobs += await session.service.runJobs())).toBeGreaterThanOrEqual(2);
    await page.getByText('1 gone.').waitFor();
    await page.goto('/changes');
    await page.getByText('Bob Roe').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
