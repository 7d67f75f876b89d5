/** The origin of a change, for the audit trail and the logs. */
export interface RequestOrigin {
  /** `token:<id>`, `person:<email>`, `operator`, `sftp:<user>` or `email:<address>`. */
  readonly actor: string;
  readonly ip: string | null;
  readonly requestId: string;
}
