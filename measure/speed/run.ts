// The program of `npm run bench`: measures, prints the ratios and writes docs/performance.md.
import { parseArgs } from 'node:util';
import { readOptions } from '../../server/settings.ts';
import { measureAgentPay } from './agent-pay.ts';
import { measureApi } from './api.ts';
import { measureColdStart } from './cold-start.ts';
import { measureDropToScreen, measureFirstView } from './first-view.ts';
import { measureHistory, measureNeighbours, measureRescore } from './history.ts';
import { measureIngest } from './ingest.ts';
import { measureMemory } from './memory.ts';
import { measureOtherFiles } from './other-files.ts';
import { keepResult } from './performance-page.ts';
import { measureComparison, measureReports } from './reports.ts';
import { machineName, type Section, sectionTable } from './section.ts';

interface BenchSize {
  readonly quick: boolean;
  readonly seed: number;
}

const linesOf = (quick: boolean) => (quick ? 400 : 40_000);

const SECTIONS: Readonly<Record<string, (size: BenchSize) => Promise<Section>>> = {
  memory: ({ quick, seed }) => measureMemory({ lines: linesOf(quick), seed, namedPeers: process.env['PEERS'] }),
  ingest: ({ quick, seed }) => measureIngest({ lines: linesOf(quick), seed }),
  'other-files': ({ quick, seed }) => measureOtherFiles({ lines: linesOf(quick), printed: quick ? 200 : 5_000, seed }),
  history: ({ quick, seed }) => measureHistory({ lines: linesOf(quick), seed }),
  neighbours: ({ quick, seed }) => measureNeighbours({ lines: linesOf(quick), neighbours: quick ? 2 : 250, seed }),
  rescore: ({ quick, seed }) => measureRescore({ lines: linesOf(quick), seed }),
  'agent-pay': ({ quick, seed }) => measureAgentPay({ lines: linesOf(quick), seed }),
  reports: ({ quick }) => measureReports({ large: quick ? 1_000 : 100_000 }),
  comparison: ({ quick }) => measureComparison({ large: quick ? 10_000 : 1_000_000 }),
  api: ({ quick, seed }) =>
    measureApi({
      runs: quick ? 1 : 7,
      uploads: quick ? 10 : 100,
      lines: quick ? 50 : 1_000,
      seconds: quick ? 1 : 2,
      seed,
    }),
  'first-view': ({ quick }) => measureFirstView(quick ? { runs: 1 } : {}),
  'drop-to-screen': ({ quick, seed }) => measureDropToScreen({ lines: linesOf(quick), seed }),
  'cold-start': () => measureColdStart(),
};

const HELP = `Measures the service against what users would otherwise pick, as ratios on this machine, and writes docs/performance.md.

  npm run bench                   everything, half an hour to more than an hour on two cores that do nothing else
  npm run bench -- reports        only these sections; the others stay in the page as they were measured last
  npm run bench -- --quick        a hundredth of the data, to see that the bench itself works; writes nothing
  npm run bench -- --seed 7       with other statements
  npm run bench -- --page         measures nothing: the page again, from docs/performance.json
  npm run bench -- --help         this text

Sections: ${Object.keys(SECTIONS).join(', ')}
Memory compares with DuckDB and pandas where PEERS names the folder with their scripts, after npm i in it and apt-get install
python3-pandas python3-openpyxl. Ingest and comparison need psql, on the path or named by PSQL. Neighbours take a quarter
of an hour and some ten gigabytes of disk.
`;

const { values, positionals, seed } = readOptions(HELP, (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { page: { type: 'boolean' }, quick: { type: 'boolean' }, seed: { type: 'string' } },
  });
  const unknown = positionals.find((name) => SECTIONS[name] === undefined);
  if (unknown !== undefined) throw new Error(`There is no section ${unknown}.`);
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(seed)) throw new Error('A seed is a whole number.');
  return { values, positionals, seed };
});
const quick = values.quick === true;

const names = Object.keys(SECTIONS);
if (values.page === true) await keepResult(names, {});
const wanted = Object.entries(values.page === true ? {} : SECTIONS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
for (const [name, measure] of wanted) {
  console.error(`measuring ${name} …`);
  const started = performance.now();
  const section = await measure({ quick, seed });
  console.error(`${name} took ${Math.round((performance.now() - started) / 1000)} s`);
  console.log(sectionTable(section));
  if (quick) continue;
  // Each result is written at once, so that an interrupted run keeps its results.
  const measured = { section, machine: machineName(), measuredOn: new Date().toISOString().slice(0, 10), seed };
  await keepResult(names, { [name]: measured });
}
