import type { z } from 'zod';
import { type Bill, monthlyBill } from './cost-bill.ts';
import { type CostInputs, costInputs } from './cost-inputs.ts';
import { connectionsInAll, connectionsNeeded, databaseEnd, limits } from './cost-limits.ts';
import { atOnceNeeded, monthlyLoad } from './cost-load.ts';

const SIZES = [10, 1_000, 100_000];

/** docs/cost.md, all of it. */
export function costPage(inputs: CostInputs): string {
  return [
    head(inputs),
    bills(inputs),
    runsOutFirst(inputs),
    connections(inputs),
    growth(inputs),
    cells(inputs),
    inputTables(inputs),
    LEFT_OUT,
  ].join('\n');
}

function head(inputs: CostInputs): string {
  const { agency, waiting } = inputs;
  const each = (size: number) => `$${(monthlyBill(inputs, size).dollars / size).toFixed(2)}`;
  const first = limits(inputs).slice(0, 3);
  const end = databaseEnd(inputs);
  const large = monthlyBill(inputs, SIZES.at(-1) ?? 0);
  const largest = large.lines.reduce((most, line) => (line.dollars > most.dollars ? line : most));
  return `# What it costs, and what runs out first

Computed by \`bench/cost.ts\` from [cost-inputs.json](cost-inputs.json): what was measured on one machine, list prices, and what an agency is assumed to
do. Nothing of it has been seen on a bill yet. Change an input and run \`node bench/cost.ts\`; \`node bench/cost.ts --measure\` measures this machine
first (half a minute, Linux). A test holds this page to the program, and the inputs that come from the templates to the templates.

An agency here has ${count(agency.members)} members with ${agency.carriers} carriers, sends ${agency.statementsAMonth} statements a month, makes ${count(agency.requestsADay)} requests on a working day, and keeps
${agency.monthsKept} months. One that is ten times as large counts as ten: every figure grows with what agencies do, and every limit comes as much earlier.

- An agency costs ${SIZES.map((size) => `${each(size)} a month where there are ${count(size)}`).join(', ')}.
- The largest part at ${count(large.agencies)}: ${inSentence(largest.part)}, $${count(largest.dollars)} of $${count(large.dollars)}.
- What runs out first: ${first.map(({ part, agencies }) => `${inSentence(part)} (at ${round(agencies)} agencies)`).join('; ')}.
- One database ends at ${round(end.agencies)} agencies (${inSentence(end.part)}). From ${count(waiting.agenciesPerCell)} on there should be several: [cells](#cells).
`;
}

function bills(inputs: CostInputs): string {
  const large = SIZES.at(-1) ?? 0;
  const all = [...SIZES.map((size) => monthlyBill(inputs, size)), monthlyBill(inputs, large, cellsFor(inputs, large))];
  const titles = all.map(({ agencies, cells: of }) => `${count(agencies)}${of === 1 ? '' : ` in ${of} cells`}`);
  const parts = all[0]?.lines.map(({ part }) => part) ?? [];
  const rows = parts.map((part) => [
    part,
    ...all.map(({ lines }) => dollars(lines.find((line) => line.part === part)?.dollars ?? 0)),
  ]);
  const size = ({ min, max }: Bill['units']) => (min === max ? `${min}` : `${min} to ${max}`);
  return `## A month

Dollars, at list prices of ${inputs.prices.region} as published up to ${inputs.prices.asOf}, for so many agencies. The SFTP server and inbound email are $${inputs.template.intakeDollars} more. Where a limit of the next
table is passed, the setting is taken to have been raised.

${table(
  ['', ...titles],
  [
    ...rows,
    ['**In all**', ...all.map((bill) => `**${dollars(bill.dollars)}**`)],
    ['Units of the database, of each cell', ...all.map(({ units }) => size(units))],
    ['Cheaper storage', ...all.map(({ ioOptimized }) => (ioOptimized ? 'I/O-Optimized' : 'standard'))],
  ],
)}

${snapshots(inputs, large)}
${busiestHour(inputs)}`;
}

/** What the copies cost follows from how many there are, and that can be chosen. */
function snapshots(inputs: CostInputs, agencies: number): string {
  const { template } = inputs;
  const inAll = (copyEveryDays: number, copyKeptDays: number) =>
    `$${count(monthlyBill({ ...inputs, template: { ...template, copyEveryDays, copyKeptDays } }, agencies).dollars)}`;
  return `A snapshot of Aurora is a whole one, and so is its copy: what they cost goes by how many are kept, of a database that only grows. The template makes
one every ${days(template.copyEveryDays)} and keeps it for ${days(template.copyKeptDays)} (\`lib/backup-stack.ts\`). At ${count(agencies)} agencies everything together is ${inAll(template.copyEveryDays, template.copyKeptDays)} so, ${inAll(1, 35)} with one every
day that is kept for five weeks, and ${inAll(7, 28)} with one every week that is kept for four.
`;
}

