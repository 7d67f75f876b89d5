// The program of `npm run client`: writes the types of the client from openapi.json.
import { writeFile } from 'node:fs/promises';
import { API_TYPES_FILE, describeClient } from './describe-api.ts';

await writeFile(API_TYPES_FILE, await describeClient());
