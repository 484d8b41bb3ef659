import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HostLimits } from './host-limits.ts';

/** Ends a complete response to a request that the client is still sending. */
export type LingeringClose = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes connections only after reading and discarding the rest of the request, up to a limit. If a connection closed
 * immediately, a client that is still sending would receive a reset before reading the response. Only some requests are
 * read at the same time, because discarded data also uses memory. The other requests wait for the timeout.
 */
export const createLingeringClose = (
  { maxDrainBytes, drainTimeoutMs, maxDrains }: HostLimits,
  scheduler: Scheduler,
): LingeringClose => {
  let activeDrains = 0;
  return (request, response) => {
    const isDrained = activeDrains < maxDrains;
    if (isDrained) activeDrains += 1;
    else request.socket.pause();
    let remaining = maxDrainBytes;
    const end = (): void => void response.end();
    const cancel = scheduler.after(drainTimeoutMs, end);
    request.on('data', (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) end();
    });
    request.on('end', end);
    response.once('close', () => {
      cancel();
      if (isDrained) activeDrains -= 1;
    });
  };
};
