import { createServer, type Server, type Socket } from 'node:net';
import ssh2, { type AuthContext, type Connection, type ParsedKey, type ServerConfig } from 'ssh2';
import type { DropStore } from '../app/intake-ports.ts';
import { fingerprintOf } from '../core/intake/sftp-public-key.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import type { AuthorizedUser } from '../lambdas/sftp/authorize-user.ts';
import { SftpHome } from './sftp-home.ts';
import { serveSftp } from './sftp-session.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface SftpServer {
  readonly port: number;
  /** Of the host key, as clients show it at the first connection. */
  readonly fingerprint: string;
  /** Ends every connection; what was cut can be resumed after the next start. */
  close(): Promise<void>;
}

export interface SftpServerParts {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly hostKey: string;
  /** The function that Transfer Family asks. */
  readonly authorize: (event: unknown) => Promise<AuthorizedUser>;
  readonly dropStore: DropStore;
  /** Writes down an upload of a user that was ended. */
  readonly reject: (upload: RejectedUpload, reason: string) => Promise<void>;
  readonly log: Log;
}

export interface RejectedUpload {
  readonly username: string;
  readonly name: string;
  readonly byteSize: number;
}

/** Nothing with SHA-1, CBC or finite fields below 2048 bits, as the security policy of the server on AWS has it. */
const ALGORITHMS = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: [
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes256-ctr',
    'aes192-ctr',
    'aes128-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
} satisfies ServerConfig['algorithms'];

/** Of users who have signed in. Each holds a few uploads of 15 MiB in memory at most. */
const CONNECTIONS_MAX = 32;
const CONNECTIONS_OF_USER_MAX = 8;
/** A client offers every key it has. */
const SIGN_IN_TRIES_MAX = 10;
/** Those that have not signed in yet, which cost little: more than honest clients come at once. */
const WAITING_LIMITS = { connectionsMax: 128, ofAddressMax: 64, seconds: 20 };
/** A client that is alive answers the server's own question every 15 seconds. */
const SILENCE_SECONDS = 60;

/** SFTP on one machine, as Transfer Family serves it: the same users, rights, folders and rules, for the same bucket layout. */
export async function startSftpServer(parts: SftpServerParts): Promise<SftpServer> {
  const { host, port, hostKey, log } = parts;
  const sockets = new Set<Socket>();
  const sessions = new Set<Promise<void>>();
  const users: string[] = [];
  const waiting = new WaitingRoom(WAITING_LIMITS);
  const ssh = new ssh2.Server({ hostKeys: [hostKey], algorithms: ALGORITHMS, ident: 'sftp' }, (client, { ip, port }) =>
    serveConnection(client, parts, {
      enter(username) {
        const ofUser = users.filter((user) => user === username).length;
        if (users.length >= CONNECTIONS_MAX || ofUser >= CONNECTIONS_OF_USER_MAX) return false;
        for (const socket of sockets) {
          if (socket.remoteAddress === ip && socket.remotePort === port) waiting.leave(socket);
        }
        users.push(username);
        client.on('close', () => users.splice(users.indexOf(username), 1));
        return true;
      },
      keep(session) {
        const kept = session.finally(() => sessions.delete(kept));
        sessions.add(kept);
      },
    }),
  );
  const server = createServer((socket) => {
    sockets.add(socket);
    waiting.enter(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      waiting.leave(socket);
    });
    // A client asks, waits for the answer and asks again: held back for 40 ms each, a large file would take minutes.
    socket.setNoDelay(true);
    socket.setTimeout(SILENCE_SECONDS * 1000, () => socket.destroy());
    ssh.injectSocket(socket);
  });
  await listen(server, host, port);
  server.on('error', (error) => log('error', 'sftp_server_failed', { error }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    fingerprint: fingerprintOf(`ssh-ed25519 ${publicPart(hostKey).toString('base64')}`),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await Promise.all(sessions);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject('code' in error && error.code === 'EADDRINUSE' ? new Error(`Port ${port} of ${host} is taken`) : error),
    );
    server.listen(port, host, resolve);
  });
}

interface Places {
  /** False when this user has too many connections already. */
  readonly enter: (username: string) => boolean;
  /** Waited for before the server is closed. */
  readonly keep: (session: Promise<void>) => void;
}

type Authorize = SftpServerParts['authorize'];

function serveConnection(client: Connection, parts: SftpServerParts, places: Places): void {
  const { authorize, dropStore, reject, log } = parts;
  let tries = 0;
  // Broken off, or no client at all: what it had open is cut by the close that follows.
  client.on('error', () => {});
  client.on('authentication', (context) => {
    tries += 1;
    if (tries > SIGN_IN_TRIES_MAX) return client.end();
    checkKey(context, authorize).then(
      (key) => {
        if (key === null || (key.isSigned && !places.enter(context.username))) return context.reject(['publickey']);
        if (key.isSigned) serveUser(context.username, key.line);
        context.accept();
      },
      (error: unknown) => {
        log('error', 'sftp_sign_in_failed', { error });
        context.reject(['publickey']);
      },
    );
  });

  function serveUser(username: string, keyLine: string): void {
    const session = {
      home: new SftpHome({
        store: dropStore,
        username,
        reject: (upload, reason) => reject({ ...upload, username }, reason),
      }),
      isStillAllowed: () => isKeyOf(username, keyLine, authorize),
      onError: (error: unknown) => log('error', 'sftp_session_failed', { username, error }),
      keep: places.keep,
    };
    // One is all that clients need, and what bounds the files open at once.
    client.once('session', (acceptSession) => {
      acceptSession().once('sftp', (acceptSftp) => serveSftp(acceptSftp(), session));
    });
  }
}

interface KnownKey {
  /** As the user has it. */
  readonly line: string;
  /** False: the client may go on and sign with it. */
  readonly isSigned: boolean;
}

/** Null: nobody comes in with it. */
async function checkKey(context: AuthContext, authorize: Authorize): Promise<KnownKey | null> {
  if (context.method !== 'publickey') return null;
  const { key, hashAlgo, signature, blob } = context;
  // A key of this type signs with SHA-1 unless another algorithm is named.
  if (key.algo === 'ssh-rsa' && hashAlgo === undefined) return null;
  const line = `${key.algo} ${key.data.toString('base64')}`;
  if (!(await isKeyOf(context.username, line, authorize))) return null;
  if (signature === undefined || blob === undefined) return { line, isSigned: false };
  // What can't be checked is an error that ssh2 returns, not throws.
  return parsed(line).verify(blob, signature, hashAlgo) === true ? { line, isSigned: true } : null;
}

/** The name alone is not enough: a user that was deleted and made again has it, with another key. */
async function isKeyOf(username: string, line: string, authorize: Authorize): Promise<boolean> {
  const user = await authorize({ username, protocol: 'SFTP', serverId: 'local' });
  return 'PublicKeys' in user && user.PublicKeys.includes(line);
}

const publicPart = (key: string): Buffer => parsed(key).getPublicSSH();

function parsed(key: string): ParsedKey {
  const result = ssh2.utils.parseKey(key);
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || first instanceof Error) throw new Error('Not a key of SSH', { cause: first });
  return first;
}
