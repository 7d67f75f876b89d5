// npm run bench: measures, prints the ratios and writes docs/performance.md.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureHistory } from './history.ts';
import { measureIngest } from './ingest.ts';
import { measureMemory } from './memory.ts';
import { type Section, sectionMarkdown, sectionTable } from './outcome.ts';
import { measureReports } from './reports.ts';
import { measureRescore } from './rescore.ts';

const HELP = `Measures the service against what users would otherwise pick, as ratios on this machine.

  npm run bench                   everything; writes docs/performance.md
  npm run bench -- reports        only these sections; writes nothing
  npm run bench -- --quick        a hundredth of the data, to see that the bench itself works; writes nothing
  npm run bench -- --seed 7       with other statements
  npm run bench -- --help         this text

Sections: memory, ingest, history, rescore, reports
Memory compares with DuckDB and pandas where PEERS names the folder with their scripts. Ingest needs psql, on the path or named by PSQL. Neighbours of history take some ten gigabytes of disk.
`;

interface BenchSize {
  readonly quick: boolean;
  readonly seed: number;
}

const linesOf = (quick: boolean) => (quick ? 400 : 40_000);

const SECTIONS: Readonly<Record<string, (size: BenchSize) => Promise<Section>>> = {
  memory: ({ quick, seed }) => measureMemory({ lines: linesOf(quick), seed, peers: process.env['PEERS'] }),
  ingest: ({ quick, seed }) => measureIngest({ lines: linesOf(quick), seed }),
  history: ({ quick, seed }) => measureHistory({ lines: linesOf(quick), neighbours: quick ? 2 : 200, seed }),
  rescore: ({ quick, seed }) => measureRescore({ lines: linesOf(quick), seed }),
  reports: ({ quick }) => measureReports({ large: quick ? 1_000 : 100_000 }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, quick: { type: 'boolean' }, seed: { type: 'string' } },
});
const unknown = positionals.filter((name) => SECTIONS[name] === undefined);
if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no section ${unknown.join(', ')}.\n`);
  console.log(HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const quick = values.quick === true;
const seed = Number(values.seed ?? 1);
const wanted = Object.entries(SECTIONS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const sections: Section[] = [];
for (const [name, measure] of wanted) {
  console.error(`measuring ${name} …`);
  const section = await measure({ quick, seed });
  console.log(sectionTable(section));
  sections.push(section);
}
if (positionals.length === 0 && !quick) {
  const intro =
    '# Performance\n\nWritten by `npm run bench`. Ratios of medians of paired runs on one machine with two cores.\n\n';
  await writeFile(
    new URL('../docs/performance.md', import.meta.url),
    `${intro}${sections.map(sectionMarkdown).join('\n')}`,
  );
}
