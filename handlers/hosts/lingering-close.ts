import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scheduler } from '../scheduler.ts';
import type { HostLimits } from './host-limits.ts';

/** Ends an answer that is written, to a request that is still being sent. */
export type LingeringClose = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closing a connection at once would take the answer away from a client that goes on sending: it is told by a reset
 * before it reads. So the rest of its request is read first, and thrown away, up to a limit. Only so many requests are
 * read at a time, as what is thrown away takes memory for a while too; the others are left alone until their time is up.
 */
export const createLingeringClose = (
  { maxDrainBytes, drainTimeoutMs, maxDrains }: HostLimits,
  scheduler: Scheduler,
): LingeringClose => {
  let reading = 0;
  return (request, response) => {
    const isRead = reading < maxDrains;
    if (isRead) reading += 1;
    else request.socket.pause();
    let left = maxDrainBytes;
    const end = (): void => void response.end();
    const cancel = scheduler.after(drainTimeoutMs, end);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
    });
    request.on('end', end);
    response.once('close', () => {
      cancel();
      if (isRead) reading -= 1;
    });
  };
};
