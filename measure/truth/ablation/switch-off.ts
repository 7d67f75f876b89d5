// Preloaded by a measurement (`node --import`): makes the functions that RULES_OFF names find nothing.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readRules, switchedOff } from './rules-off.ts';

const rules = readRules(process.env.RULES_OFF ?? '');
if (rules.length > 0)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const own = url.startsWith('file:') ? rules.filter(({ file }) => fileURLToPath(url).endsWith(`/${file}`)) : [];
      if (own.length === 0) return loaded;
      return { ...loaded, source: own.reduce(switchedOff, String(loaded.source)) };
    },
  });
