import { connect } from 'node:net';
import { createHttpResponseReader } from './http-response-reader.ts';
import type { Address } from './http-request.ts';
import type { ResponseSummary } from './http-response-reader.ts';

/** One keep-alive connection with at most one request in flight. */
export interface HttpConnection {
  /** Writes prepared bytes. `onResult` is called once, with the response or the error. */
  exchange(bytes: Buffer, onResult: (result: ResponseSummary | Error) => void): void;
  close(): void;
}

/** @throws Error when nothing listens at the address */
export const connectHttp = (address: Address): Promise<HttpConnection> =>
  new Promise((resolve, reject) => {
    let pending: ((result: ResponseSummary | Error) => void) | undefined;
    let connectionError: Error | undefined;
    const deliver = (result: ResponseSummary | Error) => {
      const receiver = pending;
      pending = undefined;
      receiver?.(result);
    };
    const readChunk = createHttpResponseReader(deliver);
    const fail = (error: Error) => {
      connectionError ??= error;
      reject(error);
      deliver(error);
    };
    const socket = connect({
      ...address,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback: (length, buffer) => {
          readChunk((buffer as Buffer).subarray(0, length));
          return true;
        },
      },
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the server closed the connection')));
    socket.once('connect', () =>
      resolve({
        exchange(bytes, onResult) {
          if (connectionError) return onResult(connectionError);
          pending = onResult;
          socket.write(bytes);
        },
        close: () => socket.destroy(),
      }),
    );
  });

/**
 * Sends one request and returns a promise of its response.
 * @throws Error when the connection breaks
 */
export const sendRawRequest = (connection: HttpConnection, bytes: Buffer): Promise<ResponseSummary> =>
  new Promise((resolve, reject) => {
    connection.exchange(bytes, (result) => (result instanceof Error ? reject(result) : resolve(result)));
  });
