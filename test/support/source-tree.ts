import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const texts = new Map<string, string>();
const parsed = new Map<string, ts.SourceFile>();

/** Returns the paths of the TypeScript files below the folders, without built files. The folder `.` is the checkout without its folders. */
export function sourcesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('dist/'))
      .map((name) => join(folder, name)),
  );
}

/** Reads a file of the checkout, once for all tests of a worker. */
export function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** Parses TypeScript. The tests of one worker share the tree of a text. */
export function treeOf(text: string): ts.SourceFile {
  const tree = parsed.get(text) ?? ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, kindOf(text));
  parsed.set(text, tree);
  return tree;
}

/** Only files that import React have tags; elsewhere `<T>` is a type. */
function kindOf(text: string): ts.ScriptKind {
  return /<\/|\/>/.test(text) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}
