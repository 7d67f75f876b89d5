// The entry of the package. Code of this repository imports the files themselves.
export {
  answerOf,
  type ClientOptions,
  type CommissionClient,
  createCommissionClient,
  cursorItems,
  type FormOptions,
  offsetItems,
  type Schema,
} from './commission-client.ts';
export type { components, operations, paths } from './generated/api-types.ts';
export { type Problem, type ProblemCode, ProblemError } from './problem-error.ts';
export type { UploadProgress } from './send-requests.ts';
export { type RetryOptions, type Send, type Wait, waitByTimer } from './send-requests.ts';
export { createSignInClient, type Provider, refusedSignIn, type SignInClient } from './sign-in-client.ts';
export {
  hasEnded,
  identifyStatement,
  type SendingOptions,
  type StatementUpload,
  uploadStatement,
  type WaitingOptions,
  waitForJob,
} from './upload-statement.ts';
export {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookBody,
  WebhookVerificationError,
} from './verify-webhook.ts';
