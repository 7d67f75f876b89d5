import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { words } from '../support/words.ts';

/** Texts that often cause faults, by their kind. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  words: words(`
    null NULL undefined None nil true false NaN Infinity default select con LPT1
  `),
  properties: words(`
    __proto__ constructor prototype toString hasOwnProperty __defineGetter__ length then
  `),
  numbers: [
    '0',
    '-0',
    '00123',
    '1e309',
    '-1',
    '+1',
    '.5',
    '0x10',
    '1_000',
    '1,000.00',
    '٣٤٥',
    '½',
    '1.23457E+11',
    '9'.repeat(40),
  ],
  formulas: [
    "=cmd|'/C calc'!A0",
    '=1+1',
    '+SUM(A1:A9)',
    '-2+3',
    '@SUM(1,2)',
    '=HYPERLINK("http://x.example","click")',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '\t=1+1',
    '\r=1+1',
    '=',
    '==',
    '="00123"',
    "'=1",
    '%=1',
  ],
  quoting: [
    '"',
    '""',
    '"a',
    'a"',
    'a"b',
    "'",
    "''",
    "O'Brien",
    '`',
    'a,b',
    'a;b',
    'a|b',
    ',',
    ',,,',
    '\\',
    '\\"',
    '\\N',
    '\\.',
    'a\\',
  ],
  lines: [
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\n',
    'a\n',
    '\u2028',
    'a\u2029b',
    'a\u0085b',
    'a\u000bb',
    'a\fb',
    'a\tb',
    'a\u0000b',
    '\u0007',
    '\u001b[31mred',
    '\u007f',
  ],
  invisible: [
    '\ufeffBOM',
    'a\ufeffb',
    'zero\u200bwidth',
    'joined\u200dup',
    'می\u200cخواهم',
    'soft\u00adhyphen',
    '\u2060',
    '\u00a0',
    '\u3000',
    'Ann\u00a0Lee',
    '\u180e',
    '\u{e0001}',
  ],
  directions: ['\u202eeeL nnA', 'שלום', 'مرحبا Ann', '\u2067Ann\u2069', '\u200fAnn', 'Ann\u202c'],
  letters: [
    'Zoë',
    'Zoe\u0308',
    'Ωμέγα',
    'Жанна',
    '張偉',
    '日本語',
    'İstanbul',
    'ıi',
    'straße',
    'ﬁ',
    'Å',
    '𝔄𝔫𝔫',
    'ᏣᎳᎩ',
    'นี่',
    'क्षि',
    '˙ɐnbᴉlɐ',
    'Ḩ̷̛̮a̷͝l̶̺o̴̢',
    `e${'\u0301'.repeat(60)}`,
  ],
  emoji: ['👩', '👨‍👩‍👦', '👍🏽', '🇺🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣'],
  broken: ['half \ud800 pair', '\udc00', 'a\ud83d', '\ufffd', '\uffff', '\ufdd0'],
  markup: [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '&lt;',
    '&#x41;',
    ']]>',
    '<!--',
    '<?xml version="1.0"?>',
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    'javascript:alert(1)',
  ],
  sql: ["'; drop table members; --", "1' or '1'='1", '1;--', '%', '_', 'a%b_c', '$1', '$$', ':name', '?', "E'\\x00'"],
  templates: [
    '%s',
    '%d%n',
    '{0}',
    '{{7*7}}',
    `$${'{7*7}'}`,
    '#{7*7}',
    '<%= 7 %>',
    '$(id)',
    '`id`',
    '; id',
    '| id',
    '&& id',
    '%00',
    '%0d%0aSet-Cookie:x=1',
    '\\u0000',
    '\\x00',
  ],
  paths: [
    '../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'C:\\',
    'file:///etc/passwd',
    '//x.example/y',
    '.',
    '..',
    '~',
    'a/b',
    'aux.csv',
    'name.csv\u0000.exe',
  ],
  headers: ['X-Evil: 1', 'a\r\nX-Evil: 1', '(){ :;}; echo x', 'Bearer x'],
  errors: ['#REF!', '#N/A', '#DIV/0!', '#17', 'N/A', '-', '—'],
  totals: ['Total', 'Grand Total', 'Page 1 of 2', 'Member ID', 'Subtotal:'],
  long: ['x'.repeat(200), 'x'.repeat(201), 'é'.repeat(255), '👩'.repeat(100), 'word '.repeat(1_000).trim(), ' '],
};

const BLNS = '../shared/corpus/strings/blns/blns.json';

/** The texts of this file, each once. */
export const OWN_STRINGS: readonly string[] = [...new Set(Object.values(OWN).flat())];

/** The texts of this file, and the well-known public list if it is available. */
export const NAUGHTY_STRINGS: readonly string[] = [...new Set([...OWN_STRINGS, ...publicList()])];

function publicList(): readonly string[] {
  return existsSync(BLNS) ? z.array(z.string()).parse(JSON.parse(readFileSync(BLNS, 'utf8'))) : [];
}

/** True when the service removes no character of the text before it shows the text, so that the text must return exactly. */
export function isTidy(text: string): boolean {
  return text !== '' && !/[\p{Cc}\p{Cf}\p{Cs}]|^\s|\s$/u.test(text);
}

/** The neutralised form for a spreadsheet, implemented independently of the service's own rule. */
export function defused(text: string): string {
  const isFormula = [...'=+-@\t\r\n＝＋－＠'].some((sign) => text.startsWith(sign));
  // If a spreadsheet splits lines at the semicolon, a cell that would begin a formula is neutralised too.
  const inside = text.replace(/;(?=--)/g, ";'");
  return isFormula && !/^-(\d+\.?\d*|\.\d+)$/.test(text) ? `'${inside}` : inside;
}
