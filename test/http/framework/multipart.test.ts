import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FILE_BYTES_MAX } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { sha256Hex } from '../../../lambdas/http/authentication.ts';
import { cleanFileName, type FormFields, MULTIPART_LIMITS, readMultipart } from '../../../lambdas/http/multipart.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const BOUNDARY = 'x-boundary-1';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const YEAR = part('form-data; name="periodYear"', '2026');
const FILE = part('form-data; name="file"; filename="a.csv"', 'a,b\r\n1,2\r\n');
const END = `--${BOUNDARY}--\r\n`;

function part(disposition: string, content: string, ...headers: string[]): string {
  const lines = [`Content-Disposition: ${disposition}`, ...headers];
  return `--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\n${content}\r\n`;
}

const send = (body: string | Uint8Array<ArrayBuffer>, type: string | null = TYPE) =>
  service.call('POST', '/v1/uploads', {
    body: typeof body === 'string' ? Buffer.from(body) : body,
    headers: type === null ? {} : { 'Content-Type': type },
  });
const errorsOf = (json: unknown) =>
  z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) }).parse(json).errors;
const fieldsOf = (json: unknown) => errorsOf(json).map(({ field }) => field);

describe('a form', () => {
  test('gives the same result with fields before or after the file', async () => {
    const bytes = sha256Hex('a,b\r\n1,2\r\n');
    const replace = part('form-data; name="replace"', 'true');
    for (const body of [YEAR + replace + FILE, FILE + YEAR + replace, replace + FILE + YEAR]) {
      const { json } = await send(body + END);
      expect(json).toEqual({ fileName: 'a.csv', byteSize: 10, sha256: bytes, periodYear: 2026, replace: true });
    }
  });

  test('is read as browsers and fetch send it', async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array([0, 255, 13, 10, 45, 45])], 'März 2026.xlsx'));
    form.set('periodYear', '2026');
    const { json } = await service.call('POST', '/v1/uploads', { body: form });
    expect(json).toMatchObject({ fileName: 'März 2026.xlsx', byteSize: 6, sha256: sha256Hex('\0\xff\r\n--') });
  });

  test('may have an empty file, which the route judges', async () => {
    expect((await send(part('form-data; name="file"; filename="a.csv"', '') + YEAR + END)).json).toMatchObject({
      byteSize: 0,
    });
  });
});

describe('a readable but invalid form gets 422 that names each fault', () => {
  test.each<[string, string, string[]]>([
    ['nothing', END, ['file', 'periodYear']],
    ['no file', YEAR, ['file']],
    ['the file as text', YEAR + part('form-data; name="file"', 'a,b'), ['file']],
    ['a text as file', FILE + part('form-data; name="periodYear"; filename="y"', '2026'), ['periodYear']],
    ['a field twice', FILE + YEAR + YEAR, ['periodYear']],
    ['two files of one name', FILE + FILE + YEAR, ['file']],
    ['two files', FILE + part('form-data; name="other"; filename="b.csv"', 'x') + YEAR, ['other']],
    ['an unknown field', FILE + YEAR + part('form-data; name="peroidMonth"', '1'), ['peroidMonth']],
    ['__proto__', FILE + YEAR + part('form-data; name="__proto__"', '1'), ['__proto__']],
    [
      'wrong types',
      FILE + part('form-data; name="periodYear"', '2026.0') + part('form-data; name="replace"', 'yes'),
      ['periodYear', 'replace'],
    ],
    ['a total in another notation', FILE + YEAR + part('form-data; name="total"', '1e3'), ['total']],
    ['NUL in a field', FILE + YEAR + part('form-data; name="total"', '1\0'), ['total']],
    ['a field that is too long', FILE + YEAR + part('form-data; name="total"', '1'.repeat(300_000)), ['total']],
  ])('%s', async (_name, parts, fields) => {
    const response = await send(parts.endsWith(END) ? parts : parts + END);
    expect(response.json).toMatchObject({ code: 'validation_error' });
    expect([...new Set(fieldsOf(response.json))].toSorted()).toEqual(fields);
  });

  test('with 10,000 fields', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => part(`form-data; name="f${index}"`, '1')).join('');
    expect((await send(FILE + many + END)).json).toMatchObject({ code: 'validation_error' });
  });

  test('with a name of 1,000 characters', async () => {
    expect((await send(FILE + YEAR + part(`form-data; name="${'n'.repeat(1000)}"`, '1') + END)).status).toBe(422);
  });

  test('with text that is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from(`${FILE}--${BOUNDARY}\r\nContent-Disposition: form-data; name="periodYear"\r\n\r\n`),
      Buffer.from([0xff]),
      Buffer.from(`\r\n${END}`),
    ]);
    expect((await send(body)).status).toBe(422);
  });
});

