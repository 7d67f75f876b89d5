import { readFileSync } from 'node:fs';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import {
  atOnceNeeded,
  type Bill,
  CONNECTIONS_PLANNED,
  type CostInputs,
  connectionsInAll,
  connectionsNeeded,
  databaseEnd,
  limits,
  memoryNeeded,
  monthlyBill,
  monthlyLoad,
} from './cost-bill.ts';

const TEXT = readFileSync(new URL('../../docs/cost-page.txt', import.meta.url), 'utf8');
const LARGE = 100_000;
/** The numbers of agencies in the headings of two tables of the page. */
const SIZES = [10, 1_000, LARGE];

/** Makes the whole of docs/cost.md: docs/cost-page.txt with a figure, or the rows of a table, in place of each {{name}}. */
export function costPage(inputs: CostInputs): string {
  const found = { ...inputs, ...figures(inputs), ...rows(inputs), hours: busiestHours(inputs) };
  const page = TEXT.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
    const value = path.split('.').reduce((at: unknown, key) => new Map(Object.entries(at ?? {})).get(key), found);
    if (typeof value !== 'number' && typeof value !== 'string') throw new RangeError(`There is no figure ${path}`);
    return typeof value === 'number' ? plain(value) : value;
  });
  return wrapMarkdown(page);
}

function figures(inputs: CostInputs) {
  const { agency, waiting, measured, template, prices } = inputs;
  const { lines, dollars, units } = monthlyBill(inputs, LARGE);
  const largest = lines.reduce((most, line) => (line.dollars > most.dollars ? line : most));
  const copies = (copyEveryDays: number, copyKeptDays: number) =>
    count(monthlyBill({ ...inputs, template: { ...template, copyEveryDays, copyKeptDays } }, LARGE).dollars);
  const end = databaseEnd(inputs);
  const enoughFor = (name: string) => round(limits(inputs).find(({ part }) => part === name)?.agencies ?? Number.NaN);
  const each = (size: number) => `$${(monthlyBill(inputs, size).dollars / size).toFixed(2)}`;
  const first = limits(inputs).slice(0, 3);
  const cells = cellsOf(inputs);
  const inCells = monthlyBill(inputs, LARGE, cells).dollars;
  const growth = (agency.members * measured.storedBytesPerMemberMonth.all) / 1e6;
  const indexSeconds = (monthlyLoad(inputs, LARGE).memberMonths / 1e6) * measured.indexSecondsPerMillionRows;
  return {
    ...{ large: LARGE, dollars: count(dollars), end: round(end.agencies), endPart: inSentence(end.part) },
    largeUnits: units.max,
    ...{ largestPart: inSentence(largest.part), largestDollars: count(largest.dollars) },
    each: SIZES.map((size) => `${each(size)} a month where there are ${count(size)}`).join(', '),
    first: first.map(({ part, agencies }) => `${inSentence(part)} (at ${round(agencies)} agencies)`).join('; '),
    ...{ copyEvery: days(template.copyEveryDays), copyKept: days(template.copyKeptDays) },
    ...{ dailyCopies: copies(1, 35), weeklyCopies: copies(7, 28) },
    connectionsPlanned: CONNECTIONS_PLANNED * template.connectionsMax,
    ...{ growth: growth.toFixed(1), growthDollars: (growth * prices.dollars.auroraGigabyteMonth).toFixed(2) },
    indexHours: figure((indexSeconds * waiting.slowerThanMeasured) / 3600),
    ...{ enough: enoughFor('Aurora: processors'), enoughMemory: enoughFor('Aurora: memory') },
    ...{ cells, cellsDollars: count(inCells - dollars), cellsPercent: Math.round((inCells / dollars - 1) * 100) },
  };
}

function rows(inputs: CostInputs) {
  const bills = [...SIZES.map((size) => monthlyBill(inputs, size)), monthlyBill(inputs, LARGE, cellsOf(inputs))];
  const perBill = (what: string, of: (bill: Bill) => string) => [what, ...bills.map(of)];
  const parts = bills[0]?.lines.map(({ part }) => part) ?? [];
  const dollarsOf = (part: string) => (bill: Bill) =>
    cents(bill.lines.find((line) => line.part === part)?.dollars ?? 0);
  const ofLimits = limits(inputs).map(({ part, holds, agencies, agenciesAtMost: most, remedy }) => {
    return [part, holds, round(agencies), most === null ? '–' : round(most), remedy];
  });
  const { connections } = inputs.template;
  const eachOf = [...new Set(Object.values(connections).map(({ each }) => each))].sort((one, other) => one - other);
  const ofConnections = eachOf.map((connectionsEach) => {
    const functions = Object.entries(connections).filter(([, { each }]) => each === connectionsEach);
    return `- ${connectionsEach} each: ${functions.map(([name, { atOnce }]) => `\`${name}\` ${atOnce}`).join(', ')}`;
  });
  return {
    bills: tableRows([
      ...parts.map((part) => perBill(part, dollarsOf(part))),
      perBill('**In all**', ({ dollars }) => `**${cents(dollars)}**`),
      perBill('Units of the database, of each cell', ({ units: { min, max } }) =>
        [...new Set([min, max])].join(' to '),
      ),
      perBill('Cheaper storage', ({ ioOptimized }) => (ioOptimized ? 'I/O-Optimized' : 'standard')),
    ]),
    limits: tableRows(ofLimits),
    connections: ofConnections.join('\n'),
    connectionsInAll: `${connectionsInAll(inputs)}`,
  };
}

/** Returns the cells of each row of the table about the busiest hours. */
function busiestHours(inputs: CostInputs) {
  const loads = SIZES.map((size) => monthlyLoad(inputs, size));
  const row = (of: (load: (typeof loads)[number]) => number) => loads.map((load) => figure(of(load))).join(' | ');
  return {
    statements: row(({ busiestHour }) => busiestHour.statements),
    requests: row(({ busiestHour }) => busiestHour.requests / 3600),
    processors: row(({ busiestHour }) => busiestHour.databaseSeconds / 3600),
    memory: row((load) => memoryNeeded(inputs, load)),
    workersAtOnce: row((load) => atOnceNeeded(inputs, load).statements),
    requestsAtOnce: row((load) => atOnceNeeded(inputs, load).requests),
    webhooksAtOnce: row((load) => atOnceNeeded(inputs, load).webhooks),
    connections: SIZES.map((size) => figure(connectionsNeeded(inputs, size))).join(' | '),
  };
}

/** Returns the fewest cells in which no cell has more agencies than may fail together. */
const cellsOf = ({ waiting }: CostInputs) => Math.ceil(LARGE / waiting.agenciesPerCell);
const tableRows = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
/** Writes a part for the middle of a sentence. Names keep their capital letter. */
const inSentence = (part: string) =>
  /^(API|Aurora|CloudFront|Lambda|PostgreSQL|RDS|S3|SES|SQS)/.test(part)
    ? part
    : part.replace(/^./, (c) => c.toLowerCase());
const days = (value: number) => (value === 1 ? 'day' : `${value} days`);
const cents = (value: number) => (value < 10 ? value.toFixed(2) : count(value));
/** Writes a number in decimal notation as in the input: 0.0000133334 instead of 1.33334e-5. */
const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 12 });
const count = (value: number) => Math.round(value).toLocaleString('en');
/** Rounds a capacity down to two significant digits, because it is an estimate. */
const round = (value: number) => Number(Math.floor(value).toPrecision(2)).toLocaleString('en');
const figure = (value: number) => (value >= 100 ? count(value) : Number(value.toPrecision(2)).toString());
