import { IncompleteRequestError, WebhookError } from './webhook-error.ts';
import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request.
 * @param maxBytes the maximum size of the body in bytes
 * @param timeoutMs the timeout in milliseconds
 * @throws WebhookError when the body is too long or arrives too slowly; the rest of the body is then left unread
 * @throws IncompleteRequestError when the request ends too early
 */
export const readBody = (request: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const createTooLongError = (): WebhookError =>
      new WebhookError(413, `It has more than ${maxBytes} bytes.`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return void reject(createTooLongError());
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', add);
      settle();
    };
    const add = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) finish(() => reject(createTooLongError()));
      else chunks.push(chunk);
    };
    const timer = setTimeout(
      () => finish(() => reject(new WebhookError(408, `It took longer than ${timeoutMs / 1000} seconds.`))),
      timeoutMs,
    );
    request.on('data', add);
    request.once('end', () => finish(() => resolve(Buffer.concat(chunks))));
    request.on('error', () => {});
    request.once('close', () =>
      finish(() => reject(new IncompleteRequestError('It ended before it was complete.'))),
    );
  });
