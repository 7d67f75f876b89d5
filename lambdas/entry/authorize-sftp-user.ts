import { AUTHORIZE_TIMEOUT_SECONDS } from '../../core/limits/request-limits.ts';
import { readVariables, VARIABLES } from '../runtime/aws-settings.ts';
import { startFunction } from '../runtime/deployed-function.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { sftpFoldersIn } from '../runtime/single-stores.ts';
import { createAuthorizeUser } from '../sftp/authorize-user.ts';

const { telemetry, database } = startFunction('authorize-sftp-user', {
  statementTimeoutSeconds: AUTHORIZE_TIMEOUT_SECONDS / 2,
});
const access = {
  bucket: readVariables(VARIABLES.dropFolder).DROP_BUCKET,
  roleArn: readVariables(VARIABLES.sftpAccess).SFTP_USER_ROLE_ARN,
};

export const handler = lambdaHandler(telemetry, createAuthorizeUser({ folders: sftpFoldersIn(database), access }));
