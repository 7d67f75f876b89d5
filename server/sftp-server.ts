import { createServer, type Server, type Socket } from 'node:net';
import ssh2, { type AuthContext, type Connection, type ParsedKey, type ServerConfig } from 'ssh2';
import { z } from 'zod';
import type { DiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import type { IncomingBytes } from '../app/intake/intake-store.ts';
import type { IsDiskFull } from '../app/operations/check-readiness.ts';
import { fingerprintOf } from '../core/intake/sftp-folder.ts';
import type { StorageUse } from '../core/storage-quota.ts';
import { listenFailure } from '../lambdas/http/server.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import type { AuthorizedUser } from '../lambdas/sftp/authorize-user.ts';
import { AccountUploads, SftpPlaces, UnauthenticatedConnections } from './connection-limits.ts';
import { SftpHome } from './sftp-home.ts';
import { KeyExchangeLimit, serveSftp } from './sftp-session.ts';

/**
 * Calls `endConnection` when the client keeps sending requests but leaves more than `bytesMax` of answers unread, because the answers would
 * fill the memory. Call it once the socket already has a reader.
 */
function limitUnreadAnswers(socket: Socket, bytesMax: number, endConnection: () => void): void {
  socket.on('data', () => {
    if (socket.writableLength > bytesMax) endConnection();
  });
}

interface Cipher {
  allocPacket(payloadBytes: number): Buffer;
  encrypt(packet: Buffer): void;
}

/** The internals of ssh2 that this module needs; its public way to disconnect sends no text. */
const connection = z.object({
  _protocol: z.object({
    _cipher: z.custom<Cipher>(
      (cipher) => typeof cipher === 'object' && cipher !== null && 'allocPacket' in cipher && 'encrypt' in cipher,
    ),
  }),
});

const SSH_MSG_DISCONNECT = 1;
const TOO_MANY_CONNECTIONS = 12;
/** The length of a packet and the length of its padding. */
const PACKET_HEAD_BYTES = 5;

/** Tells the client in words why its connection ends (RFC 4253, 11.1). OpenSSH and others show the text. The caller ends the socket. */
function sendDisconnect(client: Connection, text: string): void {
  const { _cipher } = connection.parse(client)._protocol;
  const words = Buffer.from(text);
  const payload = Buffer.alloc(1 + 4 + 4 + words.byteLength + 4);
  payload.writeUInt8(SSH_MSG_DISCONNECT, 0);
  payload.writeUInt32BE(TOO_MANY_CONNECTIONS, 1);
  payload.writeUInt32BE(words.byteLength, 5);
  payload.set(words, 9);
  const packet = _cipher.allocPacket(payload.byteLength);
  packet.set(payload, PACKET_HEAD_BYTES);
  _cipher.encrypt(packet);
}

export interface SftpServer {
  readonly port: number;
  /** The fingerprint of the host key, as clients show it at the first connection. */
  readonly fingerprint: string;
  /** Ends every connection; clients can resume interrupted uploads after the next start. */
  close(): Promise<void>;
}

export interface SftpServerParts {
  readonly host: string;
  /** The port. 0 takes any free port. */
  readonly port: number;
  readonly hostKey: string;
  /** Decides a sign-in. AWS Transfer Family calls the same function. */
  readonly authorize: (event: unknown) => Promise<AuthorizedUser>;
  /** Null when the user was deleted meanwhile. */
  readonly accountOf: (username: string) => Promise<string | null>;
  readonly dropStore: DiskDropStore;
  /** The account's stored bytes and its quota. */
  readonly storageOf: (accountId: string) => Promise<StorageUse>;
  readonly noteIncoming: (folders: readonly IncomingBytes[]) => Promise<void>;
  /** Records a rejected upload of a user. */
  readonly reject: (upload: RejectedUpload, reason: string) => Promise<void>;
  readonly isDiskFull: IsDiskFull;
  readonly log: Log;
}

export interface RejectedUpload {
  readonly username: string;
  readonly name: string;
  readonly byteSize: number;
}

/**
 * Excludes SHA-1, CBC and finite fields below 2048 bits, like the security policy of the server on AWS. Finite fields above 2048 bits are
 * excluded too: anybody may ask for a key exchange, and one of 8192 bits blocks the process, including the API, for 30 ms or more.
 */
const ALGORITHMS = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
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

/**
 * Limits of signed-in connections. Uploads are on disk, so a connection takes at most about a megabyte. An account has a quarter of the
 * places, and one address leaves a quarter to the others.
 */
const PLACES = { all: 64, ofAccount: 16, ofUser: 8, ofAddress: 48 };
/** A connection without requests for so many seconds loses its place. */
const IDLE_SECONDS = 600;
/** The most keys that a client may offer. Clients offer every key that they have. */
const SIGN_IN_TRIES_MAX = 10;
/**
 * Limits of connections that have not signed in. They cost little, so the limits are above the number of honest clients that connect at
 * once.
 */
const WAITING_LIMITS = { connectionsMax: 128, ofAddressMax: 64, seconds: 20 };
/**
 * The limits of key exchanges. Normal clients start one after an hour or a gigabyte. A client that starts one after every megabyte can
 * still send a whole statement.
 */
const KEY_EXCHANGE_LIMITS = { atOnce: 20, secondsEach: 15 };
/** The bytes of unread answers at which a connection is dropped. Honest clients wait for each answer. */
const UNREAD_BYTES_MAX = 256 * 1024;
/** The time for a client to read why its connection ends. */
const PARTING_MS = 2_000;
/**
 * The seconds without a packet from the client after which a connection is dropped. A live client answers the server's keep-alive request
 * every 15 seconds.
 */
const SILENCE_SECONDS = 60;

/** Serves SFTP on one machine like Transfer Family: the same users, rights, folders and rules on the same bucket layout. */
export async function startSftpServer(parts: SftpServerParts): Promise<SftpServer> {
  const { host, port, hostKey, log } = parts;
  const sockets = new Set<Socket>();
  const sessions = new Set<Promise<void>>();
  const signedIn = new SftpPlaces(PLACES);
  const accounts = new Map<string, AccountUploads>();
  const waiting = new UnauthenticatedConnections(WAITING_LIMITS);
  const ssh = new ssh2.Server(
    { hostKeys: [hostKey], algorithms: ALGORITHMS, ident: 'sftp' },
    (client, { ip, port }) => {
      const socket = [...sockets].find(({ remoteAddress, remotePort }) => remoteAddress === ip && remotePort === port);
      if (socket === undefined) return void client.end();
      serveConnection(client, parts, {
        socket,
        enter(user) {
          const place = signedIn.enter({ ...user, address: ip });
          if (typeof place === 'string') return place;
          // The connection ended while its key was looked up, and its end event has already passed.
          if (socket.destroyed) place();
          waiting.leave(socket);
          client.on('close', place);
          return null;
        },
        uploadsOf(accountId) {
          const uploads = accounts.get(accountId) ?? new AccountUploads(() => parts.storageOf(accountId));
          accounts.set(accountId, uploads);
          return uploads;
        },
        keep(session) {
          const kept = session.finally(() => sessions.delete(kept));
          sessions.add(kept);
        },
      });
    },
  );
  const server = createServer((socket) => {
    sockets.add(socket);
    waiting.enter(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      waiting.leave(socket);
    });
    // Sends packets at once. A client sends, waits for the answer and sends again: delayed packets, by 40 ms each, would make a large file
    // take minutes.
    socket.setNoDelay(true);
    socket.setTimeout(SILENCE_SECONDS * 1000, () => socket.destroy());
    ssh.injectSocket(socket);
    // ssh2 must have the socket first, because it pauses the socket until it is ready.
    limitUnreadAnswers(socket, UNREAD_BYTES_MAX, () => drop(socket, log));
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
    server.once('error', (error) => reject(listenFailure(error, { host, port, portSetting: 'SFTP_PORT' })));
    server.listen(port, host, resolve);
  });
}

