import { CELL_CHARACTERS_MAX } from '../../core/limits.ts';
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
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
/** A cell's longest text with every character written in its longest way: `&#x10FFFF;` takes ten. */
export const TEXT_CHARACTERS_MAX = 10 * CELL_CHARACTERS_MAX;
/** Workbook parts are a handful of levels deep. */
const DEPTH_MAX = 200;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Walks through XML tag by tag without building anything, in one pass and constant memory. Names come without their
 * prefix. Tags must nest properly and document type declarations are refused, so there are no entities to expand.
 * Throws UnreadableFile.
 */
export class XmlScanner {
  /** Of the tag `next` stopped at. */
  name = '';
  kind: 'open' | 'empty' | 'close' = 'close';

  private readonly text: string;
  private readonly part: string;
  private readonly open: string[] = [];
  private position = 0;
  private nameEnd = 0;
  private tagEnd = 0;

  /** `part` names the text in error messages. */
  constructor(text: string, part: string) {
    this.text = text;
    this.part = part;
  }

  /** Moves to the next tag, passing text, comments and instructions; false at the end of a complete document. */
  next(): boolean {
    for (;;) {
      const start = this.text.indexOf('<', this.position);
      if (start === -1) {
        if (this.open.length > 0) throw this.broken('ends too early');
        return false;
      }
      const code = this.text.charCodeAt(start + 1);
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

  /** The characters between the current tag and the next one. */
  textHere(): string {
    const { text } = this;
    let collected = '';
    for (;;) {
      const end = text.indexOf('<', this.position);
      if (end === -1) throw this.broken('ends too early');
      if (end > this.position) collected += this.decoded(text.slice(this.position, end));
      if (collected.length > TEXT_CHARACTERS_MAX) throw this.broken('has a text that is too long');
      this.position = end;
      const code = text.charCodeAt(end + 1);
      if (code !== EXCLAMATION && code !== QUESTION) return collected;
      this.position = this.markupEnd(end);
      if (text.startsWith('<![CDATA[', end)) collected += text.slice(end + 9, this.position - 3);
    }
  }

  /** An attribute of the current tag by its full name, prefix included. */
  attribute(name: string): string | undefined {
    for (let at = this.nameEnd; ; ) {
      const found = this.attributeAt(at);
      if (found === null) return undefined;
      if (found.equals - found.start === name.length && this.text.startsWith(name, found.start))
        return this.valueOf(found);
      at = found.end + 1;
    }
  }

  /** An attribute of the current tag that has this name and any prefix, as `r:id` has. */
  prefixedAttribute(name: string): string | undefined {
    for (let at = this.nameEnd; ; ) {
      const found = this.attributeAt(at);
      if (found === null) return undefined;
      if (this.text.slice(found.start, found.equals).endsWith(`:${name}`)) return this.valueOf(found);
      at = found.end + 1;
    }
  }

  private readOpeningTag(start: number): true {
    const { text } = this;
    let at = start + 1;
    let localStart = at;
    let code = text.charCodeAt(at);
    while (code > SPACE && code !== GREATER && code !== SLASH) {
      if (code === COLON) localStart = at + 1;
      code = text.charCodeAt(++at);
    }
    this.nameEnd = at;
    if (at === localStart) throw this.broken('has a tag without a name');
    // A ">" may stand inside a quoted value.
    for (let quote = 0; code !== GREATER || quote !== 0; code = text.charCodeAt(++at)) {
      if (at >= text.length) throw this.broken('ends too early');
      if (code === quote) quote = 0;
      else if (quote === 0 && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)) quote = code;
    }
    this.tagEnd = at;
    this.position = at + 1;
    this.name = text.slice(localStart, this.nameEnd);
    if (text.charCodeAt(at - 1) === SLASH) {
      this.kind = 'empty';
      return true;
    }
    this.kind = 'open';
    this.open.push(localStart === start + 1 ? this.name : text.slice(start + 1, this.nameEnd));
    if (this.open.length > DEPTH_MAX) throw this.broken('is nested too deeply');
    return true;
  }

  private readClosingTag(start: number): true {
    const end = this.text.indexOf('>', start);
    if (end === -1) throw this.broken('ends too early');
    const name = this.text.slice(start + 2, end).trimEnd();
    if (this.open.pop() !== name) throw this.broken('has tags that do not match');
    this.name = name.slice(name.indexOf(':') + 1);
    this.kind = 'close';
    this.nameEnd = end;
    this.tagEnd = end;
    this.position = end + 1;
    return true;
  }

  /** The end of a comment, CDATA section or instruction; any other "<!" is a document type declaration. */
  private markupEnd(start: number): number {
    const [opening, closing] = this.text.startsWith('<?', start)
      ? ['<?', '?>']
      : this.text.startsWith('<!--', start)
        ? ['<!--', '-->']
        : this.text.startsWith('<![CDATA[', start)
          ? ['<![CDATA[', ']]>']
          : ['', ''];
    if (opening === '') throw this.broken('has a document type declaration, which no workbook needs');
    const end = this.text.indexOf(closing, start + opening.length);
    if (end === -1) throw this.broken('ends too early');
    return end + closing.length;
  }

  /** The attribute at or after a position of the current tag: its name, and its value between `value` and `end`. */
  private attributeAt(from: number): { start: number; equals: number; value: number; end: number } | null {
    const { text, tagEnd } = this;
    let start = from;
    while (start < tagEnd && (isSpace(text.charCodeAt(start)) || text.charCodeAt(start) === SLASH)) start++;
    if (start >= tagEnd) return null;
    let equals = start;
    while (equals < tagEnd && text.charCodeAt(equals) !== EQUALS && !isSpace(text.charCodeAt(equals))) equals++;
    let value = equals;
    while (value < tagEnd && text.charCodeAt(value) !== DOUBLE_QUOTE && text.charCodeAt(value) !== SINGLE_QUOTE)
      value++;
    const quote = text.charCodeAt(value);
    let end = value + 1;
    while (end < tagEnd && text.charCodeAt(end) !== quote) end++;
    if (end >= tagEnd) throw this.broken('has an attribute without a value');
    return { start, equals, value: value + 1, end };
  }

  private valueOf(found: { value: number; end: number }): string {
    return this.decoded(this.text.slice(found.value, found.end));
  }

  private decoded(raw: string): string {
    if (raw.length > TEXT_CHARACTERS_MAX) throw this.broken('has a text that is too long');
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

  /** What stands for a reference like "amp" or "#xE9"; characters that no document may hold become U+FFFD. */
  private referenced(name: string): string {
    const known = ENTITIES.get(name);
    if (known !== undefined) return known;
    if (!/^#(?:\d{1,8}|x[0-9a-fA-F]{1,8})$/.test(name)) throw this.broken('has an unknown entity');
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return valid ? String.fromCodePoint(code) : '\uFFFD';
  }

  /** The refusal of this part. */
  broken(detail: string): UnreadableFile {
    return damaged(`its part ${this.part} ${detail}`);
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR;
}
