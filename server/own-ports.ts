import type { ThisMachine } from '../adapters/webhook-http/public-address.ts';
import type { Settings } from './settings.ts';

/** The ports of this machine that belong to the service, so that no webhook reaches them. */
export interface OwnPorts extends ThisMachine {
  /** Adds the port of a server that has started. */
  add(port: number): void;
}

const POSTGRES_PORT = 5432;

/**
 * Makes the list of own ports: the configured ports, and those of an external database and of a proxy in front of the service. Ports that
 * the system chooses are added later.
 */
export function createOwnPorts({ port, sftpPort, smtpPort, metricsPort, databaseUrl, publicUrl }: Settings): OwnPorts {
  const ports = new Set([port, sftpPort, smtpPort, metricsPort, databasePort(databaseUrl), proxyPort(publicUrl)]);
  return {
    isOwnPort: (asked) => ports.has(asked),
    add: (taken) => {
      ports.add(taken);
    },
  };
}

/** Returns the port of an external database. Its host does not matter, because the same port of this machine may lead to it. */
function databasePort(databaseUrl: string | null): number | null {
  if (databaseUrl === null) return null;
  const { port } = new URL(databaseUrl);
  return port === '' ? POSTGRES_PORT : Number(port);
}

function proxyPort(publicUrl: string | null): number | null {
  if (publicUrl === null) return null;
  const { port, protocol } = new URL(publicUrl);
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
