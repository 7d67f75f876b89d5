import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_PATHS, CONSOLE_SECURITY_POLICY } from '../../core/console-site.ts';
import { openConsole } from '../../server/console/open-console.ts';
import { type SampleService, startSampleService } from '../http/framework/sample-service.ts';

/** Guarantee: the HTTP app serves the console to browsers at each of its addresses, without any inline code. */

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

  test('leaves the API, the reference and unknown paths as they are', async () => {
    expect((await get('/', 'application/json')).status).toBe(404);
    expect((await get('/docs')).headers.get('location')).toBe('/v1/docs');
    expect((await get('/v1/health')).status).toBe(200);
    expect((await get('/nowhere')).status).toBe(404);
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
    for (const path of ['/console/..%2findex.html', '/console/%2e%2e%2fpackage.json', '/console/no.js', '/console/']) {
      expect((await get(path, '*/*')).status).toBe(404);
    }
  });
});
