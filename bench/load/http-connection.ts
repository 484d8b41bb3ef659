import { connect } from 'node:net';
import { createHttpResponseReader } from './http-response-reader.ts';
import type { Address } from './http-request.ts';
import type { ResponseSummary } from './http-response-reader.ts';

/** One keep-alive connection with at most one request in flight. */
export interface HttpConnection {
  /** Writes prepared bytes. `onAnswer` is called once, with the response or the error. */
  exchange(bytes: Buffer, onAnswer: (answer: ResponseSummary | Error) => void): void;
  close(): void;
}

/** @throws Error when nothing listens at the address */
export const connectHttp = (address: Address): Promise<HttpConnection> =>
  new Promise((resolve, reject) => {
    let pending: ((answer: ResponseSummary | Error) => void) | undefined;
    let broken: Error | undefined;
    const settle = (answer: ResponseSummary | Error) => {
      const receiver = pending;
      pending = undefined;
      receiver?.(answer);
    };
    const read = createHttpResponseReader(settle);
    const fail = (error: Error) => {
      broken ??= error;
      reject(error);
      settle(error);
    };
    const socket = connect({
      ...address,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback: (length, buffer) => {
          read((buffer as Buffer).subarray(0, length));
          return true;
        },
      },
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the server closed the connection')));
    socket.once('connect', () =>
      resolve({
        exchange(bytes, onAnswer) {
          if (broken) return onAnswer(broken);
          pending = onAnswer;
          socket.write(bytes);
        },
        close: () => socket.destroy(),
      }),
    );
  });

/**
 * Exchanges one request and response, as a promise.
 * @throws Error when the connection breaks
 */
export const sendRawRequest = (connection: HttpConnection, bytes: Buffer): Promise<ResponseSummary> =>
  new Promise((resolve, reject) => {
    connection.exchange(bytes, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
  });
