import { type FirstSight, firstSightSection } from './drawn/first-sight.ts';
import { precision, recall } from './judging/judge.ts';
import { EXPLAINING } from './judging/told.ts';
import {
  bars,
  byCode,
  byKind,
  dollarsText,
  hasContractedRates,
  type Measured,
  percentText,
  shareText,
} from './measure.ts';

/** Makes the text of docs/accuracy.md. The same books, rows and code give the same page. */
export function accuracyPage(measured: readonly Measured[], firstSights: readonly FirstSight[]): string {
  const findings = measured.flatMap(({ judgement }) => judgement.findings);
  const facts = measured.flatMap(({ judgement }) => judgement.facts);
  return `# Accuracy

For whoever changes a rule of scoring or a shipped format. \`npm run truth\` writes this page: it makes carriers' statements
together with a written truth, takes them in over the HTTP API as an agency without an expert would, and compares.

${DEFINITIONS}
${firstSightSection(firstSights)}## Bars

Each must be met over all ${measured.length} books together and, where books are counted, by nine of ten of them. The
precision of each code and the recall of each fact, which the next tables count, have to be ≥ 0.95 too; one that is not is listed.

${table(
  ['Bar', 'Least', 'Measured', 'Met'],
  bars(measured)
    .filter(({ isOfOne, isMet }) => !(isOfOne && isMet))
    .map((bar) => [bar.name, bar.least, bar.overall, bar.isMet ? 'yes' : '**no**']),
)}
## Findings

${table(
  ['Code', 'Right', 'False'],
  byCode(findings).map(({ code, right, wrong }) => [code, String(right), String(wrong)]),
)}
## Facts

${table(
  ['Fact', 'Told', 'Missed', 'In recall (others explain)'],
  byKind(facts).map((one) => [one.kind, String(one.told), String(one.missed), isExplaining(one.kind) ? 'no' : 'yes']),
)}
## Books

${bookSection(measured)}
Next: [what each signal means](reference/signals.md), and where its rules are. To add a book, write a file in \`measure/truth/books\`.
`;
}

function isExplaining(kind: string): boolean {
  return [...EXPLAINING].some((one) => one === kind);
}

const DEFINITIONS = `## Definitions

- A **fact** is true of one member in one period. A **finding** is a red row of a drop, or a signal of severity warn or
  critical.
- A finding is **right** when a fact of that member, of its period or the one before, is of a kind that its code tells
  (\`measure/truth/judging/told.ts\`). A missing true-up stays true for eight months.
- A fact is **told** when the row of its period or the next carries such a code, of any severity.
- **Precision** is right ÷ (right + false). **Recall** is told ÷ facts, without facts that only explain.
- **At risk** and **owed** are a range for each period: *must* is true beyond doubt, *may* is the most by the service's rules.
  The error is the dollars outside, without netting, over the larger of *must* and 1 % of what was paid.
- **Recoverable** are the certain and the likely [claims](howto/ask-for-the-money-back.md), each once. Without a contracted rate
  a cut may be claimed, and need not.

`;

/** Lists the books that something is wrong with, because nobody looks for the others. */
function bookSection(measured: readonly Measured[]): string {
  const off = measured.filter((one) => !isRight(one));
  const right = `${measured.length - off.length} of ${measured.length} books are right in every finding, fact, dollar and sum; of estimates of what is owed nothing is asked.`;
  return off.length === 0
    ? `${right}\n`
    : `${right} These are not: dollars shown / must–may (error).

${bookTable(off)}`;
}

function isRight(one: Measured): boolean {
  const { told, judgement } = one;
  const { findings, facts, atRisk, owed, recoverable, sumsOff } = judgement;
  const shares = [precision(findings), recall(facts)];
  const isWhole = shares.every((share) => share === null || share === 1);
  // Without a contracted rate nobody knows what is owed.
  const dollars = [atRisk, recoverable, ...(hasContractedRates(one) ? [owed] : [])];
  return isWhole && told.failures.length + sumsOff.length === 0 && dollars.every(({ error }) => error === 0);
}

function bookTable(measured: readonly Measured[]): string {
  const header = ['Book', 'Seed', 'Format', 'Precision', 'Recall', 'At risk', 'Owed', 'Recoverable', 'Sums'];
  const rows = measured.map((one) => {
    const { book, told, judgement } = one;
    const money = ({ shown, must, may, error }: typeof judgement.atRisk) =>
      `${dollarsText(shown)} / ${dollarsText(must)}–${dollarsText(Math.max(must, may))} (${percentText(error)})`;
    return [
      book.name,
      String(book.seed),
      `${told.format}${told.failures.length > 0 ? `, ${told.failures.length} files failed` : ''}`,
      shareText(precision(judgement.findings)),
      shareText(recall(judgement.facts)),
      money(judgement.atRisk),
      `${money(judgement.owed)}${hasContractedRates(one) ? '' : ', estimated'}`,
      money(judgement.recoverable),
      judgement.sumsOff.length === 0 ? 'equal' : `${judgement.sumsOff.length} differ`,
    ];
  });
  return table(header, rows);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `${line(header)}|${'---|'.repeat(header.length)}\n${rows.map(line).join('')}`;
}
