import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, MailFiling, SentMail } from '../../app/platform/mail.ts';
import { mimeOptions } from './ses-mailer.ts';

/** Messages hold personal data, so only the service's own user may read them. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const FROM = 'Commission reports <reports@localhost>';

/**
 * Stores each message as a file that mail programs open. `onKept` gets the path. The file name begins with the time and contains the
 * account, so that messages are deleted with their account.
 */
export async function openFolderMailer(
  directory: string,
  onKept: (path: string) => void,
  from = FROM,
): Promise<Mailer & SentMail> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  await chmod(directory, DIRECTORY_MODE);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message, filing) {
      const { message: bytes } = await transport.sendMail(mimeOptions(from, message));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}${filing === undefined ? '' : filedAs(filing)}`;
      const path = join(directory, `${name}.eml`);
      // The file is renamed when it is complete, so that a program watching the folder never sees a partial message.
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

/** Returns the part of a file name that identifies the account. The part for answers to one message begins with the account's part. */
function filedAs({ accountId, about }: MailFiling): string {
  const key = about === undefined ? '' : createHash('sha256').update(about).digest('hex').slice(0, 32);
  return `_${accountId}_${key}`;
}
