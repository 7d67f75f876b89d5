import { once } from 'node:events';
import ses from 'aws-ses-v2-local';
import { z } from 'zod';

export interface SesServer {
  readonly endpoint: string;
  /** The accepted messages, in the server's own form. */
  readonly emails: () => Promise<readonly SesEmail[]>;
  close(): Promise<void>;
}

const store = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      from: z.string(),
      destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
      body: z.object({ text: z.string().optional(), html: z.string().optional() }),
      attachments: z.array(z.object({ filename: z.string().optional(), contentType: z.string(), content: z.string() })),
    }),
  ),
});

export type SesEmail = z.output<typeof store>['emails'][number];

/** The package is CommonJS, and Node's loader puts its default export one level deeper than the test runner's. */
const startSes: typeof ses.default = typeof ses === 'function' ? ses : ses.default;

/** Starts SES over the network, in memory, on the loopback interface only. */
export async function startSesServer(): Promise<SesServer> {
  const server = await startSes({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const readAll = async () => store.parse(await (await fetch(`${endpoint}/store`)).json()).emails;
  // The package keeps the messages of all servers of a process in one list.
  const earlier = (await readAll()).length;
  return {
    endpoint,
    emails: async () => (await readAll()).slice(earlier),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
