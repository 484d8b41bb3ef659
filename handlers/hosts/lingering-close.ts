import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scheduler } from '../scheduler.ts';
import type { HostLimits } from './host-limits.ts';

/** Ends a complete response to a request that is still being sent. */
export type LingeringClose = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A client that is still sending would get a reset before it reads the response if the connection closed at once. So
 * the rest of its request is read and discarded, up to a limit. Only some requests are read at a time, because
 * discarded data takes memory too; others just wait for the timeout.
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
