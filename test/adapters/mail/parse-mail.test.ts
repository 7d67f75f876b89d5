import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { mailReader } from '../../../adapters/mail/parse-mail.ts';
import { FUZZ_SEED } from '../../hostile/fuzz-settings.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/**
 * Guarantee: an attachment has exactly the bytes that its sender attached, so that a mailed statement is recognized when it is dropped
 * later.
 */

const BOUNDARY = '=_edge of parts';

/** Makes a message as a server passes it on. The line breaks around its parts belong to the delimiters. */
function mailWith(encoding: string, body: Uint8Array, lineEnd = '\r\n'): Buffer {
  const top = ['From: pay@acme.example', `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`, '', `--${BOUNDARY}`];
  const part = [
    'Content-Type: application/octet-stream; name="statement.csv"',
    ...(encoding === '' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
  ];
  return Buffer.concat([
    Buffer.from([...top, ...part, '', ''].join(lineEnd)),
    body,
    Buffer.from(['', `--${BOUNDARY}--`, ''].join(lineEnd)),
  ]);
}

async function attachedTo(message: Uint8Array): Promise<Buffer> {
  const attachments = await mailReader.readAttachments(message);
  if ('problem' in attachments) throw new Error(attachments.problem);
  const [attachment] = attachments;
  expect(attachments).toHaveLength(1);
  expect(attachment?.fault).toBeNull();
  return Buffer.from(attachment?.bytes ?? []);
}

const CRLF_CSV = 'Member ID,Commission\r\nM1,1.00\r\nM2,2.00';
const STATEMENTS: readonly (readonly [string, Buffer])[] = [
  ['lines that end in CRLF, the last one too', Buffer.from(`${CRLF_CSV}\r\n`)],
  ['lines that end in CRLF, the last one not', Buffer.from(CRLF_CSV)],
  ['lines that end in LF', Buffer.from(`${CRLF_CSV}\n`.replaceAll('\r', ''))],
  ['lines that end in CR', Buffer.from(`${CRLF_CSV}\r`.replaceAll('\n', ''))],
  ['empty lines at both ends', Buffer.from(`\r\n\n${CRLF_CSV}\n\r\n`)],
  ['blanks before line breaks', Buffer.from('A,B \r\n1,\t\r\n2, \n')],
  ['equals signs', Buffer.from('A,B\r\n=SUM(B2),"=3D="\r\n')],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${CRLF_CSV}\r\n`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${CRLF_CSV}\r\n`, 'utf16le').swap16()],
  ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['lines that begin like delimiters', Buffer.from('--=_edge\r\n--=_edge of part\r\n--\r\n')],
  ['nothing', Buffer.alloc(0)],
];

describe.each(['', '7bit', '8bit', 'binary', 'BINARY'])('unencoded, as "%s"', (encoding) => {
  it.each(STATEMENTS)('%s', async (_, statement) => {
    expect(await attachedTo(mailWith(encoding, statement))).toEqual(statement);
  });
});

/** Encodes by RFC 2045, written for this test. `mustEncode` decides about bytes with two possible forms. Lines break after `width`. */
function quotedPrintable(bytes: Uint8Array, mustEncode: (place: number) => boolean, width: number): Buffer {
  const lines: string[] = [''];
  const add = (token: string) => {
    if ((lines.at(-1) ?? '').length + token.length > width) {
      lines.push(`${lines.pop() ?? ''}=`, '');
    }
    lines.push(`${lines.pop() ?? ''}${token}`);
  };
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0;
    const isLineBreak = byte === 0x0d && bytes[place + 1] === 0x0a;
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    if (isLineBreak && !mustEncode(place)) {
      lines.push('');
      place += 1;
    } else if (isPlain && !mustEncode(place)) add(String.fromCharCode(byte));
    else {
      const digits = byte.toString(16).padStart(2, '0');
      add(`=${place % 2 === 0 ? digits.toUpperCase() : digits}`);
    }
  }
  return Buffer.from(lines.join('\r\n'));
}

