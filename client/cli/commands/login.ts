import { defineCommand } from 'citty';
import { answerOf, createCommissionClient } from '../../commission-client.ts';
import { CommandFailure, WRONG_USAGE } from '../command-failure.ts';
import { refuseUnknownOptions } from '../refuse-unknown-options.ts';
import { storeLogin, tellSilenceOnce } from '../stored-login.ts';
import type { Terminal } from '../terminal.ts';

const LOCAL_URL = 'http://127.0.0.1:3000';

/** Asks for address and token, checks them by a call, and stores them. */
export const loginCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'login', description: 'Store the address of the service and an access token.' },
    args: {
      url: { type: 'string', description: 'Address of the service', valueHint: LOCAL_URL },
      token: { type: 'string', description: 'Access token; better asked for, or in COMMISSION_STATEMENTS_TOKEN' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownOptions,
    async run({ args }) {
      const asked = { message: 'Address of the service', proposal: LOCAL_URL };
      const url = args.url ?? terminal.environment['COMMISSION_STATEMENTS_URL'] ?? (await ask(terminal, asked));
      if (!URL.canParse(url)) throw new CommandFailure(WRONG_USAGE, `"${url}" is not an address such as ${LOCAL_URL}.`);
      const token =
        args.token ??
        terminal.environment['COMMISSION_STATEMENTS_TOKEN'] ??
        (await ask(terminal, { message: 'Access token', isSecret: true }));
      const account = await answerOf(
        createCommissionClient({ baseUrl: url, token, retries: { onWaiting: tellSilenceOnce(terminal, url) } }).api.GET(
          '/v1/me',
        ),
      );
      const file = await storeLogin(terminal, { url, token });
      terminal.tell(`The login is stored in ${file}.`);
      terminal.print(args.json ? JSON.stringify({ url, ...account }) : `Signed in to ${account.name}.`);
    },
  });

async function ask(terminal: Terminal, question: Parameters<Terminal['ask']>[0]): Promise<string> {
  if (terminal.isInteractive) return terminal.ask(question);
  throw new CommandFailure(WRONG_USAGE, `${question.message} is missing: add --url and --token.`);
}
