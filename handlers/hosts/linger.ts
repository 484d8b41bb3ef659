import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scheduler } from '../hub/scheduler.ts';
import type { HostLimits } from './limits.ts';

/**
 * Ends an answer to a request that is still being sent. Closing the connection at once would take the answer away from a
 * client that goes on sending: it is told by a reset before it reads. So the rest is read first, and thrown away, up
 * to a limit. The head of the answer has `Connection: close`, and everything of the answer is written.
 */
export const linger = (
  request: IncomingMessage,
  response: ServerResponse,
  { drainBytes, drainMs }: HostLimits,
  scheduler: Scheduler,
): void => {
  let left = drainBytes;
  const end = (): void => {
    cancel();
    response.end();
  };
  const cancel = scheduler.after(drainMs, end);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.on('end', end);
  request.on('close', cancel);
};
