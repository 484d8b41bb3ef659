import type { Duplex } from 'node:stream';
import { ApiError } from '#spec/errors.ts';
import { formatRawErrorResponse } from './raw-error-response.ts';

/** How long a client may take to end a connection that was refused, in milliseconds. */
const defaultCloseTimeoutMs = 5_000;

/** Whoever does not close its side in time is cut off: a socket that is let go of is nobody else's to close. */
export const rejectUpgrade = (
  stream: Duplex,
  fault: ApiError,
  {
    closeMs = defaultCloseTimeoutMs,
    headers = {},
  }: { readonly closeMs?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void => {
  const deadline = setTimeout(() => stream.destroy(), closeMs).unref();
  stream.once('close', () => clearTimeout(deadline));
  stream.on('error', () => {});
  stream.resume();
  stream.end(formatRawErrorResponse(fault, headers));
};

/** The refusal of a WebSocket handshake that is none. @param resolution what to call instead */
export const createHandshakeError = (why: string, resolution: string): ApiError =>
  new ApiError('INVALID_REQUEST', `This is no WebSocket handshake: ${why}.`, undefined, resolution);