interface Places {
  /** The socket of the connection. */
  readonly socket: Socket;
  /** Returns a sentence for the client when there is no place for it; null when it has one. */
  readonly enter: (user: { readonly accountId: string; readonly username: string }) => string | null;
  readonly uploadsOf: (accountId: string) => AccountUploads;
  /** Registers a session that must end before the server is closed. */
  readonly keep: (session: Promise<void>) => void;
}

type Authorize = SftpServerParts['authorize'];

function serveConnection(client: Connection, parts: SftpServerParts, places: Places): void {
  const { authorize, accountOf, log } = parts;
  let tries = 0;
  // The connection broke, or the client was invalid. The close event that follows interrupts its open uploads.
  client.on('error', () => {});
  const exchanges = new KeyExchangeLimit(KEY_EXCHANGE_LIMITS);
  client.on('rekey', () => {
    if (exchanges.allow() || places.socket.destroyed) return;
    log('warn', 'sftp_keys_exchanged_too_often', { address: places.socket.remoteAddress });
    // The client's packets are no longer read, because the next exchange would cost as much as the last.
    places.socket.removeAllListeners('data');
    disconnectLater(client, places.socket, 'New keys were asked for too often.');
  });
  client.on('authentication', (context) => {
    tries += 1;
    if (tries > SIGN_IN_TRIES_MAX) return client.end();
    signIn(context).then(
      (isAccepted) => (isAccepted ? context.accept() : context.reject(['publickey'])),
      (error: unknown) => {
        log('error', 'sftp_sign_in_failed', { error });
        context.reject(['publickey']);
      },
    );
  });

  async function signIn(context: AuthContext): Promise<boolean> {
    const key = await checkKey(context, authorize);
    if (key === null || !key.isSigned) return key !== null;
    const { username } = context;
    const accountId = await accountOf(username);
    if (accountId === null) return false;
    const noPlace = places.enter({ accountId, username });
    if (noPlace === null) serveUser(client, { ...parts, ...places, accountId, username, keyLine: key.line });
    else {
      log('warn', 'sftp_connection_refused', { accountId, username, reason: noPlace });
      disconnectLater(client, places.socket, noPlace);
    }
    return noPlace === null;
  }
}

