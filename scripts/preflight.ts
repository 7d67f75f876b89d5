// The program of `npm run preflight -- <stage>`: asks the AWS account, before a deployment, for everything that would make it fail.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Finding, judgeAccount } from '../lib/account-judgement.ts';
import { readStage, refusePlaceholders, type Stage, type StageName } from '../lib/stage.ts';
import { readOptions } from '../server/settings.ts';
import { publicDns, readAccountFacts } from './account-facts.ts';

const HELP = `Asks your AWS account for everything that would make a deployment fail, and changes nothing.

  npm run preflight -- dev
  npm run preflight -- prod

It needs the credentials of an administrator, as for "cdk deploy". It ends with 1 when something has to be done first,
or when a question had no answer.
`;

const MARKS = { ok: 'ok  ', note: 'note', stop: 'STOP', unknown: '?   ' } as const;

const name = readOptions(HELP, (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [stage, ...more] = positionals;
  if (more.length > 0 || (stage !== 'dev' && stage !== 'prod')) throw new Error('Name one stage: dev or prod');
  return stage;
});

const stage = await chosenStage(name);
if (stage !== null) {
  const findings = judgeAccount(stage, await readAccountFacts(stage, publicDns()));
  for (const { level, topic, sentence } of findings) print(`${MARKS[level]}  ${topic}: ${sentence}`);
  const [stops, unknown] = [count(findings, 'stop'), count(findings, 'unknown')];
  if (unknown > 0) print(`\n${unknown} without an answer.`);
  if (stops > 0) print(`\n${stops} to do before a deployment of ${name}.`);
  if (stops + unknown === 0) print(`\nNothing stops a deployment of ${name}.`);
  else process.exitCode = 1;
}

/** Reads the stage from cdk.json. Prints the fault and returns null when its choices cannot be deployed. */
async function chosenStage(name: StageName): Promise<Stage | null> {
  const file = z.object({ context: z.object({ stages: z.record(z.string(), z.unknown()) }) });
  try {
    const { context } = file.parse(JSON.parse(await readFile('cdk.json', 'utf8')));
    const read = readStage(name, context.stages[name]);
    refusePlaceholders(read);
    return read;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    print(`${MARKS.stop}  ${error.message}`);
    process.exitCode = 1;
    return null;
  }
}

function count(findings: readonly Finding[], level: Finding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
