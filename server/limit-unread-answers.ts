import type { Socket } from 'node:net';

/**
 * Calls `endConnection` when the client keeps sending requests but leaves more than `bytesMax` of answers unread, because the answers would
 * fill the memory. Call it once the socket already has a reader.
 */
export function limitUnreadAnswers(socket: Socket, bytesMax: number, endConnection: () => void): void {
  socket.on('data', () => {
    if (socket.writableLength > bytesMax) endConnection();
  });
}
