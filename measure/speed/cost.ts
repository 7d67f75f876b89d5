// The program that writes docs/cost.md from docs/cost-inputs.json: the monthly cost of the service, and the part that runs out first.
import { writeFile } from 'node:fs/promises';
import { COST_INPUTS } from './cost-bill.ts';
import { costPage } from './cost-page.ts';

await writeFile(new URL('../../docs/cost.md', import.meta.url), costPage(COST_INPUTS));
