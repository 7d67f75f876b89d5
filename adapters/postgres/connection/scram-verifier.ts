// A password as the server stores it, so that the password itself is never sent to be set.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/** RFC 5803, with a salt that follows from the password: it holds 256 random bits, so no table of guesses can be made. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}
