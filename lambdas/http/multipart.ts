import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { type FieldError, isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseFields } from '../../core/refuse.ts';
import {
  type BodyRequest,
  bodyChunks,
  decodeUtf8,
  isStorable,
  mediaTypeOf,
  refuseLength,
  refuseMediaType,
  refuseSize,
} from './request-body.ts';

/** A file of a form. Its name comes from the client and is only data: it never becomes a path or an unescaped header. */
export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface MultipartLimits {
  readonly fileBytesMax: number;
  readonly fields: number;
  readonly fieldNameBytes: number;
  readonly fieldBytes: number;
  /** Names of text fields that may be sent as a file part, as `curl -F config=@config.json` does. */
  readonly textFiles?: readonly string[] | undefined;
  /** The size of the whole body, if known; no file in it is larger. */
  readonly bodyBytes?: number | undefined;
}

export const MULTIPART_LIMITS: MultipartLimits = {
  fileBytesMax: FILE_BYTES_MAX,
  fields: 50,
  fieldNameBytes: 100,
  /** The most bytes of a text field. The longest field is a statement configuration that is sent to be tried out. */
  fieldBytes: 256 * 1024,
};

/** The most bytes of field names, boundaries and text fields beside a file of the largest size. */
export const FORM_OVERHEAD_BYTES = 1024 * 1024;
const FILE_NAME_BYTES_MAX = 255;
/** The first allocation for a file in a body of unknown length. */
const FIRST_BYTES = 64 * 1024;
/** The boundary syntax of RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

/** The field that holds the file in every form. The bytes of other file parts are not kept: the schema of the form refuses those fields. */
const FILE_FIELD = 'file';

/** The fields by name: text, or a file. The order of the parts does not matter. */
export type FormFields = ReadonlyMap<string, string | UploadedFile>;

/**
 * Reads multipart/form-data while it arrives, and stops at the first byte above the limit. A form that cannot be parsed gets 400. A form
 * with repeated fields, too many fields or two files gets 422.
 */
export async function readMultipart(request: BodyRequest, limits = MULTIPART_LIMITS): Promise<FormFields | Refused> {
  const refused = refuseFormHead(request, limits);
  if (refused !== null) return refused;
  const form = new FormReader(boundaryOf(request), limits);
  const bodyBytesMax = limits.fileBytesMax + FORM_OVERHEAD_BYTES;
  let length = 0;
  for await (const chunk of bodyChunks(request)) {
    if (isRefused(chunk)) return chunk;
    length += chunk.byteLength;
    if (length > bodyBytesMax) return refuseSize(limits.fileBytesMax);
    const fault = await form.write(chunk);
    if (fault !== null) return fault;
  }
  return form.end();
}

/** Refuses a form by its headers alone; null when they are acceptable. */
export function refuseFormHead(request: BodyRequest, { fileBytesMax }: MultipartLimits): Refused | null {
  if (refuseLength(request, fileBytesMax + FORM_OVERHEAD_BYTES) !== null) return refuseSize(fileBytesMax);
  const wrongType = refuseMediaType(request, 'multipart/form-data');
  if (wrongType !== null) return wrongType;
  const isValid = BOUNDARY.test(boundaryOf(request));
  return isValid ? null : refuse('bad_request', 'The multipart boundary is missing or not valid.');
}

function boundaryOf(request: BodyRequest): string {
  return mediaTypeOf(request)?.parameters.get('boundary') ?? '';
}

/** Collects the events of the parser. */
class FormReader {
  readonly #limits: MultipartLimits;
  readonly #parser: BusboyInstance;
  readonly #edges: FormEdges;
  readonly #fileBytes: number;
  readonly #fields = new Map<string, string | UploadedFile>();
  readonly #errors: FieldError[] = [];
  /**
   * Resolves when the parser has finished. It is created at the start, because the parser may finish a form with a broken first part before
   * it gets the last byte.
   */
  readonly #finished: Promise<void>;
  #fault: Refused | null = null;
  #parts = 0;