function days(value: number): string {
  return value === 1 ? 'day' : `${value} days`;
}

function busiestHour(inputs: CostInputs): string {
  const hours = SIZES.map((size) => {
    const load = monthlyLoad(inputs, size);
    return { ...load.busiestHour, atOnce: atOnceNeeded(inputs, load), connections: connectionsNeeded(inputs, size) };
  });
  const row = (what: string, of: (hour: (typeof hours)[number]) => number) => [
    what,
    ...hours.map((hour) => figure(of(hour))),
  ];
  return `The busiest hour of the month, all carriers' statements coming in the same days, for one database:

${table(
  ['', ...SIZES.map(count)],
  [
    row('Statements', ({ statements }) => statements),
    row('Requests a second', ({ requests }) => requests / 3600),
    row('Processors of the database that are busy', ({ databaseSeconds }) => databaseSeconds / 3600),
    row('Workers of statements at once', ({ atOnce }) => atOnce.statements),
    row('Requests at once', ({ atOnce }) => atOnce.requests),
    row('Webhooks at once', ({ atOnce }) => atOnce.webhooks),
    row('Connections to the database', ({ connections }) => connections),
  ],
)}
`;
}

function runsOutFirst(inputs: CostInputs): string {
  const rows = limits(inputs).map(({ part, holds, agencies, agenciesAtMost, remedy }) => [
    part,
    holds,
    round(agencies),
    agenciesAtMost === null ? '–' : round(agenciesAtMost),
    remedy,
  ]);
  return `## What runs out first

Each part as the template of \`prod\` has it: how many agencies it is enough for, and for how many the most would be that AWS has of it (– where there is
always more). The first line is what runs out first. Nothing of it loses a statement: what can't be done yet waits in a queue, or is answered with a 429 or 503 and
asked for again.

${table(['Part', 'There is', 'Agencies', 'At most', 'What is done then'], rows, [2, 3])}
`;
}

function connections(inputs: CostInputs): string {
  const { template } = inputs;
  const total = connectionsInAll(inputs);
  const rows = Object.entries(template.connections).map(([name, { atOnce, each }]) => [
    `\`${name}\``,
    `${atOnce}`,
    `${each}`,
    `${atOnce * each}`,
  ]);
  return `## Connections

What may run at once, and the connections it opens to the database: two for each of two roles, in a container five. \`max_connections\` is ${template.connectionsMax};
four fifths of it, ${0.8 * template.connectionsMax}, are planned, and a test adds them up from the templates. Whoever raises what runs at once raises the connections with it
([0014](adr/0014-aws-application.md)).

${table(['', 'At once', 'Connections each', 'Connections'], [...rows, ['**In all**', '', '', `**${total}**`]])}
`;
}

function growth(inputs: CostInputs): string {
  const { agency, measured, prices } = inputs;
  const { all, scoredRows } = measured.storedBytesPerMemberMonth;
  const perAgency = (agency.members * all) / 1e6;
  const thousand = (perAgency * 1000) / 1000;
  return `## Storage

A member's month takes ${count(all)} bytes with its lines, deltas and indexes, ${count(scoredRows)} of them in \`scored_rows\`. An agency grows by ${perAgency.toFixed(1)} MB a month, a thousand
agencies by ${thousand.toFixed(1)} GB, for which $${(thousand * prices.dollars.auroraGigabyteMonth).toFixed(2)} more a month is paid from then on. Nothing is deleted: corrections, journeys and year-end reports read
old months. What scoring costs does not depend on them ([performance](performance.md)).
`;
}

