import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/** How the service logs in to the database, by what for: tenants' data, all accounts' data, analysts' SQL. */
export const DATABASE_LOGINS = {
  service: 'cas_service_login',
  system: 'cas_system_login',
  report: 'cas_report',
} as const;
export type DatabaseLogin = keyof typeof DATABASE_LOGINS;

/** Whose the database is: its schema, its roles. Aurora makes it together with the cluster. */
export const DATABASE_OWNER = 'cas_owner';

const PASSWORD_CHARACTERS = 40;
/** As many as 32 random bytes have hexadecimal digits: the key of AES-256. */
const SECRET_KEY_DIGITS = 64;
const TOKEN_CHARACTERS = 48;

export interface ServiceSecretsProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** What is secret and made once, at the first deployment. Nobody has to know any of it, but for the operator's token. */
export class ServiceSecrets extends Construct {
  /** `{ username, password }`. The migration step creates each login, or gives it the password that is in its secret now. */
  readonly logins: Readonly<Record<DatabaseLogin, Secret>>;
  readonly owner: Secret;
  /** Seals the webhook secrets: 64 hexadecimal digits. Never changed: what it sealed can be opened with no other. */
  readonly secretKey: Secret;
  /** The token itself. */
  readonly operatorToken: Secret;
  /** For people: the construct itself would cut it out of the ARN. */
  readonly operatorTokenName: string;
  /** What CloudFront says to API Gateway with each request, where there is CloudFront. */
  readonly origin: Secret | undefined;

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
    this.origin =
      stage.domainName === undefined
        ? undefined
        : new Secret(this, 'Origin', {
            ...settings,
            secretName: `${stage.prefix}/origin`,
            description: 'With this CloudFront says that a request came through it',
            generateSecretString: { passwordLength: TOKEN_CHARACTERS, excludePunctuation: true },
          });
  }
}
