// node bench/cost.ts: writes docs/cost.md from docs/cost-inputs.json; with --measure it measures this machine first.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readOptions } from '../local/read-options.ts';
import { COST_INPUTS_FILE, readCostInputs } from './cost-inputs.ts';
import { measureCost } from './cost-measure.ts';
import { costPage } from './cost-page.ts';

const HELP = `Writes docs/cost.md, what the service costs a month and what runs out first, from docs/cost-inputs.json.

  node bench/cost.ts               from the inputs as they are
  node bench/cost.ts --measure     first measures this machine and keeps the figures in the inputs; half a minute, Linux
  node bench/cost.ts --quick       measures with little data, prints the figures and writes nothing
  node bench/cost.ts --help        this text
`;

const { values } = readOptions(HELP, (args) =>
  parseArgs({ args, options: { measure: { type: 'boolean' }, quick: { type: 'boolean' } } }),
);
if (values.quick === true) console.log(await measureCost({ quick: true, seed: 1 }));
else {
  const inputs = await readCostInputs();
  if (values.measure === true) {
    inputs.measured = await measureCost({ quick: false, seed: 1 });
    await writeFile(COST_INPUTS_FILE, `${JSON.stringify(inputs, null, 2)}\n`);
  }
  await writeFile(new URL('../docs/cost.md', import.meta.url), costPage(inputs));
}
