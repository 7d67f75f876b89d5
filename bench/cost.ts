// node bench/cost.ts: writes docs/cost.md, what the service costs a month and what runs out first, from docs/cost-inputs.json.
import { writeFile } from 'node:fs/promises';
import { COST_INPUTS } from './cost-inputs.ts';
import { costPage } from './cost-page.ts';

await writeFile(new URL('../docs/cost.md', import.meta.url), costPage(COST_INPUTS));
