import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Mailer, MailMessage } from '../../../app/platform/mail.ts';

const MESSAGE: MailMessage = { to: 'office@harbor.example', subject: 'Your weekly report', text: 'Hello' };

export interface MailRoom {
  readonly mailer: Mailer;
  /** All sent messages as MIME, oldest first. */
  readonly readSent: () => Promise<readonly Uint8Array[]>;
}

/** Tests the guarantees of every mailer. */
export function describeMailContract(name: string, open: () => Promise<MailRoom>): void {
  async function sendOne(message: MailMessage): Promise<{ readonly email: Email; readonly raw: string }> {
    const { mailer, readSent } = await open();
    await mailer.send(message);
    const messages = await readSent();
    expect(messages).toHaveLength(1);
    const bytes = messages[0] ?? new Uint8Array();
    return { email: await PostalMime.parse(bytes), raw: Buffer.from(bytes).toString('latin1') };
  }

  describe(name, () => {
    test('keeps text, HTML and attachment unchanged', async () => {
      const { email } = await sendOne({
        ...MESSAGE,
        text: 'Grüße 😀\n.\n..\nFrom here\n',
        html: '<p>Grüße 😀</p>',
        attachments: [
          { filename: 'report.csv', contentType: 'text/csv; charset=utf-8', content: 'a,b\r\né,"x\ny"\r\n' },
          { filename: 'bytes.bin', contentType: 'application/octet-stream', content: new Uint8Array([0, 13, 10, 255]) },
        ],
      });
      expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe('Grüße 😀\n.\n..\nFrom here');
      expect(email.html?.trim()).toBe('<p>Grüße 😀</p>');
      const [csv, bytes] = email.attachments;
      expect([csv?.filename, csv?.mimeType]).toEqual(['report.csv', 'text/csv']);
      expect(contentOf(csv?.content)).toEqual(Buffer.from('a,b\r\né,"x\ny"\r\n'));
      expect(contentOf(bytes?.content)).toEqual(Buffer.from([0, 13, 10, 255]));
    });

    test('sends to one address, and names the sender and that a program wrote it', async () => {
      const { email } = await sendOne(MESSAGE);
      expect(email.to).toEqual([{ name: '', address: 'office@harbor.example' }]);
      expect([email.cc, email.bcc]).toEqual([undefined, undefined]);
      expect(email.from?.address).toMatch(/^reports@/);
      expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    });

    test('marks an answer as such, so that it appears below the original message', async () => {
      const answers = { messageId: '<2@acme.example>', references: ['<0@acme.example>', '<1@acme.example>'] };
      const { email } = await sendOne({ ...MESSAGE, answers });
      expect(email.inReplyTo).toBe('<2@acme.example>');
      expect(email.references).toBe('<0@acme.example> <1@acme.example> <2@acme.example>');
      expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
    });

    test('marks an answer as automatic even if the original message has no id', async () => {
      const { email } = await sendOne({ ...MESSAGE, answers: { messageId: null, references: [] } });
      expect([email.inReplyTo, email.references]).toEqual([undefined, undefined]);
      expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
    });

    test('makes no header of line breaks in a subject or a file name', async () => {
      const evil = 'x\r\nBcc: thief@evil.example\r\n\r\nbody';
      const { email, raw } = await sendOne({
        ...MESSAGE,
        subject: evil,
        attachments: [{ filename: evil, contentType: 'text/csv', content: 'a' }],
      });
      expect(email.bcc).toBeUndefined();
      expect(email.subject).toBe('x Bcc: thief@evil.example body');
      expect(raw).not.toMatch(/^Bcc:/im);
    });

    test.each([
      'a@x.example, thief@evil.example',
      'a@x.example\r\nBcc: thief@evil.example',
      'Somebody <a@x.example>',
      '<a@x.example>',
      'list: a@x.example;',
      'a@b@x.example',
      '"a b"@x.example',
      ' a@x.example',
      'nobody',
      '',
    ])('sends nothing to %j, which is no address', async (to) => {
      const { mailer, readSent } = await open();
      await expect(mailer.send({ ...MESSAGE, to })).rejects.toThrow(RangeError);
      expect(await readSent()).toEqual([]);
    });

    test('treats content that looks like a path or an address as content', async () => {
      const { email } = await sendOne({
        ...MESSAGE,
        attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: 'file:///etc/passwd' }],
      });
      expect(contentOf(email.attachments[0]?.content).toString()).toBe('file:///etc/passwd');
    });
  });
}

function contentOf(content: ArrayBuffer | Uint8Array | string | undefined): Buffer {
  if (content === undefined) throw new Error('There is no attachment');
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
