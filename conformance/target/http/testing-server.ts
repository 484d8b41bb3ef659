import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target that a test makes up, on loopback. */
export interface TestTarget {
  readonly url: string;
  /** Hangs up; once more does nothing. */
  close(): Promise<void>;
}

/** @param answer gets a request when its body is whole */
export const serveTestTarget = async (
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<TestTarget> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
};