describe('an unreadable form gets a 4xx', () => {
  test.each<[string, string | null, number]>([
    ['no Content-Type', null, 400],
    ['JSON', 'application/json', 415],
    ['a form of the other kind', 'application/x-www-form-urlencoded', 415],
    ['multipart of another kind', `multipart/mixed; boundary=${BOUNDARY}`, 415],
    ['no boundary', 'multipart/form-data', 400],
    ['an empty boundary', 'multipart/form-data; boundary=""', 400],
    ['a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(71)}`, 400],
    ['a boundary with forbidden characters', 'multipart/form-data; boundary="a\tb"', 400],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
  ])('%s: %s → %d', async (_name, type, status) => {
    expect((await send(FILE + YEAR + END, type)).status).toBe(status);
  });

  test.each<[string, string]>([
    ['an empty body', ''],
    ['no end', FILE + YEAR],
    ['cut in the file', FILE.slice(0, -5)],
    ['cut in a header', FILE + YEAR.slice(0, 30)],
    ['cut in the last boundary', FILE + YEAR + END.slice(0, -4)],
    ['a preamble', `This is a form.\r\n${FILE}${YEAR}${END}`],
    ['an epilogue', `${FILE}${YEAR}${END}more`],
    ['a part without a name', FILE + YEAR + part('form-data', 'x')],
    ['a part with an empty name', FILE + YEAR + part('form-data; name=""', 'x')],
    [
      'a part without a Content-Disposition',
      `${FILE}${YEAR}--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nreplace=true\r\n${END}`,
    ],
    ['a part that is no part of a form', FILE + part('attachment; name="replace"', 'true') + YEAR + END],
    [
      'a transfer encoding',
      YEAR + part('form-data; name="file"; filename="a"', 'YQ==', 'Content-Transfer-Encoding: base64') + END,
    ],
    ['garbage', 'x'.repeat(100_000)],
    [
      'an end within the headers of the first part, and more behind it',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; fi\r\n--${BOUNDARY}--nt-Disposition: form-data\r\n\r\n1\r\n`,
    ],
  ])('%s gets 400', async (_name, body) => {
    expect((await send(body)).json).toMatchObject({ code: 'bad_request' });
  });

  test('when cut at any place; it is never accepted and never a 5xx', async () => {
    const whole = FILE + YEAR + END;
    for (let length = 0; length < whole.length - 2; length += 7) {
      const { status } = await send(whole.slice(0, length));
      expect([length, status]).toEqual([length, 400]);
    }
  });

  test('with a name of a megabyte', async () => {
    const { status } = await send(FILE + YEAR + part(`form-data; name="${'n'.repeat(1_000_000)}"`, '1') + END);
    expect([400, 422]).toContain(status);
  });

  test('with a thousand part headers', async () => {
    const headers = Array.from({ length: 1000 }, (_, index) => `X-${index}: y`);
    expect(
      (await send(YEAR + part('form-data; name="file"; filename="a"', 'x', ...headers) + END)).status,
    ).toBeLessThan(500);
  });
});

describe('the size of a form', () => {
  const sized = (bytes: number) => {
    const head = `${YEAR}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from(`\r\n${END}`)]);
  };

  test('may be exactly 15 MiB; one byte more gets 413', async () => {
    expect((await send(sized(FILE_BYTES_MAX))).json).toMatchObject({ byteSize: FILE_BYTES_MAX });
    expect((await send(sized(FILE_BYTES_MAX + 1))).json).toMatchObject({ code: 'payload_too_large' });
  });

  test('is limited without Content-Length too', async () => {
    for (const [bytes, status] of [
      [FILE_BYTES_MAX, 202],
      [FILE_BYTES_MAX + 1, 413],
    ] as const) {
      const response = await fetch(`${service.url}/v1/uploads`, {
        method: 'POST',
        body: new Blob([sized(bytes)]).stream(),
        duplex: 'half',
        headers: { 'Content-Type': TYPE, Authorization: `Bearer ${TOKENS.good}` },
      });
      expect(response.status).toBe(status);
      await response.body?.cancel();
    }
  });

  test('stops the reading within 1 MB of the limit, whatever surrounds the file', async () => {
    for (const chunk of [Buffer.alloc(64 * 1024, 'x'), Buffer.from(part('form-data; name="n"', 'x'.repeat(60_000)))]) {
      let taken = 0;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(
            Buffer.from(`${YEAR}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`),
          ),
        pull: (controller) => {
          taken += chunk.length;
          controller.enqueue(chunk);
        },
      });
      const result = await readMultipart({ body, headers: new Headers({ 'Content-Type': TYPE }) });
      expect(isRefused(result) ? result.refused.code : 'taken').toBe('payload_too_large');
      expect(taken).toBeLessThan(FILE_BYTES_MAX + 1024 * 1024 + 2 * chunk.length);
    }
  });
});

