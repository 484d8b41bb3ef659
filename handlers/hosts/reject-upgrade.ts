import type { Duplex } from 'node:stream';
import { ApiError } from '#spec/errors.ts';
import { formatRawErrorResponse } from './raw-error-response.ts';

/** The time in milliseconds that a client may take to close a rejected connection. */
const defaultCloseTimeoutMs = 5_000;

/**
 * Rejects an upgrade. If the client doesn't close its side in time, the connection is cut off, because nothing else
 * would close the socket.
 */
export const rejectUpgrade = (
  stream: Duplex,
  error: ApiError,
  {
    closeMs = defaultCloseTimeoutMs,
    headers = {},
  }: { readonly closeMs?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void => {
  const deadline = setTimeout(() => stream.destroy(), closeMs).unref();
  stream.once('close', () => clearTimeout(deadline));
  stream.on('error', () => {});
  stream.resume();
  stream.end(formatRawErrorResponse(error, headers));
};

/**
 * Creates the error for an invalid WebSocket handshake.
 * @param resolution what the client should call instead
 */
export const createHandshakeError = (reason: string, resolution: string): ApiError =>
  new ApiError('INVALID_REQUEST', `This is not a WebSocket handshake: ${reason}.`, undefined, resolution);
