import type { IncomingMessage, ServerResponse } from 'node:http';

interface WebhookResponse {
  readonly status: number;
  readonly content: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The maximum number of bytes to read from a request after its response was sent. */
const maxUnreadBytes = 16 << 20;

/**
 * Sends a response, and then closes the connection.
 * @param lingerMs the time in milliseconds for which the rest of the request is read
 */
export const sendResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, content, headers = {} }: WebhookResponse,
  lingerMs: number,
): void => {
  const text = JSON.stringify(content);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    Connection: 'close',
  });
  if (request.complete) {
    response.end(text);
    return;
  }
  response.write(text);
  drainRequest(request, response, lingerMs);
};

/**
 * Reads the rest of a request. If the connection were closed while the client is still sending, the client might not
 * receive the response.
 */
const drainRequest = (request: IncomingMessage, response: ServerResponse, timeoutMs: number): void => {
  let remaining = maxUnreadBytes;
  const end = (): void => void response.end();
  const timer = setTimeout(end, timeoutMs);
  request.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) end();
  });
  request.once('end', end);
  response.once('close', () => clearTimeout(timer));
  request.resume();
};