test('reads the same form, whatever the chunks', async () => {
  const whole = Buffer.from(FILE + YEAR + part('form-data; name="total"', '1.5') + END);
  const read = async (cuts: readonly number[]): Promise<FormFields> => {
    const edges = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
    const chunks = edges.slice(1).map((end, index) => whole.subarray(edges[index], end));
    const result = await readMultipart({
      body: ReadableStream.from(chunks),
      headers: new Headers({ 'Content-Type': TYPE }),
    });
    if (isRefused(result)) throw new Error(result.refused.detail);
    return result;
  };
  const expected = await read([]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
      expect(await read(cuts)).toEqual(expected);
    }),
    { seed: 11, numRuns: propertyRuns(200) },
  );
});

test('applies smaller limits too', async () => {
  const limits = { ...MULTIPART_LIMITS, fileBytesMax: 4 };
  const body = () => new Blob([FILE + YEAR + END]).stream();
  const result = await readMultipart({ body: body(), headers: new Headers({ 'Content-Type': TYPE }) }, limits);
  expect(isRefused(result) && result.refused.code).toBe('payload_too_large');
});

describe('file names', () => {
  test.each([
    ['a.csv', 'a.csv'],
    ['C:\\Users\\me\\a.csv', 'a.csv'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['a/', 'unnamed'],
    ['a\u0000b\r\n.csv', 'ab.csv'],
    ['\u202Egpj.csv', 'gpj.csv'],
    ['ü'.repeat(200), 'ü'.repeat(127)],
    [`${'a'.repeat(253)}😀`, 'a'.repeat(253)],
  ])('are cleaned: %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
    expect(Buffer.byteLength(cleanFileName(name))).toBeLessThanOrEqual(255);
  });

  test.each([
    ['filename="plain.csv"', 'plain.csv'],
    ['filename="Zoë.csv"', 'Zoë.csv'],
    ["filename*=UTF-8''na%C3%AFve%20file.csv", 'naïve file.csv'],
    ['filename="quo\\"te.csv"', 'quo"te.csv'],
    ['filename="..\\..\\x.csv"', 'x.csv'],
  ])('are read from %s', async (parameter, fileName) => {
    const response = await send(part(`form-data; name="file"; ${parameter}`, 'x') + YEAR + END);
    expect(response.json).toMatchObject({ fileName });
  });
});
