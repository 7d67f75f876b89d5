import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

const USE = ['kms:Decrypt', 'kms:GenerateDataKey'];

/** The one key of a stage: it encrypts everything that contains an agency's data. */
export class StageKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      alias: `alias/${stage.prefix}`,
      description: `Statements, database, secrets, messages and logs of ${stage.prefix}`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    const { region, account } = Stack.of(this);
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogGroups',
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        // These actions are from the documentation of CloudWatch Logs.
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:aws:logs:${region}:${account}:*` } },
      }),
    );
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsBudgetsAndInboundMail',
        principals: ['cloudwatch', 'budgets', 'ses'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
        actions: USE,
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }

  /** Lets a role that reads or writes encrypted data use the key. */
  allowUse(role: IGrantable): void {
    role.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: USE, resources: [this.key.keyArn] }));
  }
}

/** The service's database logins by purpose: tenants' data, all accounts' data, the schedule of saved reports, analysts' SQL. */
export const DATABASE_LOGINS = {
  service: 'cas_service_login',
  system: 'cas_system_login',
  scheduler: 'cas_scheduler_login',
  report: 'cas_report',
} as const;
export type DatabaseLogin = keyof typeof DATABASE_LOGINS;

/** The owner of the database, its schema and its roles. Aurora creates the login together with the cluster. */
export const DATABASE_OWNER = 'cas_owner';

const PASSWORD_CHARACTERS = 40;
/** The hexadecimal digits of 32 random bytes, the key of AES-256. */
const SECRET_KEY_DIGITS = 64;
const TOKEN_CHARACTERS = 48;

export interface ServiceSecretsProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** Secrets that the first deployment creates once. People need to know none of them except the operator's token. */
export class ServiceSecrets extends Construct {
  /**
   * The secrets of the logins, in the form `{ username, password }`. The migration step creates each login, or sets its password to the one
   * in its secret.
   */
  readonly logins: Readonly<Record<DatabaseLogin, Secret>>;
  readonly owner: Secret;
  /** The key that encrypts webhook secrets: 64 hexadecimal digits. It must never change, because no other key can decrypt them. */
  readonly secretKey: Secret;
  /** The secret with the operator's token. */
  readonly operatorToken: Secret;
  /** The name of the token's secret, for people. The construct itself would derive the name from the ARN. */
  readonly operatorTokenName: string;
  /** The secret that CloudFront sends to API Gateway with each request. */
  readonly origin: Secret;

  constructor(scope: Construct, id: string, { stage, key }: ServiceSecretsProps) {
    super(scope, id);
    const settings = { encryptionKey: key, removalPolicy: stage.removalPolicy };
    const login = (purpose: string, username: string): Secret =>
      new Secret(this, `${purpose}Login`, {
        ...settings,
        secretName: `${stage.prefix}/database/${purpose}`,
        description: `Database login ${username}`,
        generateSecretString: {
          secretStringTemplate: JSON.stringify({ username }),
          generateStringKey: 'password',
          passwordLength: PASSWORD_CHARACTERS,
          excludePunctuation: true,
        },
      });
    this.logins = {
      service: login('service', DATABASE_LOGINS.service),
      system: login('system', DATABASE_LOGINS.system),
      scheduler: login('scheduler', DATABASE_LOGINS.scheduler),
      report: login('report', DATABASE_LOGINS.report),
    };
    this.owner = login('owner', DATABASE_OWNER);
    this.secretKey = new Secret(this, 'SecretKey', {
      ...settings,
      secretName: `${stage.prefix}/secret-key`,
      description: 'Seals webhook secrets; 64 hexadecimal digits. Never change it',
      generateSecretString: {
        passwordLength: SECRET_KEY_DIGITS,
        excludeUppercase: true,
        excludePunctuation: true,
        excludeCharacters: 'ghijklmnopqrstuvwxyz',
        requireEachIncludedType: false,
      },
    });
    this.operatorTokenName = `${stage.prefix}/operator-token`;
    this.operatorToken = new Secret(this, 'OperatorToken', {
      ...settings,
      secretName: this.operatorTokenName,
      description: 'Bearer token of the endpoints under /v1/admin',
      generateSecretString: { passwordLength: TOKEN_CHARACTERS, excludePunctuation: true },
    });
    this.origin = new Secret(this, 'Origin', {
      ...settings,
      secretName: `${stage.prefix}/origin`,
      description: 'Secret header by which CloudFront proves that a request came through it',
      generateSecretString: { passwordLength: TOKEN_CHARACTERS, excludePunctuation: true },
    });
  }
}
