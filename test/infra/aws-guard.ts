import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { startScriptedServer, TEST_CLIENT, type TestServer } from '../adapters/aws-server.ts';
import { propertiesOf, type Right, type RoleRights, senderOf, stageFunctions } from './stage-rights.ts';

/**
 * Stands before a server that plays a service of AWS, and refuses what the role of the calling function does not allow, as AWS would. The
 * function is known by the key that signed the request. The test itself may do everything.
 */

/** A call, or one that could not be judged. */
export interface GuardedCall extends Right {
  readonly caller: string;
}

export interface Guard {
  /** The names in the templates of what the servers know by another name, such as a bucket. */
  readonly names: Map<string, string>;
  readonly made: GuardedCall[];
  readonly refused: string[];
  /** Starts a guard before a server. */
  before(upstream: string): Promise<TestServer>;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Makes a guard. `others` are callers that are no functions. */
export function createGuard(others: ReadonlyMap<string, RoleRights> = new Map()): Guard {
  const names = new Map<string, string>();
  const made: GuardedCall[] = [];
  const refused: string[] = [];
  const nameOf = (own: string): string => {
    const name = names.get(own);
    if (name === undefined) throw new Error(`No template knows ${own}`);
    return name;
  };

  /** Returns why the call is refused, or null. */
  const judge = (caller: string, rights: readonly Right[]): string | null => {
    const role = stageFunctions.get(caller)?.rights ?? others.get(caller);
    if (role === undefined) return `There is no function ${caller}`;
    for (const right of rights) {
      made.push({ caller, ...right });
      if (!role.allows(right)) return `${caller} may not ${right.action} ${right.resource}`;
    }
    return null;
  };

  const answer = async (asked: Asked, upstream: string) => {
    const [, caller = '', service = ''] =
      /Credential=([^/]+)\/\d+\/[^/]+\/([^/]+)\//.exec(asked.headers.authorization ?? '') ?? [];
    if (caller === TEST_CLIENT.credentials.accessKeyId) return pass(asked, upstream);
    let problem: string | null;
    try {
      problem = judge(caller, RIGHTS[z.enum(SERVICES).parse(service)](asked, nameOf));
    } catch (error) {
      problem = `${caller} ${asked.method} ${asked.url.pathname}: ${String(error)}`;
    }
    if (problem === null) {
      const answered = await pass(asked, upstream);
      if (service !== 's3' || asked.method !== 'GET' || answered.status !== 404) return answered;
      // S3 tells that an object is missing only to those who may list the bucket.
      const [, bucket = ''] = asked.url.pathname.split('/');
      problem = judge(caller, [{ action: 's3:ListBucket', resource: `${nameOf(bucket)}.Arn` }]);
      if (problem === null) return answered;
    }
    refused.push(problem);
    return refusal(service, problem);
  };

  return {
    names,
    made,
    refused,
    before: (upstream) =>
      startScriptedServer((incoming, response) => {
        const { method = '', url = '', headers } = incoming;
        void buffer(incoming)
          .then((body) => answer({ method, url: new URL(url, upstream), headers, body }, upstream))
          .then(({ status, headers: own, body }) => response.writeHead(status, own).end(body));
      }),
  };
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer | string;
}

async function pass({ method, url, headers, body }: Asked, upstream: string): Promise<Answered> {
  const { hostname, port } = new URL(upstream);
  const path = `${url.pathname}${url.search}`;
  const outgoing = ask({ hostname, port, method, path, headers }).end(body);
  const [incoming] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(outgoing, 'response'));
  const { 'transfer-encoding': _chunks, ...own } = incoming.headers;
  return { status: incoming.statusCode ?? 500, headers: own, body: await buffer(incoming) };
}

