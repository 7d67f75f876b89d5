// The program of `npm run truth`: measures how accurate the findings are, on books with known facts.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod';
import { ServiceClient } from '../../demo/service-client.ts';
import { createLog } from '../../lambdas/runtime/log.ts';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { startRuntime } from '../../server/runtime.ts';
import { readOptions, readSettings } from '../../server/settings.ts';
import { compareWithout, readRules } from './ablation/rules-off.ts';
import { accuracyPage } from './accuracy-page.ts';
import { BOOKS, UNSEEN_SETS } from './all-books.ts';
import { readFirstSights } from './drawn/first-sight.ts';
import { drawnBooks, type ManyRun, runMany } from './drawn/run-many.ts';
import { judge, precision, recall } from './judging/judge.ts';
import { takeIn } from './judging/take-in.ts';
import type { Told } from './judging/told.ts';
import type { TruthBook } from './judging/truth.ts';
import { bars, byCode, byKind, type Measured, percentText, shareText } from './measure.ts';
import { isSilentlyWrong, type MeasuredPdf, measurePdfs } from './pdf/measure-pdfs.ts';

process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR';

const SEEDS: readonly number[] = [1, 2];
const PAGE = 'docs/accuracy.md';
const PDF_PAGE = 'docs/accuracy-of-pdfs.md';

const HELP = `npm run truth -- [--book NAME]… [--seed N]… [--details]
npm run truth -- --drawn COUNT --seed N [--record]
npm run truth -- --unseen SET [--record]
npm run truth -- --drawn COUNT --seed N --without RULE

Takes books of statements with a written truth in, and prints which findings are right, false and missed. Without --book and
--seed it takes every book with the seeds ${SEEDS.join(' and ')}, and writes ${PAGE}.
--pdfs reads the printed statements alone and writes ${PDF_PAGE}; a run of every book does so too.
--details lists each false finding and each missed fact. It ends with 0 also when a bar is missed.
--drawn takes COUNT books of carriers that are drawn at random from the seed; --unseen takes a set of
books written by hand: ${[...UNSEEN_SETS.keys()].join(', ')}. Both print figures only, and write the false
and missed findings to .cache/truth. --record appends the figures to the rows of first sight, once for each seed or set, before
anybody looks at a finding.
--without prints the figures of the drawn books with and without a rule: a function of core/scoring by its file and name, such
as core/scoring/regular-pay.ts#doubleTakenBack, that then finds nothing. Several are separated by commas. The books are
scored in memory, which leaves out identities and claims, and takes about a tenth of a second for each.

Books: ${Object.keys(BOOKS).join(', ')}
`;

const { options, books, many } = readOptions(HELP, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      book: { type: 'string', multiple: true },
      seed: { type: 'string', multiple: true },
      details: { type: 'boolean', default: false },
      pdfs: { type: 'boolean', default: false },
      drawn: { type: 'string' },
      unseen: { type: 'string' },
      record: { type: 'boolean', default: false },
      without: { type: 'string' },
    },
  });
  if (values.without !== undefined && values.drawn === undefined)
    throw new RangeError('--without needs --drawn and --seed');
  readRules(values.without ?? '');
  return { options: values, books: chosenBooks(values), many: manyBooks(values) };
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const isWhole = options.book === undefined && options.seed === undefined && many === null;
if (isWhole || options.pdfs) {
  const pdfs = await measurePdfs();
  for (const { name, printed, right, wrong, confidence } of pdfs)
    say(`PDF, ${name}: ${right} of ${printed} lines right, ${wrong} wrong, confidence ${confidence}`);
  await writeFile(PDF_PAGE, wrapMarkdown(pdfPage(pdfs)));
  if (options.pdfs) process.exit(0);
}

if (options.without !== undefined) {
  say(compareWithout(options.without, [options.drawn ?? '', ...(options.seed ?? [])]));
  process.exit(0);
}

