// The program of `npm run openapi`: writes openapi.json from the routes.
import { writeFile } from 'node:fs/promises';
import { describeApi, OPENAPI_FILE } from './describe-api.ts';

await writeFile(OPENAPI_FILE, await describeApi());
