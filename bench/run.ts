// npm run bench: measures, prints the ratios and writes docs/performance.md.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Section, sectionMarkdown, sectionTable } from './outcome.ts';
import { measureReports } from './reports.ts';

const HELP = `Measures the service against what users would otherwise pick, as ratios on this machine.

  npm run bench                   everything; writes docs/performance.md
  npm run bench -- reports        only these sections; writes nothing
  npm run bench -- --quick        a hundredth of the data, to see that the bench itself works; writes nothing
  npm run bench -- --help         this text

Sections: reports
`;

const SECTIONS: Readonly<Record<string, (quick: boolean) => Promise<Section>>> = {
  reports: (quick) => measureReports({ large: quick ? 1_000 : 100_000 }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, quick: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => SECTIONS[name] === undefined);
if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no section ${unknown.join(', ')}.\n`);
  console.log(HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const quick = values.quick === true;
const wanted = Object.entries(SECTIONS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const sections: Section[] = [];
for (const [name, measure] of wanted) {
  console.error(`measuring ${name} …`);
  const section = await measure(quick);
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
