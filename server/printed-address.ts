import { isIPv6 } from 'node:net';

/** Returns an address as people copy it. An IPv6 address stands in brackets, because its colons would look like a port. */
export function printedAddress(protocol: string, host: string, port: number): string {
  return `${protocol}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
