import { displayedText } from '../statement/displayed-text.ts';
import type { SourceRow } from '../statement/source.ts';

/** Suggests the name of the carrier of an unknown file (docs/reference/carriers-and-formats.md#preview). */

/** The longest suggested name. A longer text is a sentence. */
const CHARACTERS_MAX = 60;
/** The least letters of a suggested name. */
const LETTERS_MIN = 3;

/** Words that carriers have in their names, and agencies seldom. */
const OF_CARRIERS =
  /\b(?:insurance|assurance|health|healthcare|life|mutual|medicare|dental|vision|casualty|advantage|hmo|plans?)\b/i;
/** Words of a title that is about somebody or something else. */
const OF_OTHERS = /\b(?:agency|agencies|agents?|brokers?|brokerage|producers?|payee|prepared|members?|subscribers?)\b/i;
/** The words of a title or of a file name that end the name before them, or do not belong to it. */
const NO_NAME =
  /^(?:commissions?|comm|statements?|stmts?|reports?|details?|summary|payments?|paid|pay|download|exports?|final|copy|revised|corrected|files?|data|monthly|weekly|month|agency|agents?|brokers?|carrier|page|part|of|for|the|and|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[\d()#]+)$/i;

/**
 * Suggests a name from the rows above the header, such as "Cedar Mutual Commission Statement", else from the name of the file, such as
 * "Cedar_Mutual_2026-04.csv". Null where neither seems to have one. A person corrects it.
 */
export function suggestCarrierName(titles: readonly SourceRow[], fileName: string): string | null {
  const texts = titles.flatMap(({ cells }) => cells.map(displayedText));
  const ofTitle = texts.find((text) => OF_CARRIERS.test(text) && !OF_OTHERS.test(text));
  return (ofTitle === undefined ? null : nameBefore(ofTitle)) ?? nameOfFile(fileName);
}

/** Returns the words before the first that is no part of a name: all of "Harbor Life" in "Harbor Life - Commission Statement". */
function nameBefore(title: string): string | null {
  const words = title.trim().split(/\s+/);
  const end = words.findIndex(
    (word) => NO_NAME.test(word.replace(/[^\p{L}\p{N}]/gu, '')) && !/^(?:of|the|and|for)$/i.test(word),
  );
  return wholeName(words.slice(0, end === -1 ? undefined : end));
}

function nameOfFile(fileName: string): string | null {
  const words = fileName
    .replace(/\.[a-z]{2,4}$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}&'’]+/u);
  const first = words.findIndex((word) => word !== '' && !NO_NAME.test(word));
  if (first === -1) return null;
  const length = words.slice(first).findIndex((word) => NO_NAME.test(word) && !/^(?:of|the|and)$/i.test(word));
  return wholeName(words.slice(first, length === -1 ? undefined : first + length));
}

function wholeName(words: readonly string[]): string | null {
  const name = words.join(' ').replace(/[\s:,;–-]+$/u, '');
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  return letters < LETTERS_MIN || name.length > CHARACTERS_MAX ? null : name;
}
