import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startScriptedServer } from '../adapters/aws-server.ts';
import { startLambda } from './lambda-process.ts';

const HANDLER = fileURLToPath(new URL('traced-handler.ts', import.meta.url));
const ROOT = '1-5759e988-bd862e3fe1be46a994272793';

test('carries the trace of the sending invocation in a message: SQS makes its AWSTraceHeader from the request’s', async () => {
  const headers: unknown[] = [];
  const sqs = await startScriptedServer((request, response) => {
    headers.push(request.headers['x-amzn-trace-id']);
    const MD5OfMessageBody = createHash('md5').update('message').digest('hex');
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify({ Successful: [{ Id: '0', MessageId: '0', MD5OfMessageBody }], Failed: [] }));
  });
  const lambda = await startLambda(HANDLER, {
    STAGE: 'dev',
    STATEMENTS_QUEUE_URL: `${sqs.endpoint}/000000000000/statements`,
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    // Tells the libraries that this is Lambda, and which trace the invocation belongs to.
    LAMBDA_TASK_ROOT: '/var/task',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: 'traced',
    _X_AMZN_TRACE_ID: `Root=${ROOT};Parent=53995c3f42cd8ad8;Sampled=1`,
  });
  await lambda.invoke({});
  expect(headers).toEqual([expect.stringMatching(new RegExp(`^Root=${ROOT};Parent=[0-9a-f]{16};Sampled=1$`))]);
  await lambda.close();
  await sqs.close();
});
