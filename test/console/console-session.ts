import type { Browser } from 'playwright-core';
import { openConsole } from '../../local/console/open-console.ts';
import { startBrowser } from '../support/browser.ts';
import { type OwnService, startService } from '../support/service.ts';

/** A service that serves the console, and a browser to look at it. */
export interface ConsoleSession {
  readonly service: OwnService;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export async function startConsoleSession(): Promise<ConsoleSession> {
  const [service, browser] = await Promise.all([startService({ console: await openConsole() }), startBrowser()]);
  return {
    service,
    browser,
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}
