import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, MailFiling, SentMail } from '../../app/intake/mail-ports.ts';
import { mimeOptions } from './mime-options.ts';

/** Reports name people: nobody but the service's own account may read them. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const FROM = 'Commission reports <reports@localhost>';

/**
 * Keeps each message as a file that mail programs open, instead of sending it: on one machine there is no mail server to hand it
 * to. `onKept` is told the path. The name of a file says whose message it is, so that it can be deleted with its account.
 */
export async function openFolderMailer(directory: string, onKept: (path: string) => void): Promise<Mailer & SentMail> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  await chmod(directory, DIRECTORY_MODE);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message, filing) {
      const { message: bytes } = await transport.sendMail(mimeOptions(FROM, message));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}${filing === undefined ? '' : filedAs(filing)}`;
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
    async deleteSent(filing) {
      const names = (await readdir(directory)).filter((name) => name.includes(filedAs(filing)));
      for (const name of names) await rm(join(directory, name), { force: true });
      return names.length;
    },
  };
}

/** The part of a file name that says whose message it is. That of a message's answers begins like that of the whole account. */
function filedAs({ accountId, about }: MailFiling): string {
  const key = about === undefined ? '' : createHash('sha256').update(about).digest('hex').slice(0, 32);
  return `_${accountId}_${key}`;
}
