import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { createInOrder } from './in-order.ts';
import { defaultHostLimits } from './limits.ts';

let server: Server;
let client: Socket;
let heard: string;
/** The server's ends of all connections. */
let ends: Socket[];
/** Targets of what has been read, and of what has been served. */
let read: string[];
let served: string[];
/** Answers to what has been served, by their targets. */
let answers: Map<string, (options?: { ends: boolean }) => void>;

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const hold = (request: IncomingMessage, response: ServerResponse): void => {
  const target = request.url ?? '';
  served.push(target);
  const body = textOf(request).catch(() => '');
  answers.set(target, ({ ends } = { ends: false }) => {
    if (ends) response.shouldKeepAlive = false;
    void body.then((text) => response.end(`answer to ${target} ${text}`));
  });
};

beforeEach(async () => {
  [ends, read, served, answers, heard] = [[], [], [], new Map(), ''];
  const inOrder = createInOrder();
  server = createServer((request, response) => {
    read.push(request.url ?? '');
    inOrder.serve(response, () => hold(request, response));
  });
  server.on('connection', (socket) => ends.push(socket));
  answerBrokenRequests(server, inOrder, defaultHostLimits, createSteppedScheduler());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(client, 'connect');
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const asking = (line: string, body = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const until = (look: () => unknown, expected: unknown) =>
  expect.poll(look, { timeout: 10_000, interval: 1 }).toEqual(expected);
const answer = async (target: string, options?: { ends: boolean }): Promise<void> => {
  await until(() => served.includes(target), true);
  answers.get(target)?.(options);
};
const told = () =>
  [...heard.matchAll(/answer to (\S+)|HTTP\/1\.1 [45]\d\d/g)].map(([all, target]) => target ?? all);

it('serves a read behind an edit when the edit is answered, and reads side by side', async () => {
  client.write(
    ['PUT /a', 'GET /b', 'HEAD /c', 'GET /d', 'DELETE /e', 'GET /f'].map((line) => asking(line)).join(''),
  );
  await until(() => read.length, 6);
  expect(served).toEqual(['/a']);
  await answer('/a');
  await until(() => served, ['/a', '/b', '/c', '/d']);
  for (const target of ['/d', '/c']) await answer(target);
  expect(served).toHaveLength(4);
  await answer('/b');
  await until(() => served.at(-1), '/e');
  expect(served).toHaveLength(5);
  for (const target of ['/e', '/f']) await answer(target);
  await until(told, ['/a', '/b', '/d', '/e', '/f']);
});

it('waits for all reads before an edit, whichever is answered first', async () => {
  client.write(asking('GET /a') + asking('GET /b') + asking('PUT /c'));
  await answer('/b');
  await until(() => read.length, 3);
  expect(served).toEqual(['/a', '/b']);
  await answer('/a');
  await answer('/c');
  await until(told, ['/a', '/b', '/c']);
});

it('serves nothing behind an answer that ends the connection', async () => {
  client.write(asking('PUT /a') + asking('PUT /b') + asking('GET /c'));
  await until(() => read.length, 3);
  await answer('/a', { ends: true });
  await once(client, 'close');
  expect([served, told()]).toEqual([['/a'], ['/a']]);
});

it('serves nothing for a client that has gone', async () => {
  client.write(asking('PUT /a') + asking('PUT /b'));
  await until(() => read.length, 2);
  const gone = once(ends[0]!, 'close');
  client.destroy();
  await gone;
  await answer('/a');
  await new Promise(setImmediate);
  expect(served).toEqual(['/a']);
});

it('tells of what cannot be read behind the answers to what could', async () => {
  client.write(`${asking('PUT /a')}${asking('PUT /b', 'text')}nonsense\r\n\r\n`);
  for (const target of ['/a', '/b']) await answer(target);
  await once(client, 'close');
  expect(told()).toEqual(['/a', '/b', 'HTTP/1.1 400']);
});

it('refuses a tunnel behind the answers to what came before it', async () => {
  client.write(`${asking('PUT /a')}CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await answer('/a');
  await once(client, 'close');
  expect(told()).toEqual(['/a', 'HTTP/1.1 405']);
});

it('answers a request whose body cannot be read by what is wrong with it', async () => {
  const broken = 'POST /b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';
  client.write(`${asking('PUT /a')}${broken}`);
  await answer('/a');
  await once(client, 'close');
  expect([served, told()]).toEqual([['/a'], ['/a', 'HTTP/1.1 400']]);
});

it('reads no more than so many behind one that takes long, and all of them in the end', async () => {
  const targets = Array.from({ length: 5_000 }, (_, place) => `/${place}`);
  client.write(targets.map((target) => asking(`POST ${target}`, 'x'.repeat(100))).join(''));
  await until(() => served.length, 1);
  // Whoever would read on has had its turns by then.
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate);
  expect(read.length).toBeLessThan(2_000);
  for (const target of targets) {
    while (!answers.has(target)) await new Promise(setImmediate);
    answers.get(target)?.();
  }
  await until(told, targets);
});
