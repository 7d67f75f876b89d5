import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundleLambdas, loadedAtStart } from '../../scripts/bundle-lambdas.ts';
import { NOT_STARTED, openStarter, type Start, type Starter } from '../../scripts/measure-start.ts';
import { median, milliseconds, type Outcome, type Section } from './section.ts';

const RUNS = 7;
const BYTES_MAX = 2 * 1024 * 1024;
/** The number of packages that are shown, those that take most of the time. */
const PACKAGES_SHOWN = 3;

/** Measures how long each bundle takes until it could answer, compared with an empty module. */
export async function measureColdStart(): Promise<Section> {
  const directory = await mkdtemp(join(tmpdir(), 'cold-start-'));
  const starter = await openStarter();
  try {
    const bundles = await bundleLambdas(join(directory, 'bundles'));
    const empty = join(directory, 'empty.mjs');
    await writeFile(empty, '');
    const outcomes: Outcome[] = [];
    for (const bundle of bundles) {
      if (bundle.name === NOT_STARTED) continue;
      process.stderr.write(`${bundle.name}\n`);
      outcomes.push(await compareStarts(starter, bundle, empty));
    }
    return {
      title: 'Cold start',
      about: `Each bundle in a new process, from the start of Node until its handler could be called, against an empty module; in brackets the part of loading the bundle. Medians of ${RUNS} paired runs. After each name: the code that a start loads. Nothing of this was measured on Lambda.`,
      outcomes: [largest(bundles), ...outcomes],
    };
  } finally {
    starter.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function compareStarts(starter: Starter, bundle: Bundle, empty: string): Promise<Outcome> {
  const pairs: (readonly [Start, Start])[] = [];
  for (let run = 0; run < RUNS; run++) {
    pairs.push([await starter.start(join(bundle.directory, 'index.mjs')), await starter.start(empty)]);
  }
  const loading = milliseconds(median(pairs.map(([start]) => start.importMs)));
  return {
    what: `${bundle.name}: ${contents(bundle)}`,
    measured: `${milliseconds(median(pairs.map(([start]) => start.processMs)))} (${loading})`,
    compared: milliseconds(median(pairs.map(([, nothing]) => nothing.processMs))),
    ratio: median(pairs.map(([start, nothing]) => start.processMs / nothing.processMs)),
    barMax: null,
  };
}

const kibibytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')} KiB`;

function contents(bundle: Bundle): string {
  const most = [...bundle.startBytes].sort(([, a], [, b]) => b - a).slice(0, PACKAGES_SHOWN);
  return `${kibibytes(loadedAtStart(bundle))} (${most.map(([name, bytes]) => `${name} ${kibibytes(bytes)}`).join(', ')})`;
}

/** Returns the bundle that loads most at its start. Code that few requests need is loaded with the first of them, and does not count. */
function largest(bundles: readonly Bundle[]): Outcome {
  const [bundle] = bundles.toSorted((a, b) => loadedAtStart(b) - loadedAtStart(a));
  if (bundle === undefined) throw new RangeError('There is no bundle');
  return {
    what: `The most code that a start loads: ${bundle.name} (with what is loaded later ${kibibytes(bundle.bytes)})`,
    measured: kibibytes(loadedAtStart(bundle)),
    compared: kibibytes(BYTES_MAX),
    ratio: loadedAtStart(bundle) / BYTES_MAX,
    barMax: 1,
  };
}
