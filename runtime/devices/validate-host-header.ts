import type { IncomingMessage } from 'node:http';

/** A host and a port (RFC 9110, section 7.2). */
const hostPattern = /^(?:\[[\da-z:.%]+\]|[\w.~!$&'()*+,;=%-]*)(?::(\d*))?$/i;
const maxPort = 65_535;

const isValidHost = (host: string): boolean => {
  const [whole, port = ''] = hostPattern.exec(host) ?? [];
  return whole !== undefined && Number(port) <= maxPort;
};

/** Most requests carry the same. */
let lastValidHost = 'localhost';

/**
 * What is wrong with the Host header of a request, which is answered with 400 then (RFC 9112, section 3.2); undefined
 * where it is valid.
 */
export const findHostHeaderError = ({
  headers: { host },
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders'>): string | undefined => {
  if (host === undefined)
    return httpVersion === '1.1' ? 'The header Host is missing, which HTTP/1.1 demands.' : undefined;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) return `There are ${count} headers Host. Send one.`;
  if (host === lastValidHost) return undefined;
  if (!isValidHost(host))
    return `The header Host is '${host}'. Expected a name or an address, and a port up to ${maxPort}.`;
  lastValidHost = host;
  return undefined;
};