  constructor(boundary: string, limits: MultipartLimits) {
    this.#limits = limits;
    this.#edges = new FormEdges(boundary);
    this.#fileBytes = Math.min(limits.fileBytesMax, limits.bodyBytes ?? FIRST_BYTES);
    this.#parser = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: {
        fieldSize: limits.fieldBytes,
        fields: limits.fields,
        parts: limits.fields + 2 + (limits.textFiles?.length ?? 0),
        fileSize: limits.fileBytesMax,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
    this.#finished = new Promise((resolve) => {
      this.#parser.once('finish', resolve);
      this.#parser.once('error', () => resolve());
    });
    const tooMany = () => this.#refuseField('body', `The form has more than ${limits.fields} fields.`);
    this.#parser.on('field', (name: string | undefined, value, _nameCut, valueCut, encoding) => {
      this.#takeField({ name, value, valueCut, encoding });
    });
    this.#parser.on('file', (name: string | undefined, stream, fileName: string | undefined, encoding, contentType) => {
      this.#takeFile({ name, stream, fileName, encoding, contentType });
    });
    this.#parser.on('partsLimit', tooMany);
    this.#parser.on('fieldsLimit', tooMany);
    this.#parser.on('error', () => this.#fail(refuse('bad_request', 'The multipart body is broken or cut short.')));
  }

  /** Passes a chunk to the parser. Returns the refusal that ends the reading, or null. */
  async write(chunk: Uint8Array): Promise<Refused | null> {
    this.#edges.see(chunk);
    if (!this.#edges.startsWell) return refuse('bad_request', 'The body does not begin with the multipart boundary.');
    await new Promise<void>((resolve) => {
      this.#parser.write(chunk, () => resolve());
    });
    return this.#fault;
  }

  async end(): Promise<FormFields | Refused> {
    this.#parser.end();
    await this.#finished;
    if (this.#fault !== null) return this.#fault;
    if (!this.#edges.endsWell) return refuse('bad_request', 'The body does not end with the multipart boundary.');
    if (this.#errors.length > 0) return refuseFields(this.#errors);
    return this.#parts === this.#edges.parts
      ? this.#fields
      : refuse('bad_request', 'A part of the form has no "Content-Disposition: form-data".');
  }

  #takeField(field: { name: string | undefined; value: string; valueCut: boolean; encoding: string }): void {
    const name = this.#takeName(field.name, field.encoding);
    if (name === null) return;
    if (field.valueCut) this.#refuseField(name, `is longer than ${this.#limits.fieldBytes} bytes`);
    // The parser writes U+FFFD for bytes that are not UTF-8.
    this.#setText(name, field.value.includes('\uFFFD') ? null : field.value);
  }

  #takeFile(file: {
    name: string | undefined;
    stream: BusboyFileStream;
    fileName: string | undefined;
    encoding: string;
    contentType: string;
  }): void {
    const { stream } = file;
    const name = this.#takeName(file.name, file.encoding);
    if (name !== null && this.#limits.textFiles?.includes(name)) {
      this.#takeTextFile(name, stream);
      return;
    }
    const kept = name === FILE_FIELD ? new GrowingBytes(this.#fileBytes) : null;
    stream.on('data', (chunk: Buffer) => {
      kept?.add(chunk);
    });
    stream.on('limit', () => this.#fail(refuseSize(this.#limits.fileBytesMax)));
    stream.on('error', () => this.#fail(refuse('bad_request', 'The multipart body is cut short.')));
    stream.on('end', () => {
      if (name === null || this.#fault !== null) return;
      const fileName = cleanFileName(file.fileName ?? '');
      const bytes = kept?.bytes ?? new Uint8Array();
      this.#fields.set(name, { fileName, contentType: file.contentType, bytes });
    });
  }

  /** Reads a file part as the text of a field. A byte order mark is not part of the text. */
  #takeTextFile(name: string, stream: BusboyFileStream): void {
    const bytesMax = this.#limits.fieldBytes;
    const kept = new GrowingBytes(FIRST_BYTES);
    stream.on('data', (chunk: Buffer) => {
      // One byte more than allowed shows that the text is too long.
      kept.add(chunk.subarray(0, bytesMax + 1 - kept.bytes.byteLength));
    });
    stream.on('limit', () => this.#fail(refuseSize(this.#limits.fileBytesMax)));
    stream.on('error', () => this.#fail(refuse('bad_request', 'The multipart body is cut short.')));
    stream.on('end', () => {
      if (kept.bytes.byteLength > bytesMax) this.#refuseField(name, `is longer than ${bytesMax} bytes`);
      else this.#setText(name, decodeUtf8(kept.bytes));
    });
  }

  #setText(name: string, text: string | null): void {
    if (text === null || !isStorable(text)) this.#refuseField(name, 'is not valid UTF-8 text');
    this.#fields.set(name, text ?? '');
  }

  /** Registers the name of a part once; returns null when the part cannot be accepted. */
  #takeName(name: string | undefined, encoding: string): string | null {
    this.#parts += 1;
    if (!/^(7bit|8bit|binary)$/.test(encoding)) {
      this.#fail(refuse('bad_request', 'A part has a Content-Transfer-Encoding; send its bytes as they are.'));
      return null;
    }
    if (name === undefined || name === '' || !isStorable(name)) {
      this.#fail(refuse('bad_request', 'A part of the form has no name.'));
      return null;
    }
    if (Buffer.byteLength(name) > this.#limits.fieldNameBytes) {
      this.#refuseField(`${name.slice(0, 40)}…`, 'has a name that is too long');
      return null;
    }
    if (this.#fields.has(name)) {
      this.#refuseField(name, 'is given more than once');
      return null;
    }
    // The name is reserved now, because the file becomes complete only later.
    this.#fields.set(name, '');
    return name;
  }

  #refuseField(field: string, detail: string): void {
    this.#errors.push({ field, detail });
  }

  #fail(refused: Refused): void {
    this.#fault ??= refused;
  }
}

/** Appends bytes to one growing buffer. Joining separate pieces at the end would hold all bytes twice. */
class GrowingBytes {
  #buffer: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(1, capacity));
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength;
    if (length > this.#buffer.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#buffer.byteLength));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }
}

/**
 * Checks what the parser ignores: bytes before the first and after the last boundary, where a form has none, and parts that do not
 * declare themselves as form data, which may be a field that the client relies on.
 */
class FormEdges {
  readonly #opening: string;
  readonly #closing: string;
  /** The delimiter that ends each part; the first part begins without it. */
  readonly #delimiter: string;
  #head = '';
  #tail = '';
  #carried = Buffer.alloc(0);
  #parts = 0;

  constructor(boundary: string) {
    this.#opening = `--${boundary}`;
    this.#closing = `--${boundary}--`;
    this.#delimiter = `\r\n--${boundary}`;
  }

  /** The number of parts in the body, also of parts that the parser does not report. */
  get parts(): number {
    return this.#parts;
  }

  see(chunk: Uint8Array): void {
    const wanted = this.#opening.length - this.#head.length;
    if (wanted > 0) this.#head += Buffer.from(chunk.subarray(0, wanted)).toString('latin1');
    const kept = this.#closing.length + '\r\n'.length;
    this.#tail = (this.#tail + Buffer.from(chunk.subarray(-kept)).toString('latin1')).slice(-kept);
    this.#countParts(chunk);
  }

  #countParts(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#carried, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(this.#delimiter); at !== -1; at = bytes.indexOf(this.#delimiter, from)) {
      this.#parts += 1;
      from = at + this.#delimiter.length;
    }
    this.#carried = bytes.subarray(Math.max(from, bytes.length - this.#delimiter.length + 1));
  }

  get startsWell(): boolean {
    return this.#opening.startsWith(this.#head);
  }

  get endsWell(): boolean {
    const closed = this.#tail.endsWith(this.#closing) || this.#tail.endsWith(`${this.#closing}\r\n`);
    return this.#head === this.#opening && closed;
  }
}

/** The base name without control characters, cut to 255 bytes at a character boundary. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim();
  let kept = '';
  let length = 0;
  for (const character of clean) {
    length += Buffer.byteLength(character);
    if (length > FILE_NAME_BYTES_MAX) break;
    kept += character;
  }
  return kept === '' || kept === '.' || kept === '..' ? 'unnamed' : kept;
}