const directory = await mkdtemp(join(tmpdir(), 'cas-truth-'));
const operatorToken = randomBytes(32).toString('base64url');
const runtime = await startRuntime(
  readSettings({
    PORT: '0',
    DATA_DIR: directory,
    ADMIN_TOKEN: operatorToken,
    WEBHOOK_LOCALHOST: 'allow',
    EXAMPLE_AGENCY: 'off',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }),
  createLog('truth'),
);
try {
  if (many !== null) await runMany({ ...many, connect: newAgency, isRecorded: options.record, say });
  const measured: Measured[] = [];
  for (const makeBook of many === null ? books : []) {
    const book = makeBook();
    const one = await measure(book);
    measured.push(one);
    const { findings, facts } = one.judgement;
    say(`${book.name} ${book.seed}: precision ${shareText(precision(findings))}, recall ${shareText(recall(facts))}`);
    if (options.details) sayDetails(one);
  }
  if (many === null) sayTables(measured);
  if (isWhole) await writeFile(PAGE, wrapMarkdown(accuracyPage(measured, readFirstSights())));
} finally {
  await runtime.close();
  await rm(directory, { recursive: true, force: true });
}

/**
 * Returns for each book a function that makes it, because making a book takes a while. Throws for an unknown book and for a seed that is
 * not a whole number.
 */
function chosenBooks({
  book,
  seed,
}: {
  readonly book?: string[] | undefined;
  readonly seed?: string[] | undefined;
}): readonly (() => TruthBook)[] {
  const seeds = seed?.map(Number) ?? SEEDS;
  for (const number of seeds) {
    if (!Number.isSafeInteger(number)) throw new RangeError('--seed takes a whole number');
  }
  return (book ?? Object.keys(BOOKS)).flatMap((name) => {
    const make = BOOKS[name];
    if (make === undefined) throw new RangeError(`There is no book "${name}". Books: ${Object.keys(BOOKS).join(', ')}`);
    return seeds.map((number) => () => make(number));
  });
}

/** Chooses a set of books for first sight. Null when none is asked for; throws for options that do not fit together. */
function manyBooks({
  drawn,
  unseen,
  seed,
  record,
}: {
  readonly drawn?: string | undefined;
  readonly unseen?: string | undefined;
  readonly seed?: string[] | undefined;
  readonly record: boolean;
}): Pick<ManyRun, 'set' | 'books'> | null {
  if (unseen !== undefined && drawn === undefined) {
    const books = UNSEEN_SETS.get(unseen);
    if (books === undefined) throw new RangeError(`--unseen takes ${[...UNSEEN_SETS.keys()].join(' or ')}`);
    return { set: unseen === 'first' ? 'unseen' : `unseen ${unseen}`, books };
  }
  if (drawn === undefined) {
    if (record) throw new RangeError('--record needs --drawn or --unseen');
    return null;
  }
  const [count, first] = [Number(drawn), Number(seed?.[0])];
  const isPossible = Number.isSafeInteger(count) && count > 0 && Number.isSafeInteger(first) && unseen === undefined;
  if (!isPossible || seed?.length !== 1) throw new RangeError('--drawn takes a number of books, and one --seed');
  return { set: `seed ${first}`, books: drawnBooks(count, first) };
}

/** Makes an account and returns its client. Each book has an account of its own, so that its sums contain nothing of another book. */
async function newAgency(name: string): Promise<ServiceClient> {
  const { url } = runtime;
  const operator = new ServiceClient(url, operatorToken);
  const account = await operator.post('/v1/admin/accounts', { name }, z.object({ id: z.string() }));
  const issued = z.object({ token: z.string() });
  const { token } = await operator.post(`/v1/admin/accounts/${account.id}/tokens`, { label: 'truth' }, issued);
  return new ServiceClient(url, token);
}

async function measure(book: TruthBook): Promise<Measured> {
  const told = await takeIn(await newAgency(`${book.name} ${book.seed}`), book);
  return { book, told, judgement: judge(book.truth, told) };
}