function cells(inputs: CostInputs): string {
  const { waiting } = inputs;
  const end = databaseEnd(inputs);
  const large = SIZES.at(-1) ?? 0;
  const cellCount = cellsFor(inputs, large);
  const one = monthlyBill(inputs, large);
  const many = monthlyBill(inputs, large, cellCount);
  const { measured } = inputs;
  const indexSeconds = (monthlyLoad(inputs, large).memberMonths / 1e6) * measured.indexSecondsPerMillionRows;
  const indexHours = (indexSeconds * waiting.slowerThanMeasured) / 3600;
  const reader = limits(inputs).find(({ part }) => part === 'Aurora: processors');
  return `## Cells

One database ends at ${round(end.agencies)} agencies, whatever is set (${inSentence(end.part)}). Long before that it is too much that one fault takes all of them
down, and that an index over \`scored_rows\` takes ${figure(indexHours)} hours at ${count(large)} agencies. So:

1. **A larger ceiling and floor.** \`capacityMax\` and \`capacityMin\` in \`lib/stage.ts\`. The ${inputs.template.capacityMax} units of today are enough for ${round(reader?.agencies ?? 0)} agencies.
2. **The reader.** It is there already, for analysts' SQL, and paid for: it follows the writer. Reports over rollups may go there too; an answer may then be a
   few milliseconds old, so not what reads back what was just written.
3. **Cells, by account.** A cell is the whole of \`prod\` once more, in an AWS account or region of its own, with its own \`domainName\` in \`cdk.json\`: the templates
   name no AWS account, so nothing has to be written for it. New agencies go to the newest cell. With ${count(waiting.agenciesPerCell)} agencies in each, which is a choice,
   ${count(large)} need ${cellCount}, for $${count(many.dollars - one.dollars)} a month more than in one database, ${percent(many.dollars / one.dollars - 1)}.

What makes this possible: every row of an agency names its account, row-level security allows no query across accounts, and nothing but the operator's pages
and the sweeps looks at more than one. Ids are random, so cells never meet in one. What is shared is the catalogue of carriers, which every cell loads
itself, and the names of SFTP users and mail addresses, which are those of the cell's own server and domain. An agency is told its address with its token,
so nothing has to find out where it is.

What is missing: moving an agency from one cell to another. It would be a copy of its rows, table by table, by \`account_id\`, while its uploads wait. Nobody
needs it as long as new agencies go to new cells.
`;
}

/** The fewest in which no cell has more than it should. */
function cellsFor({ waiting }: CostInputs, agencies: number): number {
  return Math.ceil(agencies / waiting.agenciesPerCell);
}

function inputTables(inputs: CostInputs): string {
  const { shape } = costInputs;
  const { measured } = inputs;
  const lines = [
    ['the worker’s processor', measured.workerCpuSeconds, ' s'],
    ['PostgreSQL’s processors', measured.databaseCpuSeconds, ' s'],
    ['PostgreSQL’s log', measured.logBytes, ' bytes'],
  ] as const;
  return `## Inputs

Measured on ${measured.machine}; times are multiplied by ${inputs.waiting.slowerThanMeasured} for AWS, a guess until it is deployed.

${table(
  ['', 'For a statement', 'For each thousand lines'],
  lines.map(([what, { perJob, perThousandLines }, unit]) => [
    what,
    `${plain(perJob)}${unit}`,
    `${plain(perThousandLines)}${unit}`,
  ]),
)}

${described(shape.measured, measured)}

Assumed of an agency:

${described(shape.agency, inputs.agency)}

Assumed of the month:

${described(shape.calendar, inputs.calendar)}

Assumed of AWS and of the way there:

${described(shape.waiting, inputs.waiting)}

What AWS has at most, by its documentation:

${described(shape.aws, inputs.aws)}

List prices in dollars, ${inputs.prices.region}, ${inputs.prices.asOf}: of the pages "Pricing" of each service at aws.amazon.com.

${described(shape.prices.shape.dollars, inputs.prices.dollars)}
`;
}

const LEFT_OUT = `## Left out

Free tiers, volume discounts, savings plans, support and tax; the backups of the last days, which are free up to the size of the database; metrics and alarms of what is added;
traffic between zones; what a person costs who answers alarms. A deployment's first cold starts are in no figure, and neither is a book so large that its
one worker, not their number, is what it waits for: 40,000 lines take some seconds ([performance](performance.md)).
`;

/** Each figure with what its schema says about it. */
function described(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(schema.shape).flatMap(([key, { description }]) => {
    const value = values[key];
    return typeof value === 'number' && description !== undefined ? [[description, plain(value)]] : [];
  });
  return table(['', ''], rows);
}

/** Figures stand at the right: unless said otherwise, in all columns but the first. */
function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  figures: readonly number[] = titles.map((_, index) => index).slice(1),
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = titles.map((_, index) => (figures.includes(index) ? '---:' : '---'));
  return [line(titles), line(rule), ...rows.map(line)].join('\n');
}

/** Names keep their capital. */
function inSentence(part: string): string {
  return /^(API|Aurora|CloudFront|Lambda|PostgreSQL|RDS|S3|SES|SQS)/.test(part)
    ? part
    : part.charAt(0).toLowerCase() + part.slice(1);
}

function dollars(value: number): string {
  return value < 10 ? value.toFixed(2) : count(value);
}

/** As the input has it: 0.0000133334 and not 1.33334e-5. */
function plain(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 12 });
}

function count(value: number | undefined): string {
  return Math.round(value ?? 0).toLocaleString('en');
}

/** A capacity is no exact number: two figures, the rest is zeros. */
function round(value: number): string {
  return Number(Math.floor(value).toPrecision(2)).toLocaleString('en');
}

function figure(value: number): string {
  return value >= 100 ? count(value) : Number(value.toPrecision(2)).toString();
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}
