// The program `node scripts/build-console.ts [--to a/folder/for/a/copy]`, which builds the console unless the files of these sources exist.
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { consoleBuildDirectory } from '../server/console/open-console.ts';

/** The file of the console that requests the first answers, from the console's folder. */
const EARLY_FILE = 'early/early-answers.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const checkout = fileURLToPath(new URL('../', import.meta.url));
// The process that starts the build, such as a test, may have set another value, which would bundle React's development code.
process.env['NODE_ENV'] = 'production';
const target = await consoleBuildDirectory(checkout);
if (target === null) throw new Error('This checkout has no sources of the console.');
if (!target.isBuilt) {
  const { directory, parent } = target;
  // Several starts may build at once; each builds beside the others, and the first to finish puts its files in place.
  const own = `${directory}.${process.pid}`;
  await mkdir(own, { recursive: true });
  try {
    await build({
      configFile: false,
      root: join(checkout, 'console'),
      base: './',
      logLevel: 'warn',
      plugins: [react(), runEarlyQuestions()],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: own,
        emptyOutDir: true,
        assetsDir: 'console',
        rolldownOptions: {
          input: ['index.html', EARLY_FILE].map((file) => join(checkout, 'console', file)),
          // A browser has six connections to a host that speaks HTTP/1.1, so the code of the first view is one file and not many.
          // The early requests stay apart, because they must not wait for the code of the first view.
          output: {
            codeSplitting: {
              groups: [
                { name: 'early', test: /[\\/]console[\\/]early[\\/]/, priority: 2 },
                { name: 'first', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
        assetsInlineLimit: 0,
        target: 'es2022',
        // The helper that preloads modules is left out, because every browser that can run these files preloads modules itself.
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 900,
      },
    });
    await rename(own, directory).catch(async (error: unknown) => {
      if (!(await consoleBuildDirectory(checkout))?.isBuilt) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  // These are files of earlier sources. A running service has read its own files into memory.
  const earlier = (await readdir(parent)).filter(
    (name) => /^[0-9a-f]{16}$/.test(name) && join(parent, name) !== directory,
  );
  for (const name of earlier) await rm(join(parent, name), { recursive: true, force: true });
}
if (values.to !== undefined) {
  await rm(values.to, { recursive: true, force: true });
  await cp(target.directory, values.to, { recursive: true });
}

/** Makes the page run the early requests as a script of its own, before the browser has the code of the screens. */
function runEarlyQuestions(): Plugin {
  return {
    name: 'run-early-questions',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const early = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/${EARLY_FILE}`),
        );
        if (early === undefined) throw new Error('The build has no chunk of the early questions.');
        // The browser asks for its scripts in the order of the page. The early script is asynchronous, because it waits for no other
        // script.
        const script = `<script type="module" async crossorigin src="./${early.fileName}"></script>`;
        return html.replace('<title>', `${script}\n    <title>`);
      },
    },
  };
}