function sayDetails({ book, told, judgement }: Measured): void {
  for (const failure of told.failures) say(`  failed  ${failure}`);
  for (const sum of judgement.sumsOff) say(`  sum     ${sum}`);
  for (const { memberExternalId, period, code, detail, right } of judgement.findings) {
    if (!right) say(`  false   ${memberExternalId} ${period} ${code}: ${detail}`);
  }
  for (const { member, period, kind, told: isTold } of judgement.facts) {
    if (!isTold) say(`  missed  ${member === null ? 'all' : book.truth.ids[member]?.join('/')} ${period} ${kind}`);
  }
  for (const [name, field] of [
    ['at risk', 'atRisk'],
    ['owed', 'owed'],
  ] as const) {
    for (const truth of book.truth.periods) {
      const shown = Math.round((told.periods.find(({ period }) => period === truth.period)?.[field] ?? 0) * 100);
      const { must, may } = truth[field];
      if (shown >= must && shown <= Math.max(must, may)) continue;
      say(`  dollars ${truth.period} ${name} ${shown} outside ${must}–${may} cents`);
      if (field === 'atRisk') sayRisks(book, told, truth.period);
    }
  }
  const { shown, must, may } = judgement.recoverable;
  say(`  recoverable ${shown} of ${must}–${may} cents`);
}

/** Prints the yellow and red rows of members without any fact in this period. */
function sayRisks({ truth }: TruthBook, { rows }: Told, period: string): void {
  for (const row of rows) {
    if (row.period !== period || (row.status !== 'yellow' && row.status !== 'red')) continue;
    const member = truth.ids.findIndex((ids) => ids.includes(row.memberExternalId));
    if (truth.facts.some((fact) => fact.member === member && fact.period === period)) continue;
    say(
      `    ${row.memberExternalId} ${row.status} ${row.prevCommissionAmount} → ${row.commissionAmount}: ${row.reason ?? ''}`,
    );
  }
}

function sayTables(measured: readonly Measured[]): void {
  const show = (head: string[], rows: readonly string[][]) => {
    const table = new Table({ head, style: { head: [], border: [], compact: true } });
    table.push(...rows);
    say(table.toString());
  };
  const findings = measured.flatMap(({ judgement }) => judgement.findings);
  const facts = measured.flatMap(({ judgement }) => judgement.facts);
  show(
    ['Code', 'Right', 'False'],
    byCode(findings).map(({ code, right, wrong }) => [code, String(right), String(wrong)]),
  );
  show(
    ['Fact', 'Told', 'Missed'],
    byKind(facts).map(({ kind, told, missed }) => [kind, String(told), String(missed)]),
  );
  show(
    ['Book', 'Seed', 'Format', 'Precision', 'Recall', 'At risk off', 'Owed off', 'Recoverable off', 'Sums off'],
    measured.map(
      ({ book, told, judgement: { findings: own, facts: ownFacts, atRisk, owed, recoverable, sumsOff } }) => [
        book.name,
        String(book.seed),
        told.format,
        shareText(precision(own)),
        shareText(recall(ownFacts)),
        percentText(atRisk.error),
        percentText(owed.error),
        percentText(recoverable.error),
        String(sumsOff.length),
      ],
    ),
  );
  show(
    ['Bar', 'Least', 'Measured', 'Met'],
    bars(measured).map(({ name, least, overall, isMet }) => [name, least, overall, isMet ? 'yes' : 'NO']),
  );
}

/** Makes the text of docs/accuracy-of-pdfs.md. The same statements and the same code give the same page. */
function pdfPage(measured: readonly MeasuredPdf[]): string {
  const whole = measured.filter(({ printed, right, wrong }) => right === printed && wrong === 0);
  const others = measured.filter((one) => !whole.includes(one));
  const rows = others.map(({ name, generator, printed, right, wrong, failed, confidence, isConfirmed }) =>
    [name, generator, printed, right, wrong, failed, confidence, isConfirmed ? 'yes' : 'no'].join(' | '),
  );
  return `# Accuracy of PDFs

For whoever changes the reader of PDFs (\`adapters/statement-file/pdf\`). \`npm run truth\` writes this page, and
\`npm run truth -- --pdfs\` writes it alone. It prints statements by several programs, LibreOffice only where it is
installed, and takes others that were printed once (\`measure/truth/pdf/kept\`), together with the lines they have. It reads each
with the format that is inferred from it, and compares ids, names and amounts.

${whole.length} of ${measured.length} statements are read whole. ${measured.filter(isSilentlyWrong).length} are read wrongly with a confidence of 0.8 or more.
The others:

| Statement | Generator | Lines | Right | Wrong | Failed | Confidence | Sum confirmed |
|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}

Next: [how a PDF is read](reference/carriers-and-formats.md#pdf), [why](adr/0054-pdf-statements.md), [accuracy of findings](accuracy.md).
`;
}
