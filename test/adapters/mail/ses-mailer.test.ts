import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createSesClient, createSesMailer } from '../../../adapters/mail/ses-mailer.ts';
import { startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeMailContract } from './mail-contract.ts';
import { startSesServer } from './relay-server.ts';

const FROM = 'Commission reports <reports@service.example>';
const MESSAGE = { to: 'office@harbor.example', subject: 'Your weekly report', text: 'Hello' };

const sendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()) }),
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
});

/** Accepts every message and keeps the raw request. */
async function startRecorder() {
  const requests: z.output<typeof sendEmail>[] = [];
  const server = await startScriptedServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push(sendEmail.parse(JSON.parse(body.toString())));
      response.setHeader('Content-Type', 'application/json').end('{"MessageId":"m-1"}');
    });
  });
  onTestFinished(() => server.close());
  return { server, requests };
}

const connect = (endpoint: string, requestMs?: number) => createSesClient({ ...TEST_CLIENT, endpoint }, requestMs);

describeMailContract('SES', async () => {
  const { server, requests } = await startRecorder();
  return {
    mailer: createSesMailer({ client: connect(server.endpoint), from: FROM }),
    readSent: async () => requests.map(({ Content }) => Buffer.from(Content.Raw.Data, 'base64')),
  };
});

test('names one recipient and the sender in the envelope', async () => {
  const { server, requests } = await startRecorder();
  const client = connect(server.endpoint);
  await createSesMailer({ client, from: FROM }).send(MESSAGE);
  expect(requests).toMatchObject([
    {
      FromEmailAddress: FROM,
      Destination: { ToAddresses: ['office@harbor.example'] },
    },
  ]);
});

test('is accepted by a server with the API of SES, which reads the same message', async () => {
  const ses = await startSesServer();
  onTestFinished(() => ses.close());
  await createSesMailer({ client: connect(ses.endpoint), from: FROM }).send({
    ...MESSAGE,
    html: '<p>Hello</p>',
    attachments: [{ filename: 'report.csv', contentType: 'text/csv', content: 'a\r\n1\r\n' }],
  });
  expect(await ses.emails()).toMatchObject([
    {
      subject: 'Your weekly report',
      from: expect.stringContaining('reports@service.example'),
      destination: { to: ['office@harbor.example'], cc: [], bcc: [] },
      body: { text: 'Hello', html: '<p>Hello</p>' },
      attachments: [
        { filename: 'report.csv', contentType: 'text/csv', content: Buffer.from('a\r\n1\r\n').toString('base64') },
      ],
    },
  ]);
});

test('throws a refusal by SES without a retry', async () => {
  let requests = 0;
  const server = await startScriptedServer((_request, response) => {
    requests += 1;
    response
      .writeHead(400, { 'Content-Type': 'application/json', 'x-amzn-errortype': 'MessageRejected' })
      .end('{"message":"Email address is not verified."}');
  });
  onTestFinished(() => server.close());
  const mailer = createSesMailer({ client: connect(server.endpoint), from: FROM });
  await expect(mailer.send(MESSAGE)).rejects.toThrow('Email address is not verified.');
  expect(requests).toBe(1);
});

test('throws after a bounded number of attempts for an endpoint that never answers', async () => {
  const hole = await startBlackHole();
  onTestFinished(() => hole.close());
  const mailer = createSesMailer({ client: connect(hole.endpoint, 50), from: FROM });
  await expect(mailer.send(MESSAGE)).rejects.toThrow(/time/i);
  expect(hole.connections()).toBe(3);
});
