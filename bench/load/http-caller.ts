import { Agent, request as openRequest } from 'node:http';
import { JobError } from '../harness/candidate.ts';
import type { Address, HttpRequest } from './http-request.ts';

/** A response, with the time from the call to the last byte of the response. */
interface TimedResponse {
  readonly ms: number;
  /** The response body, parsed as JSON. */
  readonly body: unknown;
}

export interface HttpCaller {
  /** @throws JobError when the status is not 2xx */
  call(request: HttpRequest): Promise<TimedResponse>;
  close(): void;
}

/** Creates a client that makes one call at a time over one connection. */
export const createHttpCaller = (address: Address): HttpCaller => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: ({ method, path, token, body }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const start = performance.now();
        const request = openRequest({
          ...address,
          agent,
          method,
          path,
          timeout: 30_000,
          headers: {
            accept: 'application/json',
            ...(token !== undefined && { 'x-api-key': token }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        });
        request.on('error', reject);
        request.on('timeout', () => request.destroy(new Error(`${method} ${path} timed out`)));
        request.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('error', reject);
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const ms = performance.now() - start;
            const responseText = Buffer.concat(chunks).toString();
            const status = response.statusCode ?? 0;
            if (status < 200 || status > 299)
              reject(new JobError(`${method} ${path} returned ${status} ${responseText.slice(0, 200)}`));
            else resolve({ ms, body: responseText === '' ? undefined : JSON.parse(responseText) });
          });
        });
        request.end(text);
      }),
    close: () => agent.destroy(),
  };
};
