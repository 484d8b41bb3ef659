import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stub target that listens on the loopback interface. */
export interface TestTarget {
  readonly url: string;
  /** Closes the target. Calling this method more than once is safe. */
  close(): Promise<void>;
}

/**
 * Starts a stub target.
 * @param respond is called as soon as the body of a request is complete
 */
export const serveTestTarget = async (
  respond: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<TestTarget> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    respond(request, response, body);
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
