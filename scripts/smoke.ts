// The program of `npm run smoke`: uses a running service once as an agency does, and says what did not work.
import { parseArgs } from 'node:util';
import { runSmokeSuite } from '../lambdas/smoke/smoke-suite.ts';
import { readOptions } from '../server/settings.ts';

const HELP = `Uses a running service as an agency does: a statement up, its month and its sums back, a webhook, the sign-in page.

  SMOKE_TOKEN=cas_… npm run smoke -- https://statements.example.com
  npm run smoke -- https://… --webhook https://hooks.example.com/smoke   also a webhook, to any server that answers
  npm run smoke -- http://127.0.0.1:3000 --webhook here                  a webhook to this program, its signature checked;
                                                                         the service needs WEBHOOK_LOCALHOST=allow
  npm run smoke -- https://… --without-pages                             for a stage without pages for people
  npm run smoke -- --help                                                this text

The token is of an account that is kept for this, with the scopes read and write. The statement is for January 2020 of a
carrier named "Smoke test carrier"; it and the webhook are removed again. Ends with 1 when a step failed.
`;

const { baseUrl, hasPages, webhook } = readOptions(HELP, (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'without-pages': { type: 'boolean', default: false }, webhook: { type: 'string' } },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !URL.canParse(address)) throw new Error('Name one address');
  return { baseUrl: address, hasPages: !values['without-pages'], webhook: values.webhook ?? null };
});
const token = process.env['SMOKE_TOKEN'] ?? '';
if (token === '') {
  process.stderr.write('SMOKE_TOKEN has to be a token of the account that is kept for this.\n');
  process.exit(1);
}

const steps = await runSmokeSuite({ baseUrl, token, hasPages, webhook });
for (const { name, fault, elapsedMs } of steps) {
  process.stdout.write(
    `${fault === null ? 'ok  ' : 'FAIL'}  ${name} (${elapsedMs} ms)${fault === null ? '' : `\n      ${fault}`}\n`,
  );
}
const failed = steps.filter(({ fault }) => fault !== null).length;
process.stdout.write(failed === 0 ? '\nThe service works.\n' : `\n${failed} of ${steps.length} steps failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
