import { fork } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailReader } from '../../adapters/mail/parse-mail.ts';
import { MAIL_LIMITS } from '../../core/limits/request-limits.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { FUZZ_SEED } from './fuzz-settings.ts';
import { mutated, mutations, oddFiles } from './mutations.ts';
import { CONFIGS, inferFormat, readStatement } from './read-statement.ts';

/** Guarantee: reading any message ends with its attachments, or with a sentence for its sender. */
describe('mail bytes', () => {
  const bytesOf = (text: string) => Buffer.from(text, 'latin1');
  const head = (text: string) => mailReader.readHead(bytesOf(text));

  async function read(text: string | Uint8Array) {
    const result = await mailReader.readAttachments(typeof text === 'string' ? bytesOf(text) : text);
    if ('problem' in result) return result.problem;
    return result.map(({ name, mediaType, bytes, fault }) => ({
      name,
      mediaType,
      text: Buffer.from(bytes).toString('utf8'),
      fault,
    }));
  }

  const TOP = 'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n';
  const CSV = 'Content-Type: text/csv; name=a.csv\r\n\r\nA,B\r\n1,2\r\n';
  const A_CSV = { name: 'a.csv', mediaType: 'text/csv', text: 'A,B\r\n1,2\r\n', fault: null };

  describe('an ordinary message', () => {
    test.each([
      ['one part', CSV, [A_CSV]],
      ['two parts', `${TOP}--x\r\n\r\nHello\r\n--x\r\n${CSV}\r\n--x--\r\n`, [A_CSV]],
      [
        'bare line feeds',
        `${TOP}--x\r\n${CSV}\r\n--x--`.replaceAll('\r', ''),
        [{ ...A_CSV, text: A_CSV.text.replaceAll('\r', '') }],
      ],
      ['text before and after', `${TOP}preamble\r\n--x\r\n${CSV}\r\n--x--\r\nepilogue\r\n--y\r\n`, [A_CSV]],
      ['space behind the delimiters', `${TOP}--x \t\r\n${CSV}\r\n--x--  \r\n`, [A_CSV]],
      [
        'a delimiter that only begins like one',
        `${TOP}--x\r\n${CSV}--xy\r\n--x--\r\n`,
        [{ ...A_CSV, text: `${A_CSV.text}--xy` }],
      ],
      ['a part without a body', `${TOP}--x\r\n--x\r\n${CSV}\r\n--x--\r\n`, 'parts'],
      [
        'an inner multipart that is not closed, inside one that is',
        `${TOP}--x\r\nContent-Type: multipart/mixed; boundary="y"\r\n\r\n--y\r\n${CSV}\r\n--x--\r\n`,
        [A_CSV],
      ],
    ])('%s', async (_, message, expected) => {
      const attachments = await read(message);
      if (expected === 'parts') expect(attachments).toEqual([A_CSV]);
      else expect(attachments).toEqual(expected);
    });

    test('has quoted-printable, base64 with padded lines, and names in every encoding', async () => {
      const part = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
      const message = `${TOP}${part(
        "Content-Disposition: attachment; filename*=UTF-8''M%C3%A4rz%202026.csv\r\nContent-Transfer-Encoding: quoted-printable",
        'Name,B=\r\netrag\r\nJ=C3=BCrgen,1',
      )}${part(
        'Content-Disposition: attachment; filename="=?utf-8?B?TcOkcnouY3N2?="\r\nContent-Transfer-Encoding: BASE64',
        'QQ==\r\nLEI=\r\n',
      )}${part('Content-Type: text/csv; charset=nonsense; name="../../etc/passwd"', 'A')}--x--`;
      expect(await read(message)).toEqual([
        { name: 'März 2026.csv', mediaType: 'text/plain', text: 'Name,Betrag\r\nJürgen,1', fault: null },
        { name: 'März.csv', mediaType: 'text/plain', text: 'A,B', fault: null },
        { name: 'passwd', mediaType: 'text/csv', text: 'A', fault: null },
      ]);
    });
  });

  describe('an unreadable message', () => {
    const nested = (depth: number) => {
      let part = CSV;
      for (let level = depth; level > 0; level--) {
        part = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${part}\r\n--b${level}--\r\n`;
      }
      return part;
    };
    const manyParts = (count: number) => `${TOP}${`--x\r\n\r\n.\r\n`.repeat(count)}--x--`;

    test.each([
      ['10,000 parts', manyParts(10_000), /more than 20 parts/],
      ['100,000 parts deep', nested(1_000), /nested|parts/],
      ['eleven levels', nested(11), /nested more than 10 levels/],
      ['more than five attachments', `${TOP}${`--x\r\n${CSV}`.repeat(6)}--x--`, /more than 5 attachments/],
      ['a missing terminator', `${TOP}--x\r\n${CSV}`, /cut off/],
      ['a terminator that is cut', `${TOP}--x\r\n${CSV}--x-`, /cut off/],
      ['headers without an end', 'From: a@b.example\r\nSubject: x', /cut off/],
      ['no bytes', '', /cut off|well-formed/],
      ['headers of a megabyte', `X: ${'a'.repeat(1_000_000)}\r\n\r\n`, /headers of the message are too long/],
      ['a million headers', `${'X: y\r\n'.repeat(1_000_000)}\r\n`, /headers of the message are too long/],
      ['a line that is no header', `From nobody\r\n${CSV}`, /well-formed/],
      ['a continuation before any header', ` x\r\n${CSV}`, /well-formed/],
      ['a NUL in a header', `X: a\0b\r\n${CSV}`, /well-formed/],
      ['a carriage return in a header', `X: a\rFrom: y\r\n${CSV}`, /well-formed/],
      ['a space in the name of a header', `Content Type: text/csv\r\n\r\n`, /well-formed/],
      ['two content types', `Content-Type: text/plain\r\n${CSV}`, /well-formed/],
      ['no boundary', 'Content-Type: multipart/mixed\r\n\r\n--x\r\n', /well-formed/],
      ['an empty boundary', 'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n', /well-formed/],
      ['two boundaries', 'Content-Type: multipart/mixed; boundary=x; boundary=y\r\n\r\n--x--', /well-formed/],
      [
        'a boundary in pieces',
        'Content-Type: multipart/mixed; boundary*0=x; boundary*1=y\r\n\r\n--xy--',
        /well-formed/,
      ],
      ['an encoded boundary', "Content-Type: multipart/mixed; boundary*=utf-8''x\r\n\r\n--x--", /well-formed/],
      ['a boundary with an escape', 'Content-Type: multipart/mixed; boundary="a\\"b"\r\n\r\n--x--', /well-formed/],
      ['a boundary of another type', 'Content-Type: text/plain; boundary=x\r\n\r\n--x--', /well-formed/],
      ['a header with a space before its colon', `From : a@b.example\r\n${CSV}`, /well-formed/],
      [
        'a multipart that is encoded as a whole',
        `Content-Transfer-Encoding: base64\r\n${TOP}--x\r\n${CSV}\r\n--x--`,
        /well-formed/,
      ],
      [
        'a multipart in a comment',
        'Content-Type: text/plain (multipart/mixed); boundary=x\r\n\r\n--x--',
        /well-formed/,
      ],
    ])('is refused for %s', async (_, message, problem) => {
      expect(await read(message)).toMatch(problem);
    });

    test('above the limit is refused before any part of it is read', async () => {
      const large = Buffer.alloc(MAIL_LIMITS.bytes + 1, 'a');
      expect(await read(large)).toMatch(/larger than 40 MB/);
      expect(await mailReader.readHead(large)).toMatchObject({ problem: expect.stringMatching(/larger/) });
    });

    test.each(['From: a@b.example', '', 'x\r\n\r\n', '\r\n'.repeat(3).slice(1)])(
      'is refused by its head: %j',
      async (message) => {
        const result = await head(message);
        if (message.startsWith('\n')) expect(result).toMatchObject({ headers: [] });
        else expect(result).toMatchObject({ problem: expect.any(String) });
      },
    );
  });

  describe('an attachment keeps its bytes, type and name', () => {
    test('a message inside a message stays closed, whatever it contains', async () => {
      const inner = `${TOP}--x\r\n${CSV}--x--`.replaceAll('boundary=x', 'boundary=in').replaceAll('--x', '--in');
      const message = `${TOP}--x\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--x--`;
      expect(await read(message)).toMatchObject([
        { mediaType: 'message/rfc822', text: expect.stringContaining('A,B') },
      ]);
    });

    test('base64 with missing or additional characters is damaged', async () => {
      const part = (body: string) =>
        `Content-Type: text/csv; name=a.csv\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`;
      for (const body of ['QSxC', 'QSx=\r\n\r\n', 'QS xC', 'QQ=\r\n='])
        expect(await read(part(body))).toMatchObject([{ fault: null }]);
      for (const body of [
        'QSx',
        'QSxC\r\n_______\r\nscanned by x',
        'QSxC*',
        'QSxC-',
        'QSxC====',
        'QSxCQ===',
        'QSxCQ=Q=',
      ])
        expect(await read(part(body))).toMatchObject([{ fault: 'damaged' }]);
    });

    test('quoted-printable with a meaningless equals sign is damaged', async () => {
      const part = (body: string) =>
        `Content-Type: text/csv; name=a.csv\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}`;
      for (const body of ['A=2cB', 'A,=\r\nB', 'A,=\nB', 'A,B='])
        expect(await read(part(body))).toMatchObject([{ fault: null, text: expect.stringMatching(/^A,B?\n?$/) }]);
      for (const body of ['A=B', 'A,=SUM(B)', 'A=3', 'A==2CB', 'A= B', 'A,= \nB'])
        expect(await read(part(body))).toMatchObject([{ fault: 'damaged' }]);
    });

    describe('a part has one name', () => {
      const part = (disposition: string, type = 'text/csv') =>
        `Content-Type: ${type}\r\nContent-Disposition: attachment; ${disposition}\r\n\r\nA`;

      test.each([
        ['two file names', part('filename="a.csv"; filename="b.csv"')],
        ['two file names, one without quotes', part('filename=a.csv; FILENAME="b.csv"')],
        ['another name in its type', part('filename="a.csv"', 'text/csv; name="b.csv"')],
        ['another name in the extended form', part("filename=a.csv; filename*=utf-8''b.csv")],
        ['another name in pieces', part('filename=a.csv; filename*0=b; filename*1=.csv')],
        ['two pieces with one number', part('filename*0=a; filename*0=b; filename*1=.csv')],
        ['a quote that is not closed', part('filename="a.csv')],
        ['a name behind its quotes', part('filename="a.csv"b.csv')],
        ['a hundred names', part(Array.from({ length: 100 }, () => 'filename=a.csv').join('; '))],
        ['quotes in the middle of a name', part('filename=a".csv"')],
      ])('counter-case: with %s, the part is shown under the first name', async (_, message) => {
        expect(await read(message)).toMatchObject([
          { fault: 'unclear-name', name: expect.stringMatching(/^(?:a(?:\.csv)?|unnamed)$/) },
        ]);
      });

      test.each([
        ['in one header', part('filename="a.csv"'), 'a.csv'],
        ['in both headers', part('filename="a.csv"', 'text/csv; charset=utf-8; name=a.csv'), 'a.csv'],
        ['in its type only', 'Content-Type: text/csv; name=a.csv\r\n\r\nA', 'a.csv'],
        ['with spaces and without quotes', part('filename=Acme 2026-03.csv ; size=1'), 'Acme 2026-03.csv'],
        ['with a semicolon and quotes in it', part('filename="a;\\"b\\".csv";;'), 'a;"b".csv'],
        ['in pieces', part("filename*0*=utf-8''M%C3%A4; filename*1=rz.csv"), 'März.csv'],
        [
          'encoded in two ways that say the same',
          part("filename*=utf-8''M%C3%A4rz.csv", 'text/csv; name="=?utf-8?Q?M=C3=A4rz.csv?="'),
          'März.csv',
        ],
        ['composed in two ways', part('filename="Ma\u0308rz.csv"', 'text/csv; name="M\u00E4rz.csv"'), 'März.csv'],
        ['nowhere', part('size=1'), 'unnamed'],
      ])('%s', async (_, message, name) => {
        expect(await read(Buffer.from(message))).toMatchObject([{ name, fault: null }]);
      });

      test('however many empty parts a header has', async () => {
        const spaces = ' '.repeat(120_000);
        expect(await read(part(`filename=a${spaces}"${spaces}x`))).toMatchObject([{ fault: 'unclear-name' }]);
        expect(await read(part(`${';'.repeat(100_000)}filename=a.csv`))).toMatchObject([{ name: 'a.csv' }]);
      });
    });

    test.each(['x-uuencode', 'base 64', 'base64, gzip', 'quoted-printable; x', 'base64 (really)', '"base64"'])(
      'an encoding that not every program knows makes no statement: %s',
      async (encoding) => {
        const message = `${CSV.replace('\r\n', `\r\nContent-Transfer-Encoding: ${encoding}\r\n`)}`;
        expect(await read(message)).toMatchObject([{ name: 'a.csv', fault: 'unknown-encoding' }]);
      },
    );

    test('names are cut to a storable length', async () => {
      const message = (name: string) => `Content-Type: text/csv; name="${name}"\r\n\r\nA`;
      for (const [name, kept] of [
        ['C:\\Users\\x\\a.csv', 'a.csv'],
        ['', 'unnamed'],
        ['..', 'unnamed'],
        ['a\u0001b.csv', 'ab.csv'],
      ] as const) {
        const attachments = await read(`Content-Disposition: attachment\r\n${message(name.replaceAll('\\', '\\\\'))}`);
        expect(attachments).toMatchObject([{ name: kept }]);
      }
      expect(await read(message('é'.repeat(300)))).toMatchObject([{ name: expect.stringMatching(/^.{1,255}$/) }]);
    });
  });

  describe('random bytes', () => {
    const line = fc.constantFrom(
      '--x',
      '--x--',
      '--y',
      '--y--',
      '',
      'Content-Type: multipart/mixed; boundary=x',
      'Content-Type: multipart/mixed; boundary="y"',
      'Content-Type: text/csv; name=a.csv',
      'Content-Type: message/rfc822',
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Disposition: attachment; filename*0*=utf-8',
      'A,B',
      '=3D=',
      ' folded',
      '\0\uFFFD\u00FF',
    );

    test('end in attachments within the limits, or in a sentence', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(line, { maxLength: 40 }),
          fc.constantFrom('\r\n', '\n', '\r\r\n'),
          async (lines, end) => {
            const result = await read(lines.join(end));
            if (typeof result === 'string') expect(result).toMatch(/\.$/);
            else expect(result.length).toBeLessThanOrEqual(MAIL_LIMITS.attachments);
          },
        ),
        { seed: FUZZ_SEED, numRuns: propertyRuns(3_000) },
      );
    });

    test('do so for any bytes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
          await mailReader.readHead(bytes);
          await read(bytes);
        }),
        { seed: FUZZ_SEED, numRuns: propertyRuns(1_000) },
      );
    });

    test('of a cut valid message are reported as cut, and never give a shorter statement', async () => {
      const whole = `${TOP}--x\r\n\r\nHello\r\n--x\r\n${CSV}\r\n--x--`;
      for (let length = 0; length < whole.length; length++)
        expect(await read(whole.slice(0, length))).toEqual(expect.any(String));
      expect(await read(whole)).toEqual([A_CSV]);
    });
  });
});

