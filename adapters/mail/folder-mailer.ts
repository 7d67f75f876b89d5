import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../app/mail-ports.ts';
import { mimeOptions } from './mime-options.ts';

/** Reports name people: nobody but the service's own account may read them. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const FROM = 'Commission reports <reports@localhost>';

/**
 * Keeps each message as a file that mail programs open, instead of sending it: on one machine there is no mail server to hand it
 * to. `onKept` is told the path.
 */
export async function openFolderMailer(directory: string, onKept: (path: string) => void): Promise<Mailer> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  await chmod(directory, DIRECTORY_MODE);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(mimeOptions(FROM, message));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`;
      const path = join(directory, `${name}.eml`);
      // A rename, so that whoever watches the folder never sees half a message.
      const draft = join(directory, `.${name}`);
      try {
        await writeFile(draft, bytes, { mode: FILE_MODE, flag: 'wx', flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      onKept(path);
    },
  };
}
