import type { IncomingMessage, ServerResponse } from 'node:http';

interface WebhookResponse {
  readonly status: number;
  readonly content: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How much is still read of a request that was answered before it had come to its end. */
const maxUnreadBytes = 16 << 20;

/**
 * Answers a request; every answer is the last of its connection.
 * @param lingerMs milliseconds for which the rest of the request is still read
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

/** A connection that is cut while its client sends loses the answer, so the rest is read first. */
const drainRequest = (request: IncomingMessage, response: ServerResponse, mostMs: number): void => {
  let left = maxUnreadBytes;
  const end = (): void => void response.end();
  const timer = setTimeout(end, mostMs);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('end', end);
  response.once('close', () => clearTimeout(timer));
  request.resume();
};
