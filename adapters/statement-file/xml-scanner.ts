import { CELL_CHARACTERS_MAX } from '../../core/limits/statement-limits.ts';
import type { UnreadableFile } from '../../core/statement/source.ts';
import { damaged } from './zip-directory.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const EXCLAMATION = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
/** The length of the longest text that is read: that of a cell with every character in its longest form, `&#x10FFFF;`. */
export const TEXT_CHARACTERS_MAX = 10 * CELL_CHARACTERS_MAX;
/** The bytes of the longest text: a character has at most four. */
const TEXT_BYTES_READ = 4 * TEXT_CHARACTERS_MAX;
/** The longest reference, `&#xHHHHHHHH;`. */
const REFERENCE_BYTES_MAX = 12;
/** The deepest nesting that is read. Parts of a workbook are only a few levels deep. */
const DEPTH_MAX = 200;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Walks through XML tag by tag, in one pass over its bytes and in constant memory. Names come without their prefix. Tags must nest
 * properly. Document type declarations are refused, so there are no entities to expand. Throws UnreadableFile.
 */
export class XmlScanner {
  /** The name of the tag at which `next` stopped. */
  name = '';
  kind: 'open' | 'empty' | 'close' = 'close';
  /** The position where `next` continues. A caller that reads an element by itself moves it to the element's end. */
  position = 0;
  readonly bytes: Buffer;

  private readonly part: string;
  private readonly open: string[] = [];
  /** Known names, by a number made of their bytes. */
  private readonly names = new Map<number, string>();
  private nameEnd = 0;
  private tagEnd = 0;

  /** `part` names the text, which is UTF-8, in error messages. */
  constructor(bytes: Buffer, part: string) {
    this.bytes = bytes;
    this.part = part;
  }

  /** Moves to the next tag, skipping text, comments and instructions. Returns false at the end of a complete document. */
  next(): boolean {
    for (;;) {
      const start = this.tagFrom(this.position);
      if (start === this.bytes.length) {
        if (this.open.length > 0) throw this.broken('ends too early');
        return false;
      }
      const code = this.bytes[start + 1];
      if (code === EXCLAMATION || code === QUESTION) this.position = this.markupEnd(start);
      else return code === SLASH ? this.readClosingTag(start) : this.readOpeningTag(start);
    }
  }

  /** Moves past the end of the element just opened; does nothing for an empty one. */
  skip(): void {
    if (this.kind !== 'open') return;
    for (let depth = 1; depth > 0; ) {
      if (!this.next()) throw this.broken('ends too early');
      if (this.kind === 'open') depth++;
      else if (this.kind === 'close') depth--;
    }
  }

  /** Returns the characters between the current tag and the next one, at most TEXT_CHARACTERS_MAX. */
  textHere(): string {
    const { bytes } = this;
    let collected = '';
    for (;;) {
      const end = this.tagFrom(this.position);
      if (end === bytes.length) throw this.broken('ends too early');
      if (collected.length <= TEXT_CHARACTERS_MAX) collected += this.beginningOf(this.position, end);
      this.position = end;
      const code = bytes[end + 1];
      if (code !== EXCLAMATION && code !== QUESTION) return collected.slice(0, TEXT_CHARACTERS_MAX);
      this.position = this.markupEnd(end);
      if (this.isAt(end, '<![CDATA[') && collected.length <= TEXT_CHARACTERS_MAX)
        collected += bytes.toString('utf8', end + 9, Math.min(this.position - 3, end + 9 + TEXT_BYTES_READ));
    }
  }

  /** Decodes only as much text as can be kept. A shortened text ends before its last "&", which may begin a reference. */
  private beginningOf(start: number, end: number): string {
    if (end - start <= TEXT_CHARACTERS_MAX) return start === end ? '' : this.decoded(start, end);
    const cut = Math.min(end, start + TEXT_BYTES_READ);
    const lastReference = cut === end ? -1 : this.bytes.lastIndexOf('&', cut - 1);
    return this.decoded(
      start,
      lastReference > cut - REFERENCE_BYTES_MAX && lastReference > start ? lastReference : cut,
    );
  }

  /** Returns an attribute of the current tag by its full name, prefix included. */
  attribute(name: string): string | undefined {
    for (let at = this.nameEnd; ; ) {
      const found = this.attributeAt(at);
      if (found === null) return undefined;
      if (found.equals - found.start === name.length && this.isAt(found.start, name))
        return this.attributeValue(found.value, found.end);
      at = found.end + 1;
    }
  }

  /** Returns an attribute of the current tag that has this name and any prefix, such as `r:id`. */
  prefixedAttribute(name: string): string | undefined {
    for (let at = this.nameEnd; ; ) {
      const found = this.attributeAt(at);
      if (found === null) return undefined;
      if (this.nameOf(found.start, found.equals).endsWith(`:${name}`))
        return this.attributeValue(found.value, found.end);
      at = found.end + 1;
    }
  }

  /** Returns the position of the next "<", or the end. */
  private tagFrom(from: number): number {
    const { bytes } = this;
    let at = from;
    while (at < bytes.length && bytes[at] !== LESS) at++;
    return at;
  }

