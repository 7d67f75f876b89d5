/** The server cannot listen at its address. The message names the setting to change, for the person who set it. */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed';
}

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** The environment variable that holds the port. */
  readonly portSetting: string;
}

/** Returns the error to throw when `listen` fails: a `ListenFailed` if another setting helps, else the error itself. */
export function listenFailure(error: unknown, { host, port, portSetting }: ListenPlace): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new ListenFailed(
        `Port ${port} of ${host} is taken by another program. Set ${portSetting} to a free one, or to 0.`,
        { cause: error },
      );
    case 'EACCES':
      return new ListenFailed(`Port ${port} of ${host} needs more rights. Set ${portSetting} to 1024 or above.`, {
        cause: error,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new ListenFailed(
        `HOST "${host}": must be an address of this machine, or a name that leads to one (${code})`,
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}
