import { readFile } from 'node:fs/promises';
import openapiTS from 'openapi-typescript';
import ts from 'typescript';
import { OPENAPI_FILE } from './describe-api.ts';

/** The committed types of the client. */
export const API_TYPES_FILE = new URL('../client/generated/api-types.ts', import.meta.url);

const HEADING = '// Written by `npm run client` from openapi.json. Change the routes, never this file.\n\n';

/**
 * Returns the types of every path and schema of openapi.json as the text of a file, without the descriptions, which stand in openapi.json.
 * Parts that are files have the type Blob. CSV and workbooks beside JSON have the type `never`, so that the type of a body is JSON alone.
 */
export async function describeClient(): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const nodes = await openapiTS(await readFile(OPENAPI_FILE, 'utf8'), {
    transform: (schema) => {
      if ('x-other-form' in schema) return never;
      return schema.format === 'binary' ? blob : undefined;
    },
  });
  const source = ts.createSourceFile('api-types.ts', '', ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  const types = printer.printList(ts.ListFormat.MultiLine, ts.factory.createNodeArray(nodes), source);
  return `${HEADING}${types}`;
}