/** Guarantee: any damaged file gives a plain message, or a statement of which every row is accounted for. */
describe('mutated statements', () => {
  const files = oddFiles().map(({ bytes }) => bytes);
  const file = fc.nat(files.length - 1).map((index) => files[index] ?? Buffer.alloc(0));
  const PLAIN = /^[A-Z][\s\S]{10,2500}\.$/;

  describe('damaged statements', () => {
    test('are read or refused, and no row is lost', () => {
      const outcomes = { refused: 0, mapped: 0 };
      const damaged = fc.tuple(file, mutations, file, fc.constantFrom(...CONFIGS));
      fc.assert(
        fc.property(damaged, ([original, changes, donor, config]) => {
          const reading = readStatement(mutated(original, changes, donor), config);
          outcomes[reading.kind] += 1;
          if (reading.kind === 'refused') expect(reading.message).toMatch(PLAIN);
        }),
        { seed: FUZZ_SEED, numRuns: propertyRuns(4_000) },
      );
      expect(Math.min(outcomes.refused, outcomes.mapped)).toBeGreaterThan(0);
    });

    test('give a format or the reason why none fits', async () => {
      await fc.assert(
        fc.asyncProperty(file, mutations, file, async (original, changes, donor) => {
          const message = await inferFormat(mutated(original, changes, donor));
          if (message !== null) expect(message).toMatch(PLAIN);
        }),
        { seed: FUZZ_SEED, numRuns: propertyRuns(1_000) },
      );
    });

    test('give the same result twice', () => {
      fc.assert(
        fc.property(file, mutations, file, fc.constantFrom(...CONFIGS), (original, changes, donor, config) => {
          const bytes = mutated(original, changes, donor);
          expect(readStatement(bytes, config)).toEqual(readStatement(bytes, config));
        }),
        { seed: FUZZ_SEED + 1, numRuns: propertyRuns(300) },
      );
    });
  });

  test('reads the largest and the worst files within 256 MB of heap', async () => {
    const child = fork(new URL('./large-statements.ts', import.meta.url), {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output.push(String(chunk)));
    const [code] = await once(child, 'exit');
    expect([code, output.join('')]).toEqual([0, 'read: 9\n']);
  });
});
