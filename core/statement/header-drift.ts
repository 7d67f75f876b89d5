import { type BoundColumns, boundIndexes } from './column-binding.ts';
import { type Header, headerKey } from './header.ts';
import { headerSimilarity } from './header-words.ts';
import type { StatementWarning } from './line.ts';

/** Minimum similarity, from 0 to 1, of two names that are shown as a renaming. */
const SIMILAR_MIN = 0.5;
/** Largest number of findings in a warning, so that a wrong file does not fill the job's page. */
const NAMED_MAX = 6;
const NAME_CHARACTERS_MAX = 60;

/** Returns the most similar pair of a wanted and a found name; null when no pair is similar. */
export function nearestHeader(
  wanted: readonly string[],
  found: readonly string[],
): { readonly wanted: string; readonly name: string } | null {
  let best: { readonly wanted: string; readonly name: string } | null = null;
  let most = SIMILAR_MIN;
  for (const name of found) {
    for (const wantedName of wanted) {
      const similarity = name === '' ? 0 : headerSimilarity(wantedName, name);
      if (similarity > most || (best === null && similarity === most)) {
        best = { wanted: wantedName, name };
        most = similarity;
      }
    }
  }
  return best;
}

/** Reports changes of the sheets' headers in one warning, or none. `others` are further sentences, which come first. */
export function headerDrift(
  sheets: readonly { readonly header: Header; readonly bound: BoundColumns }[],
  knownHeaders: readonly string[] | null,
  others: readonly string[] = [],
): readonly StatementWarning[] {
  const findings = new Set([...others, ...sheets.flatMap((sheet) => lostColumns(sheet))]);
  for (const finding of changedColumns(sheets, knownHeaders)) findings.add(finding);
  if (findings.size === 0) return [];
  const named = [...findings].slice(0, NAMED_MAX);
  const more = findings.size > named.length ? ` And ${findings.size - named.length} more differences.` : '';
  return [{ code: 'header_drift', detail: `${named.join(' ')}${more}` }];
}

/** Returns a sentence for each missing configured column, with the column that it may have become. */
function lostColumns({ header, bound }: { readonly header: Header; readonly bound: BoundColumns }): readonly string[] {
  const used = boundIndexes(bound);
  const free = header.names.filter((_, index) => !used.has(index));
  return bound.absent.map(({ words, names }) => {
    const nearest = nearestHeader(names, free);
    return `No column for ${words}.${nearest === null ? '' : ` It may be "${shown(nearest.name)}" now.`}`;
  });
}

/**
 * Returns a sentence for each column that is new or gone since the carrier's previous statement; none without its header.
 * Only the first sheet is compared, because other sheets may have other columns every month.
 */
function changedColumns(
  sheets: readonly { readonly header: Header; readonly bound: BoundColumns }[],
  knownHeaders: readonly string[] | null,
): readonly string[] {
  const [first] = sheets;
  if (first === undefined || knownHeaders === null || knownHeaders.length === 0) return [];
  const { header, bound } = first;
  const known = new Set(knownHeaders.map(headerKey));
  const used = boundIndexes(bound);
  const present = new Set(sheets.flatMap((sheet) => sheet.header.names.map(headerKey)));
  const gone = knownHeaders.filter((name) => name !== '' && !present.has(headerKey(name)));
  const added = header.names.filter((name, index) => name !== '' && !used.has(index) && !known.has(headerKey(name)));
  return [
    ...added.map((name) => {
      const nearest = nearestHeader(gone, [name]) ?? nearestHeader(knownHeaders, [name]);
      return `New column "${shown(name)}"${nearest === null ? '' : `, nearest known name "${shown(nearest.wanted)}"`}.`;
    }),
    ...gone.filter((name) => nearestHeader([name], added) === null).map((name) => `Column "${shown(name)}" is gone.`),
  ];
}

function shown(name: string): string {
  return name.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
}
