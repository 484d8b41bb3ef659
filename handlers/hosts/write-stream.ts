import type { ServerResponse } from 'node:http';
import type { Timers } from '#runtime/shared/scheduler.ts';
import type { StreamedBody } from '../pipeline/call.ts';

/** A client that takes nothing for this long is disconnected, in milliseconds (C-321). */
const stallTimeoutMs = 30_000;

/**
 * Writes a stream as the body of a response, after its head. The next piece is requested only when the client has taken
 * the one before. The stream ends when the client leaves.
 * @throws the failure of the stream
 */
export const writeStream = async (
  response: ServerResponse,
  { open }: StreamedBody,
  scheduler: Timers,
): Promise<void> => {
  const closing = new AbortController();
  response.once('close', () => closing.abort());
  if (response.destroyed) closing.abort();
  for await (const piece of open(closing.signal)) {
    if (closing.signal.aborted) return;
    if (!response.write(piece)) await waitForDrain(response, closing.signal, scheduler);
  }
  response.end();
};

/** Waits until a client has taken what was written, or has left. */
const waitForDrain = (response: ServerResponse, signal: AbortSignal, scheduler: Timers): Promise<void> =>
  new Promise((resolve) => {
    const cancel = scheduler.after(stallTimeoutMs, () => response.destroy());
    const finish = (): void => {
      cancel();
      response.off('drain', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    response.once('drain', finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
