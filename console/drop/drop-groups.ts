import { type DropEntry, isCertain, isUnsettled, twinOf, warningsOf } from './drop-entry.ts';

const QUESTIONS = ['layout', 'carrier', 'several', 'taken', 'here'] as const;

/** Lines of the list that one answer settles. A line with no question, and one with a question of its own, is alone. */
export interface DropGroup {
  readonly key: string;
  /**
   * `layout`, `carrier`: the files look alike. `several`: they are of one month of one carrier. `taken`: they are, and the month has
   * statements already. `here`: exactly these files count already.
   */
  readonly question: (typeof QUESTIONS)[number] | null;
  readonly entries: readonly DropEntry[];
}

/** Groups the files that one answer settles, and puts the files that need an answer on top. */
export function groupsOf(entries: readonly DropEntry[]): readonly DropGroup[] {
  const groups = Map.groupBy(entries, (entry) => keyOf(entry, entries));
  return [...groups]
    .map(([key, alike]) => ({
      key: alike.length === 1 ? (alike[0]?.id ?? key) : key,
      question: alike.length === 1 ? null : questionOf(key),
      entries: alike,
    }))
    .toSorted((a, b) => rankOf(a, entries) - rankOf(b, entries) || laterMonthFirst(a, b));
}

/** Puts the latest month of what was added on top. Other lines keep their order. */
function laterMonthFirst({ entries: [a] }: DropGroup, { entries: [b] }: DropGroup): number {
  const [one, other] = [a, b].map((entry) => (entry !== undefined && isEnded(entry) ? (entry.period ?? '') : ''));
  return (other ?? '').localeCompare(one ?? '');
}

const isEnded = ({ stage: { kind } }: DropEntry) => kind === 'done' || kind === 'undone';

/** True when nothing about the file is left to answer. */
export function isReady(entry: DropEntry, entries: readonly DropEntry[]): boolean {
  return isCertain(entry) && twinOf(entry, entries) === null && !isUnsettled(entry, entries);
}

/** The files that one button adds. */
export function readyOf(entries: readonly DropEntry[]): readonly DropEntry[] {
  return entries.filter((entry) => isReady(entry, entries));
}

function keyOf(entry: DropEntry, entries: readonly DropEntry[]): string {
  const { id, stage, identified, carrier, period } = entry;
  const config = identified?.inferred?.config;
  if (stage.kind === 'unknown-layout' && config !== undefined)
    return `layout ${JSON.stringify([identified?.fileType, config.columns, identified?.inferred?.headerRow])}`;
  if (stage.kind === 'here') return 'here';
  // A fault belongs to one file, so that its line asks alone.
  if (stage.kind === 'taken' && stage.fault === null && twinOf(entry, entries) === null)
    return `taken ${carrier?.carrierId} ${period}`;
  const isOpen = stage.kind === 'question' && stage.isEditing !== true && twinOf(entry, entries) === null;
  if (!isOpen || warningsOf(entry).length > 0 || identified?.periodQuestion != null || period === null) return id;
  if (identified?.ambiguous === true && !entry.isChosen)
    return `carrier ${identified.ranked.map(({ carrierId }) => carrierId).join(' ')}`;
  return isUnsettled(entry, entries) ? `several ${carrier?.carrierId} ${period}` : id;
}

function questionOf(key: string): DropGroup['question'] {
  const [word] = key.split(' ');
  return QUESTIONS.find((question) => question === word) ?? null;
}

const [QUESTION, READY, UNDER_WAY, ENDED] = [0, 1, 2, 3];

function rankOf({ question, entries: [entry] }: DropGroup, entries: readonly DropEntry[]): number {
  if (question !== null || entry === undefined) return QUESTION;
  const { kind } = entry.stage;
  if (isEnded(entry)) return ENDED;
  if (kind === 'failed' || kind === 'here' || kind === 'taken' || kind === 'unknown-layout') return QUESTION;
  if (kind !== 'question') return UNDER_WAY;
  return isAsked(entry) || twinOf(entry, entries) !== null || isUnsettled(entry, entries) ? QUESTION : READY;
}

/** True when the service could not tell everything. The line keeps its place while the person answers. */
function isAsked(entry: DropEntry): boolean {
  const { identified, stage } = entry;
  if (stage.kind !== 'question') return false;
  if (stage.isEditing === true || identified === null || identified.ambiguous || identified.best === null) return true;
  return identified.period === null || identified.periodQuestion !== null || warningsOf(entry).length > 0;
}
