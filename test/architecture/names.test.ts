import { basename } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn, textOf, treeOf } from '../support/source-tree.ts';

/** Guarantee: declarations and files have names of the field. Everyday words that hide a technical term are refused as names. */

const FOLDERS = [
  ...['adapters', 'app', 'bin', 'cli', 'client', 'console', 'core', 'demo', 'lambdas', 'lib', 'server', 'schema'],
  ...['scripts', 'measure', 'test'],
];
/** Whole names that say nothing about their value. */
const VAGUE = new Set(['given', 'sent', 'remembering', 'persistently', 'awaited', 'harmless', 'summedup', 'issaid']);
/** Words that no name may contain, because another term has their meaning. */
const REPLACED =
  /anyAccount|bringsFile|bury|inGroups|oneAtATime|priorRowRow|rowMark|standing|waitingRoom|whileAway|^Bell$/i;
const REPLACED_FILES = /^(?:by-column|period-reader|row-marks?|row-set|waiting-room)\b|away/;
/** The address of the example agency answers with the number of statements that were sent. */
const FIELDS_OF_ANSWERS = new Set(['sent']);

/** Matches every file that may declare such a name. Most files have none and need no parsing. */
const MAY_DECLARE = new RegExp(String.raw`\b(?:${[...VAGUE].join('|')}|bell)\b\s*[:=,)}({]|${REPLACED.source}`, 'i');

function isRefused(name: string): boolean {
  return VAGUE.has(name.toLowerCase()) || REPLACED.test(name);
}

/** Returns the refused names that a source declares, each as `line name`. */
function refusedNames(text: string): readonly string[] {
  if (!MAY_DECLARE.test(text)) return [];
  const source = treeOf(text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name !== null && isRefused(name.text))
      found.push(`${source.getLineAndCharacterOfPosition(name.getStart()).line + 1} ${name.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the name that a node declares. Fields of answers, and of values read from answers, keep the words of the API. */
function declaredName(node: ts.Node): ts.Identifier | null {
  if (ts.isPropertySignature(node) || ts.isPropertyAssignment(node)) {
    return ts.isIdentifier(node.name) && !FIELDS_OF_ANSWERS.has(node.name.text) ? node.name : null;
  }
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node);
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) ? node.name : null;
}

test('no declaration and no file has a refused name', () => {
  const files = sourcesIn(FOLDERS);
  expect(files.length).toBeGreaterThan(1_000);
  const faults = files.flatMap((file) => refusedNames(textOf(file)).map((name) => `${file}:${name}`));
  expect(faults).toEqual([]);
  expect(files.filter((file) => REPLACED_FILES.test(basename(file)))).toEqual([]);
});

test.each([
  ['function anyAccount() {}', '1 anyAccount'],
  ['const given = 1;', '1 given'],
  ['export interface RowMarks {}', '1 RowMarks'],
  ['type Bell = string;', '1 Bell'],
  ['class WaitingRoom {\n  buryOldest() {}\n}', '1 WaitingRoom,2 buryOldest'],
  ['interface A {\n  isSaid: true;\n  standingOf(): void;\n}', '2 isSaid,3 standingOf'],
  ['const f = (sent: number) => ({ sent, harmless: 1 });', '1 sent,1 harmless'],
  ['const label = "sent";', ''],
])('finds the refused names of: %s', (source, names) => {
  expect(refusedNames(source).join()).toBe(names);
});
