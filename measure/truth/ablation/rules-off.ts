import { existsSync, readFileSync } from 'node:fs';

/** Rules of core/scoring that a measurement switches off, to show what they are good for without a switch in the product. */

/** The value by which a function finds nothing, by the type that it returns. */
const NOTHING: readonly (readonly [RegExp, string])[] = [
  [/^boolean$| is /, 'false'],
  [/\| null$/, 'null'],
  [/\[\]$/, '[]'],
];

interface Rule {
  readonly file: string;
  readonly name: string;
}

const FUNCTION = /^(?:export )?function (\w+)(?:<[^(]*>)?\([\s\S]*?\)(?:: ([^\n]*))? \{\n/gm;

/**
 * Returns the source with a first statement that returns nothing found. Throws a RangeError for a function that isn't in the source and for
 * one whose type has no such value.
 */
export function switchedOff(source: string, { file, name }: Rule): string {
  const found = [...source.matchAll(FUNCTION)].find((match) => match[1] === name);
  if (found === undefined) throw new RangeError(`${file} has no function ${name}`);
  const value = NOTHING.find(([type]) => type.test(found[2] ?? ''))?.[1];
  if (value === undefined)
    throw new RangeError(`${name} returns neither a boolean, a list nor null: it can't be switched off`);
  const start = found.index + found[0].length;
  return `${source.slice(0, start)}return ${value};\n${source.slice(start)}`;
}

/**
 * Reads rules of the form `core/scoring/statement-rate.ts#withPremiumScale`, separated by commas. Throws a RangeError for one that can't be
 * switched off.
 */
export function readRules(text: string): Rule[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((rule) => {
      const [file, name] = rule.split('#');
      if (file === undefined || name === undefined || !existsSync(file))
        throw new RangeError(`--without takes FILE#FUNCTION, and not "${rule}"`);
      switchedOff(readFileSync(file, 'utf8'), { file, name });
      return { file, name };
    });
}
