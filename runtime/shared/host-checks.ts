import type { IncomingMessage } from 'node:http';

/** The last valid host is cached, because most requests have the same host. */
let lastValidHost = 'localhost';

const loopbackPattern = String.raw`(localhost|127\.0\.0\.1|\[::1\])(:\d+)?`;

const loopbackHostPattern = new RegExp(`^${loopbackPattern}$`, 'i');

const loopbackOriginPattern = new RegExp(`^https?://${loopbackPattern}$`, 'i');

/**
 * Returns whether a Host header names this computer. This check prevents DNS rebinding, because the requests of a
 * malicious page contain the page's own host name.
 */
export const isLoopbackHost = (host: string | undefined): boolean =>
  host === undefined || loopbackHostPattern.test(host);

/** Returns whether a request comes from a page on this computer, or from a program that sends no Origin header. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackOriginPattern.test(origin);

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Returns whether a string is a host with an optional port. The host is a name, an IPv4 address, or an IPv6 address in
 * brackets.
 */
export const isHostEntry = (text: string): boolean =>
  /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);

/**
 * Returns whether an address belongs to one of the hosts. `example.com` allows only the default port of the scheme, 80
 * or 443; `example.com:8080` allows only port 8080. Names are case-insensitive and don't include subdomains.
 */
export const isAllowedHost = (
  { protocol, hostname, port }: URL,
  allowedHosts: readonly string[],
): boolean => {
  const defaultPort = defaultPorts[protocol];
  if (defaultPort === undefined) return false;
  const names = [
    `${hostname}:${port || defaultPort}`,
    ...(port === '' || port === defaultPort ? [hostname] : []),
  ];
  return allowedHosts.some((entry) => names.includes(entry.toLowerCase()));
};

/** Matches a host with an optional port (RFC 9110, section 7.2). */
const hostPattern = /^(?:\[[\da-z:.%]+\]|[\w.~!$&'()*+,;=%-]*)(?::(\d*))?$/i;

const maxPort = 65_535;

const isValidHost = (host: string): boolean => {
  const [match, port = ''] = hostPattern.exec(host) ?? [];
  return match !== undefined && Number(port) <= maxPort;
};

/**
 * Returns what is wrong with a request's Host header, or `undefined` if the header is valid. A request with an invalid
 * header must be answered with the status 400 (RFC 9112, section 3.2).
 */
export const findHostHeaderError = ({
  headers: { host },
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders'>): string | undefined => {
  if (host === undefined)
    return httpVersion === '1.1' ? 'The header Host is missing, but HTTP/1.1 requires it.' : undefined;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) return `There are ${count} headers Host. Send one.`;
  if (host === lastValidHost) return undefined;
  if (!isValidHost(host))
    return `The header Host is '${host}'. Expected a name or an address, and a port up to ${maxPort}.`;
  lastValidHost = host;
  return undefined;
};
