import type { IncomingMessage } from 'node:http';

/** Matches a host with an optional port (RFC 9110, section 7.2). */
const hostPattern = /^(?:\[[\da-z:.%]+\]|[\w.~!$&'()*+,;=%-]*)(?::(\d*))?$/i;
const maxPort = 65_535;

const isValidHost = (host: string): boolean => {
  const [match, port = ''] = hostPattern.exec(host) ?? [];
  return match !== undefined && Number(port) <= maxPort;
};

/** The last valid host is cached, because most requests have the same host. */
let lastValidHost = 'localhost';

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
