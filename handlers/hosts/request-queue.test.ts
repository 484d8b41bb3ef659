import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { handleMalformedRequests } from './raw-errors.ts';
import { createRequestQueue } from './request-queue.ts';
import { defaultHostLimits } from './host-limits.ts';

let server: Server;
let client: Socket;
let receivedText: string;
/** The server's side of each connection. */
let serverSockets: Socket[];
/** The targets of the requests that have been read, and below those of the requests that have been served. */
let readTargets: string[];
let servedTargets: string[];
/** Functions that send the responses, keyed by request target. */
let responses: Map<string, (options?: { ends: boolean }) => void>;

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const holdRequest = (request: IncomingMessage, response: ServerResponse): void => {
  const target = request.url ?? '';
  servedTargets.push(target);
  const body = readText(request).catch(() => '');
  responses.set(target, ({ ends } = { ends: false }) => {
    if (ends) response.shouldKeepAlive = false;
    void body.then((text) => response.end(`answer to ${target} ${text}`));
  });
};

beforeEach(async () => {
  [serverSockets, readTargets, servedTargets, responses, receivedText] = [[], [], [], new Map(), ''];
  const requestQueue = createRequestQueue();
  server = createServer((request, response) => {
    readTargets.push(request.url ?? '');
    requestQueue.serve(response, () => holdRequest(request, response));
  });
  server.on('connection', (socket) => serverSockets.push(socket));
  handleMalformedRequests(server, requestQueue, defaultHostLimits, createSteppedScheduler(), new WeakSet());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (chunk) => {
    receivedText += chunk.toString();
  });
  await once(client, 'connect');
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const formatRequest = (line: string, body = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const waitUntil = (getValue: () => unknown, expected: unknown) =>
  expect.poll(getValue, { timeout: 10_000, interval: 1 }).toEqual(expected);
const respondTo = async (target: string, options?: { ends: boolean }): Promise<void> => {
  await waitUntil(() => servedTargets.includes(target), true);
  responses.get(target)?.(options);
};
const readReceived = () =>
  [...receivedText.matchAll(/answer to (\S+)|HTTP\/1\.1 [45]\d\d/g)].map(([all, target]) => target ?? all);

it('serves a read after the response to an earlier edit, and reads in parallel', async () => {
  client.write(
    ['PUT /a', 'GET /b', 'HEAD /c', 'GET /d', 'DELETE /e', 'GET /f']
      .map((line) => formatRequest(line))
      .join(''),
  );
  await waitUntil(() => readTargets.length, 6);
  expect(servedTargets).toEqual(['/a']);
  await respondTo('/a');
  await waitUntil(() => servedTargets, ['/a', '/b', '/c', '/d']);
  for (const target of ['/d', '/c']) await respondTo(target);
  expect(servedTargets).toHaveLength(4);
  await respondTo('/b');
  await waitUntil(() => servedTargets.at(-1), '/e');
  expect(servedTargets).toHaveLength(5);
  for (const target of ['/e', '/f']) await respondTo(target);
  await waitUntil(readReceived, ['/a', '/b', '/d', '/e', '/f']);
});

it('waits for all reads before an edit, whichever is answered first', async () => {
  client.write(formatRequest('GET /a') + formatRequest('GET /b') + formatRequest('PUT /c'));
  await respondTo('/b');
  await waitUntil(() => readTargets.length, 3);
  expect(servedTargets).toEqual(['/a', '/b']);
  await respondTo('/a');
  await respondTo('/c');
  await waitUntil(readReceived, ['/a', '/b', '/c']);
});

it('serves nothing after a response that ends the connection', async () => {
  client.write(formatRequest('PUT /a') + formatRequest('PUT /b') + formatRequest('GET /c'));
  await waitUntil(() => readTargets.length, 3);
  await respondTo('/a', { ends: true });
  await once(client, 'close');
  expect([servedTargets, readReceived()]).toEqual([['/a'], ['/a']]);
});

it('serves nothing for a disconnected client', async () => {
  client.write(formatRequest('PUT /a') + formatRequest('PUT /b'));
  await waitUntil(() => readTargets.length, 2);
  const closed = once(serverSockets[0]!, 'close');
  client.destroy();
  await closed;
  await respondTo('/a');
  await new Promise(setImmediate);
  expect(servedTargets).toEqual(['/a']);
});

it('reports malformed input after the responses to earlier requests', async () => {
  client.write(`${formatRequest('PUT /a')}${formatRequest('PUT /b', 'text')}nonsense\r\n\r\n`);
  for (const target of ['/a', '/b']) await respondTo(target);
  await once(client, 'close');
  expect(readReceived()).toEqual(['/a', '/b', 'HTTP/1.1 400']);
});

it('rejects a tunnel after the responses to earlier requests', async () => {
  client.write(`${formatRequest('PUT /a')}CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await respondTo('/a');
  await once(client, 'close');
  expect(readReceived()).toEqual(['/a', 'HTTP/1.1 405']);
});

it('answers a request with a malformed body with its error', async () => {
  const malformed = 'POST /b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';
  client.write(`${formatRequest('PUT /a')}${malformed}`);
  await respondTo('/a');
  await once(client, 'close');
  expect([servedTargets, readReceived()]).toEqual([['/a'], ['/a', 'HTTP/1.1 400']]);
});

it('reads a limited number of requests behind a slow one, and all of them in the end', async () => {
  const targets = Array.from({ length: 5_000 }, (_, position) => `/${position}`);
  client.write(targets.map((target) => formatRequest(`POST ${target}`, 'x'.repeat(100))).join(''));
  await waitUntil(() => servedTargets.length, 1);
  // Waits for enough turns that any further request would have been read.
  for (let i = 0; i < 1_000; i += 1) await new Promise(setImmediate);
  expect(readTargets.length).toBeLessThan(2_000);
  for (const target of targets) {
    while (!responses.has(target)) await new Promise(setImmediate);
    responses.get(target)?.();
  }
  await waitUntil(readReceived, targets);
});
