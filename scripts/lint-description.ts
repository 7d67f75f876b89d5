import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** Returns what Redocly and Spectral find in an OpenAPI description, errors and warnings, one line for each; none in a good one. */
export async function lintDescription(text: string): Promise<readonly string[]> {
  const config = await loadConfig({ configPath: fileURLToPath(new URL('../redocly.yaml', import.meta.url)) });
  const ofRedocly = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const ofSpectral = await spectral.run(text);
  return [
    ...ofRedocly.map(({ ruleId, message }) => `redocly ${ruleId}: ${message}`),
    ...ofSpectral.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join('.')})`),
  ];
}