/** Drops the connection of a client that does not read its answers. */
function drop(socket: Socket, log: Log): void {
  if (socket.destroyed) return;
  log('warn', 'sftp_answers_unread', { address: socket.remoteAddress });
  socket.destroy();
}

/** Tells the client the reason, and closes the connection if the client does not do so in time. */
function disconnectLater(client: Connection, socket: Socket, reason: string): void {
  sendDisconnect(client, reason);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.on('close', () => clearTimeout(timer));
}

interface User {
  readonly accountId: string;
  readonly username: string;
  /** The key that signed in on this connection. */
  readonly keyLine: string;
}

function serveUser(client: Connection, user: SftpServerParts & Places & User): void {
  const { accountId, username, keyLine, authorize, dropStore, noteIncoming, reject, isDiskFull, log, socket } = user;
  const idle = setTimeout(
    () => disconnectLater(client, socket, `Nothing was asked for ${IDLE_SECONDS / 60} minutes.`),
    IDLE_SECONDS * 1000,
  );
  client.on('close', () => clearTimeout(idle));
  const uploads = user.uploadsOf(accountId);
  const session = {
    home: new SftpHome({
      store: dropStore,
      username,
      uploads,
      isDiskFull,
      noteIncoming: (bytes) => noteIncoming([{ username, bytes }]),
      async reject(upload, reason) {
        if (uploads.mayRecordRejection()) await reject({ ...upload, username }, reason);
      },
    }),
    isStillAllowed: () => isKeyOf(username, keyLine, authorize),
    onError: (error: unknown) => log('error', 'sftp_session_failed', { username, error }),
    reading: socket,
    drop: () => drop(socket, log),
    touch: () => void idle.refresh(),
    keep: user.keep,
  };
  // Clients need only one session, and one session bounds the number of open files.
  client.once('session', (acceptSession) => {
    acceptSession().once('sftp', (acceptSftp) => serveSftp(acceptSftp(), session));
  });
}

interface KnownKey {
  /** The line of the key as the user registered it. */
  readonly line: string;
  /** False means that the client may continue and sign with the key. */
  readonly isSigned: boolean;
}

/** Null when no user may sign in with the key. */
async function checkKey(context: AuthContext, authorize: Authorize): Promise<KnownKey | null> {
  if (context.method !== 'publickey') return null;
  const { key, hashAlgo, signature, blob } = context;
  // A key of this type signs with SHA-1 unless another algorithm is named.
  if (key.algo === 'ssh-rsa' && hashAlgo === undefined) return null;
  const line = `${key.algo} ${key.data.toString('base64')}`;
  if (!(await isKeyOf(context.username, line, authorize))) return null;
  if (signature === undefined || blob === undefined) return { line, isSigned: false };
  // ssh2 returns an error for an invalid key or signature instead of throwing it.
  return parsed(line).verify(blob, signature, hashAlgo) === true ? { line, isSigned: true } : null;
}

/** The user name alone is not enough: a deleted user that was created again has the same name and another key. */
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
