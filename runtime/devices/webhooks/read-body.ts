import { IncompleteRequestError, WebhookError } from './webhook-error.ts';
import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request.
 * @param mostMs timeout in milliseconds
 * @throws WebhookError when it is too long or too slow; the rest of it is then not read yet
 * @throws IncompleteRequestError when it ends too early
 */
export const readBody = (request: IncomingMessage, mostBytes: number, mostMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const tooLong = (): WebhookError => new WebhookError(413, `It has more than ${mostBytes} bytes.`);
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) return void reject(tooLong());
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      request.off('data', add);
      end();
    };
    const add = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > mostBytes) settle(() => reject(tooLong()));
      else chunks.push(chunk);
    };
    const timer = setTimeout(
      () => settle(() => reject(new WebhookError(408, `It took longer than ${mostMs / 1000} seconds.`))),
      mostMs,
    );
    request.on('data', add);
    request.once('end', () => settle(() => resolve(Buffer.concat(chunks))));
    request.on('error', () => {});
    request.once('close', () =>
      settle(() => reject(new IncompleteRequestError('It ended before it was complete.'))),
    );
  });
