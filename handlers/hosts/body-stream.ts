/** Bodies that a handler reads while they arrive, within the same limit for the time between two chunks as others. */
import { ApiError } from '#spec/errors.ts';
import type { IncomingMessage } from 'node:http';
import type { Timers } from '#runtime/shared/scheduler.ts';
import type { BodyStream } from '#spec/contract/operation-spec.ts';
import { type AnnouncedBody, createIdleTimeoutError } from './request-body.ts';

/**
 * Creates a stream of a request's body. Nothing is read before the first chunk is requested, and the client can't send
 * more than a few chunks before the next one is requested.
 * @param onStart called before the first chunk is read
 */
export const createBodyStream = (
  request: IncomingMessage,
  { length }: AnnouncedBody,
  idleTimeoutMs: number,
  timers: Timers,
  onStart: () => void,
): BodyStream => {
  const waitForData = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const events = ['readable', 'end', 'close', 'error'] as const;
      const finish = (): void => {
        cancel();
        for (const event of events) request.off(event, finish);
        resolve();
      };
      const cancel = timers.after(idleTimeoutMs, () => {
        reject(createIdleTimeoutError(idleTimeoutMs));
        finish();
      });
      for (const event of events) request.on(event, finish);
    });

  async function* readChunks(): AsyncGenerator<Buffer> {
    onStart();
    for (;;) {
      // Returns everything that has arrived, so that small chunks are joined.
      const chunk: Buffer | null = request.read();
      if (chunk) yield chunk;
      else if (request.readableEnded) return;
      else if (request.destroyed) throw createIncompleteBodyError();
      else await waitForData();
    }
  }

  return { length, [Symbol.asyncIterator]: readChunks };
};

/** Creates a stream of the body of a Fetch request. */
export const toBodyStream = ({ headers, body }: Request): BodyStream => {
  const length = headers.get('content-length');
  async function* readChunks(): AsyncGenerator<Uint8Array> {
    if (!body) return;
    try {
      yield* body;
    } catch {
      throw createIncompleteBodyError();
    }
  }
  return {
    length: length === null ? (body ? undefined : 0) : Number(length),
    [Symbol.asyncIterator]: readChunks,
  };
};

const createIncompleteBodyError = (): ApiError =>
  new ApiError('INVALID_REQUEST', 'The connection was closed before the whole body had arrived.');