const base64 = (bytes: Uint8Array, width: number) =>
  Buffer.from(
    (
      Buffer.from(bytes)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
    ).join('\r\n'),
  );

describe('as quoted-printable or base64', () => {
  it.each(STATEMENTS)('%s', async (_, statement) => {
    for (const mustEncode of [() => false, () => true]) {
      expect(await attachedTo(mailWith('quoted-printable', quotedPrintable(statement, mustEncode, 73)))).toEqual(
        statement,
      );
    }
    expect(await attachedTo(mailWith('base64', base64(statement, 76)))).toEqual(statement);
  });

  it.each([
    ['a soft line break', 'M1,1=\r\n.00\r\n', 'M1,1.00\r\n'],
    ['a soft line break of a bare line feed', 'M1,1=\n.00\n', 'M1,1.00\n'],
    ['a soft line break before the delimiter', 'M1,1.00=', 'M1,1.00'],
    ['a line break before a soft line break', 'M1,1.00\r\n=\r\n', 'M1,1.00\r\n'],
    ['line breaks as digits', 'M1=0D=0AM2=0d=0a', 'M1\r\nM2\r\n'],
    ['an encoded equals sign before digits', '=3D0A', '=0A'],
    ['a blank that was not encoded', 'M1, \r\nM2,', 'M1, \r\nM2,'],
  ])('%s', async (_, encoded, statement) => {
    expect((await attachedTo(mailWith('Quoted-Printable', Buffer.from(encoded)))).toString()).toBe(statement);
  });
});

it('keeps the lines of a statement in a message whose own lines end in bare line feeds', async () => {
  const statement = Buffer.from('A,B\n1,2');
  for (const encoding of ['8bit', 'quoted-printable']) {
    expect(await attachedTo(mailWith(encoding, statement, '\n'))).toEqual(statement);
  }
});

it.each(['7bit', 'quoted-printable', 'base64'] as const)(
  'reads the attachment of a mail program that sends %s, with the checksum of the file',
  async (encoding) => {
    const program = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await program.sendMail({
      from: 'pay@acme.example',
      to: 'box@in.example',
      text: 'Attached.',
      attachments: [{ filename: 'a.csv', content: CRLF_CSV, contentTransferEncoding: encoding }],
    });
    const sum = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(Buffer.isBuffer(message)).toBe(true);
    expect(sum(await attachedTo(Buffer.isBuffer(message) ? message : Buffer.alloc(0)))).toBe(sum(CRLF_CSV));
  },
);

describe('any bytes return unchanged', () => {
  /** Chooses bytes of line ends and escapes more often than others. */
  const byte = fc.oneof(fc.constantFrom(0x0d, 0x0a, 0x3d, 0x20, 0x09, 0x2d, 0x00), fc.integer({ min: 0, max: 255 }));
  const bytes = fc.array(byte, { maxLength: 400 }).map((list) => Uint8Array.from(list));
  const settings = { seed: FUZZ_SEED, numRuns: propertyRuns(500) };

  it.each(['', '7bit', '8bit', 'binary'])('unencoded, as "%s"', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(bytes, async (statement) => {
        expect(await attachedTo(mailWith(encoding, statement))).toEqual(Buffer.from(statement));
      }),
      settings,
    );
  });

  it('in quoted-printable, with any encoded bytes and line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.infiniteStream(fc.boolean()), fc.integer({ min: 3, max: 76 }), async (...input) => {
        const [statement, choices, width] = input;
        const encoded = quotedPrintable(statement, () => choices.next().value === true, width);
        expect(await attachedTo(mailWith('quoted-printable', encoded))).toEqual(Buffer.from(statement));
      }),
      settings,
    );
  });

  it('in base64, with any line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 76 }), async (statement, width) => {
        expect(await attachedTo(mailWith('base64', base64(statement, width)))).toEqual(Buffer.from(statement));
      }),
      settings,
    );
  });
});