  /** Returns whether this ASCII text is at a position. */
  private isAt(position: number, text: string): boolean {
    for (let at = 0; at < text.length; at++) if (this.bytes[position + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Returns a name as text. Memoized, because a document repeats few names thousands of times. */
  private nameOf(from: number, to: number): string {
    let key = to - from;
    for (let at = from; at < to; at++) key = (Math.imul(key, 31) + (this.bytes[at] ?? 0)) | 0;
    const known = this.names.get(key);
    if (known !== undefined && known.length === to - from && this.isAt(from, known)) return known;
    const name = this.bytes.toString('utf8', from, to);
    this.names.set(key, name);
    return name;
  }

  private readOpeningTag(start: number): true {
    const { bytes } = this;
    let at = start + 1;
    let localStart = at;
    let code = bytes[at] ?? 0;
    while (code > SPACE && code !== GREATER && code !== SLASH) {
      if (code === COLON) localStart = at + 1;
      code = bytes[++at] ?? 0;
    }
    this.nameEnd = at;
    if (at === localStart) throw this.broken('has a tag without a name');
    // A quoted value may contain ">".
    for (let quote = 0; code !== GREATER || quote !== 0; code = bytes[++at] ?? 0) {
      if (at >= bytes.length) throw this.broken('ends too early');
      if (code === quote) quote = 0;
      else if (quote === 0 && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)) quote = code;
    }
    this.tagEnd = at;
    this.position = at + 1;
    this.name = this.nameOf(localStart, this.nameEnd);
    if (bytes[at - 1] === SLASH) {
      this.kind = 'empty';
      return true;
    }
    this.kind = 'open';
    this.open.push(localStart === start + 1 ? this.name : this.nameOf(start + 1, this.nameEnd));
    if (this.open.length > DEPTH_MAX) throw this.broken('is nested too deeply');
    return true;
  }

  private readClosingTag(start: number): true {
    const { bytes } = this;
    let end = start + 2;
    while (end < bytes.length && bytes[end] !== GREATER) end++;
    if (end >= bytes.length) throw this.broken('ends too early');
    let nameEnd = end;
    while (nameEnd > start + 2 && isSpace(bytes[nameEnd - 1] ?? 0)) nameEnd--;
    const name = this.nameOf(start + 2, nameEnd);
    if (this.open.pop() !== name) throw this.broken('has tags that do not match');
    const colon = name.indexOf(':');
    this.name = colon === -1 ? name : name.slice(colon + 1);
    this.kind = 'close';
    this.nameEnd = end;
    this.tagEnd = end;
    this.position = end + 1;
    return true;
  }

  /** Returns the end of a comment, CDATA section or instruction. Any other "<!" is a document type declaration. */
  private markupEnd(start: number): number {
    const [opening, closing] = this.isAt(start, '<?')
      ? ['<?', '?>']
      : this.isAt(start, '<!--')
        ? ['<!--', '-->']
        : this.isAt(start, '<![CDATA[')
          ? ['<![CDATA[', ']]>']
          : ['', ''];
    if (opening === '') throw this.broken('has a document type declaration, which no workbook needs');
    const end = this.bytes.indexOf(closing, start + opening.length);
    if (end === -1) throw this.broken('ends too early');
    return end + closing.length;
  }

  /** Finds the attribute at or after a position of the current tag; its value is between `value` and `end`. */
  private attributeAt(from: number): { start: number; equals: number; value: number; end: number } | null {
    const { bytes, tagEnd } = this;
    let start = from;
    while (start < tagEnd && (isSpace(bytes[start] ?? 0) || bytes[start] === SLASH)) start++;
    if (start >= tagEnd) return null;
    let equals = start;
    while (equals < tagEnd && bytes[equals] !== EQUALS && !isSpace(bytes[equals] ?? 0)) equals++;
    let value = equals;
    while (value < tagEnd && bytes[value] !== DOUBLE_QUOTE && bytes[value] !== SINGLE_QUOTE) value++;
    const quote = bytes[value];
    let end = value + 1;
    while (end < tagEnd && bytes[end] !== quote) end++;
    if (end >= tagEnd) throw this.broken('has an attribute without a value');
    return { start, equals, value: value + 1, end };
  }

  /** Returns the value of an attribute. Attributes of workbooks are short, so a very long one is refused. */
  private attributeValue(start: number, end: number): string {
    if (end - start > TEXT_BYTES_READ) throw this.broken('has an attribute that is too long');
    return this.decoded(start, end);
  }

  private decoded(start: number, end: number): string {
    const raw = this.bytes.toString('utf8', start, end);
    const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw;
    let decoded = '';
    let from = 0;
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
      const end = text.indexOf(';', at);
      if (end === -1) throw this.broken('has a reference that does not end');
      decoded += text.slice(from, at) + this.referenced(text.slice(at + 1, end));
      from = end + 1;
    }
    return from === 0 ? text : decoded + text.slice(from);
  }

  /** Resolves a reference such as "amp" or "#xE9"; characters that no document may contain become U+FFFD. */
  private referenced(name: string): string {
    const known = ENTITIES.get(name);
    if (known !== undefined) return known;
    if (!/^#(?:\d{1,8}|x[0-9a-fA-F]{1,8})$/.test(name)) throw this.broken('has an unknown entity');
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return valid ? String.fromCodePoint(code) : '\uFFFD';
  }

  /** Makes the error for this part. */
  broken(detail: string): UnreadableFile {
    return damaged(`its part ${this.part} ${detail}`);
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR;
}
