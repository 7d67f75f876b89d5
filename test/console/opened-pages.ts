import type { Browser } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { type OpenedPage, openPage, type PageOptions } from '../support/browser.ts';

/** Makes a function that opens pages for tests. Pages close after their test, which fails if a page had a fault. Call it once in a file. */
export function pagesOfTests(): (browser: Browser, url: string, options?: PageOptions) => Promise<OpenedPage> {
  const pages: OpenedPage[] = [];
  afterEach(async () => {
    for (const { faults, close } of pages.splice(0)) {
      expect(faults).toEqual([]);
      await close();
    }
  });
  return async (browser, url, options) => {
    const opened = await openPage(browser, url, options);
    pages.push(opened);
    return opened;
  };
}
