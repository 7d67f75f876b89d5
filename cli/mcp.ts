import { defineCommand } from 'citty';
import { serviceAddress, signedInClient } from './login.ts';
import { CommandFailure, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

/**
 * Lets an assistant ask the service by the Model Context Protocol. Over standard input and output it uses the stored login. Over HTTP each
 * request brings the access token of its own account.
 */
export const mcpCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'mcp', description: 'Let an assistant ask the service by the Model Context Protocol.' },
    args: {
      http: {
        type: 'string',
        description: 'Serve HTTP on this port of 127.0.0.1, not standard input',
        valueHint: '4100',
      },
    },
    setup: refuseUnknownWords,
    async run({ args: { http } }) {
      const { serveHttp, serveStandardInput } = await import('./serve-mcp.ts');
      if (http === undefined) {
        await serveStandardInput(await signedInClient(terminal), terminal.signal);
        return;
      }
      const port = Number(http);
      if (!Number.isInteger(port) || port < 0 || port > 65_535) {
        throw new CommandFailure(WRONG_USAGE, `"${http}" is not a port such as 4100.`);
      }
      await serveHttp({
        port,
        baseUrl: await serviceAddress(terminal),
        signal: terminal.signal,
        onListening: (url) => terminal.tell(`Listening on ${url}. Each request needs an access token of the service.`),
      });
    },
  });
