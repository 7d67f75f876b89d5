import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { AUTHORIZE_TIMEOUT_SECONDS } from '../../core/limits/drop-off-limits.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { readVariables, VARIABLES } from '../runtime/aws-settings.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { sftpFoldersIn } from '../runtime/single-stores.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createAuthorizeUser } from '../sftp/authorize-user.ts';

const telemetry = createTelemetry('authorize-sftp-user');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: AUTHORIZE_TIMEOUT_SECONDS / 2,
  poolSize: FUNCTION_POOL_SIZE,
});
const access = {
  bucket: readVariables(VARIABLES.dropFolder).DROP_BUCKET,
  roleArn: readVariables(VARIABLES.sftpAccess).SFTP_USER_ROLE_ARN,
};

export const handler = lambdaHandler(telemetry, createAuthorizeUser({ folders: sftpFoldersIn(database), access }));
