import type { Connection } from 'ssh2';
import { z } from 'zod';

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
export function sendDisconnect(client: Connection, text: string): void {
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
