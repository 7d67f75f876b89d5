import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';

/** Clients of an SFTP server, with operations that return promises. */
export class SftpClients {
  readonly #port: () => number;
  readonly connected: ssh2.Client[] = [];

  constructor(port: () => number) {
    this.#port = port;
  }

  /** A client that is not connected yet. */
  begin(): ssh2.Client {
    const client = new ssh2.Client();
    this.connected.push(client);
    return client;
  }

  /** Connects, and rejects with any error of the connection. */
  async connectAs(options: ConnectConfig): Promise<ssh2.Client> {
    const client = this.begin();
    const ready = new Promise<void>((resolve, reject) => {
      client
        .on('ready', resolve)
        .on('error', reject)
        .on('close', () => reject(new Error('closed')));
    });
    client.connect({ host: '127.0.0.1', port: this.#port(), ...options });
    await ready;
    client.setNoDelay(true);
    return client;
  }

  async open({ username, privateKey }: { readonly username: string; readonly privateKey: string }) {
    const client = await this.connectAs({ username, privateKey });
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, session) => (error ? reject(error) : resolve(session)));
    });
    return { client, sftp };
  }

  destroy(): void {
    for (const client of this.connected.splice(0)) client.destroy();
  }
}

/** Runs an operation of the client as a promise. */
export function ask<T>(
  run: (done: (error: Error | null | undefined, value?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => run((error, value) => (error ? reject(error) : resolve(value))));
}

export const put = (sftp: SFTPWrapper, path: string, content: string | Buffer) =>
  ask((done) => sftp.writeFile(path, content, (error) => done(error)));

/** Opens a file for writing. */
export async function begin(sftp: SFTPWrapper, path: string, mode: 'w' | 'r+' = 'w'): Promise<Buffer> {
  const handle = await ask<Buffer>((done) => sftp.open(path, mode, done));
  if (handle === undefined) throw new Error('Nothing was opened');
  return handle;
}

/** The sorted names in a folder. */
export const names = async (sftp: SFTPWrapper, path: string) =>
  (await ask<ssh2.FileEntryWithStats[]>((done) => sftp.readdir(path, done)))
    ?.map(({ filename }) => filename)
    .toSorted();