function refusal(service: string, message: string): Answered {
  if (service === 's3') {
    const body = `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
    return { status: 403, headers: { 'content-type': 'application/xml' }, body };
  }
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': 'AccessDeniedException' };
  return { status: 400, headers, body: JSON.stringify({ __type: 'AccessDeniedException', message }) };
}

const SERVICES = ['s3', 'sqs', 'ses', 'secretsmanager'] as const;
type NameOf = (own: string) => string;

/** The rights that AWS asks for, by service. */
const RIGHTS: Readonly<Record<(typeof SERVICES)[number], (asked: Asked, nameOf: NameOf) => readonly Right[]>> = {
  s3: rightsOnObjects,
  sqs: rightsOnMessages,
  ses: rightsOnMail,
  secretsmanager: rightsOnSecrets,
};

const bucketSchema = z.object({
  BucketEncryption: z.object({
    ServerSideEncryptionConfiguration: z.tuple([
      z.object({ ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.string() }) }),
    ]),
  }),
});

function rightsOnObjects({ method, url, headers, body }: Asked, nameOf: NameOf): readonly Right[] {
  const { bucket, key } = placeOf(url.pathname);
  const name = nameOf(bucket);
  const { BucketEncryption } = bucketSchema.parse(propertiesOf(name));
  const [{ ServerSideEncryptionByDefault }] = BucketEncryption.ServerSideEncryptionConfiguration;
  const kms = (...actions: readonly string[]) =>
    actions.map((action) => ({ action: `kms:${action}`, resource: ServerSideEncryptionByDefault.KMSMasterKeyID }));
  const on = (action: string, path?: string): Right => ({
    action: `s3:${action}`,
    resource: path === undefined ? `${name}.Arn` : `${name}.Arn/${path}`,
  });
  const { searchParams: query } = url;
  const version = (action: string) => (query.has('versionId') ? `${action}Version` : action);
  const copied = headers['x-amz-copy-source'];
  if (key === '') {
    // The server keeps no versions. Our store lists them only to delete them.
    if (method === 'GET' && query.has('versions'))
      return [on('ListBucketVersions'), on('DeleteObjectVersion', query.get('prefix') ?? '')];
    if (method === 'GET' && query.get('list-type') === '2') return [on('ListBucket')];
    if (method === 'POST' && query.has('delete')) return deletedIn(body).map(([action, path]) => on(action, path));
  } else if (method === 'GET') return [on(version('GetObject'), key), ...kms('Decrypt')];
  else if (method === 'PUT' && typeof copied === 'string') {
    const from = placeOf(`/${copied.replace(/^\//, '')}`);
    if (from.bucket !== bucket) throw new Error('A copy from another bucket');
    return [on('GetObject', from.key), on('PutObject', key), ...kms('Decrypt', 'GenerateDataKey')];
  } else if (method === 'PUT' && !query.has('uploadId')) return [on('PutObject', key), ...kms('GenerateDataKey')];
  // The parts of an upload are read again when it is completed.
  else if (method === 'PUT' || (method === 'POST' && (query.has('uploads') || query.has('uploadId'))))
    return [on('PutObject', key), ...kms('Decrypt', 'GenerateDataKey')];
  else if (method === 'DELETE' && query.has('uploadId')) return [on('AbortMultipartUpload', key)];
  // A condition on what is deleted is an answer about it.
  else if (method === 'DELETE')
    return [on(version('DeleteObject'), key), ...('if-match' in headers ? [on('GetObject', key)] : [])];
  throw new Error('This call of S3 is not known here');
}

function placeOf(path: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', ...rest] = path.split('/');
  return { bucket, key: decodeURIComponent(rest.join('/')) };
}

/** The objects that one request deletes. */
function deletedIn(body: Buffer): readonly (readonly [action: string, key: string])[] {
  const objects = [...body.toString('utf8').matchAll(/<Object>(.*?)<\/Object>/gs)];
  if (objects.length === 0) throw new Error('A deletion of no object');
  return objects.map(([, object = '']) => {
    const key = /<Key>(.*?)<\/Key>/s.exec(object)?.[1] ?? '';
    return [object.includes('<VersionId>') ? 'DeleteObjectVersion' : 'DeleteObject', key];
  });
}

const queueSchema = z.object({ KmsMasterKeyId: z.string() });
const message = z.object({ QueueUrl: z.string() });
const MESSAGES: Readonly<Record<string, readonly [action: string, ...keys: string[]]>> = {
  SendMessageBatch: ['SendMessage', 'GenerateDataKey', 'Decrypt'],
  ReceiveMessage: ['ReceiveMessage', 'Decrypt'],
  DeleteMessage: ['DeleteMessage'],
  ChangeMessageVisibility: ['ChangeMessageVisibility'],
};

const operationOf = ({ headers }: Asked) => String(headers['x-amz-target']).replace(/^.*\./, '');

function rightsOnMessages(asked: Asked, nameOf: NameOf): readonly Right[] {
  const name = nameOf(message.parse(JSON.parse(asked.body.toString('utf8'))).QueueUrl);
  const needed = MESSAGES[operationOf(asked)];
  if (needed === undefined) throw new Error('This call of SQS is not known here');
  const [action, ...keys] = needed;
  const { KmsMasterKeyId: resource } = queueSchema.parse(propertiesOf(name));
  return [
    { action: `sqs:${action}`, resource: `${name}.Arn` },
    ...keys.map((key) => ({ action: `kms:${key}`, resource })),
  ];
}

const mailSchema = z.object({
  FromEmailAddress: z.string(),
  Content: z.object({ Raw: z.object({}) }),
});

function rightsOnMail({ body }: Asked, nameOf: NameOf): readonly Right[] {
  const { FromEmailAddress } = mailSchema.parse(JSON.parse(body.toString('utf8')));
  const used = senderOf(nameOf(FromEmailAddress));
  if (used.length === 0) throw new Error(`${FromEmailAddress} is no sender of the stage`);
  return used.flatMap((resource) => ['ses:SendEmail', 'ses:SendRawEmail'].map((action) => ({ action, resource })));
}

const SECRETS: Readonly<Record<string, readonly string[]>> = {
  GetSecretValue: ['Decrypt'],
  PutSecretValue: ['Decrypt', 'GenerateDataKey'],
  DescribeSecret: [],
  UpdateSecretVersionStage: [],
};
const secretSchema = z.object({ KmsKeyId: z.string() });

function rightsOnSecrets(asked: Asked, nameOf: NameOf): readonly Right[] {
  const { SecretId } = z.object({ SecretId: z.string() }).parse(JSON.parse(asked.body.toString('utf8')));
  const name = nameOf(SecretId);
  const operation = operationOf(asked);
  const keys = SECRETS[operation];
  if (keys === undefined) throw new Error('This call of Secrets Manager is not known here');
  const own = propertiesOf(name);
  // A secret that a person made is not in the templates, and AWS's key, which everyone in the account may use, encrypts it.
  const key = own === undefined ? null : secretSchema.parse(own).KmsKeyId;
  return [
    { action: `secretsmanager:${operation}`, resource: name },
    ...(key === null ? [] : keys.map((action) => ({ action: `kms:${action}`, resource: key }))),
  ];
}
