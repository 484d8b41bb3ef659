import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createGracefulShutdown } from './graceful-shutdown.ts';
import { createRequestQueue } from './request-queue.ts';

it('closes connections without a complete request at once, and the others after their responses', async () => {
  const requestQueue = createRequestQueue();
  const answers: (() => void)[] = [];
  const server = createServer((_, response) =>
    requestQueue.serve(response, () => answers.push(() => response.end('done'))),
  );
  const drain = createGracefulShutdown(server, requestQueue);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = (text: string) => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {});
    if (text !== '') client.write(text);
    let heard = '';
    client.on('data', (chunk) => {
      heard += String(chunk);
    });
    return { heard: () => heard, closed: once(client, 'close') };
  };
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  const silent = send('');
  const begun = send(request);
  const waiting = send(`${request}\r\n`);
  await expect.poll(() => [drain.openConnections, answers.length]).toEqual([3, 1]);

  const deadlineMs = 1 << 30;
  const closed = drain.close(deadlineMs);
  await Promise.all([silent.closed, begun.closed]);
  for (const answer of answers) answer();
  await waiting.closed;
  expect(waiting.heard()).toMatch(/200 OK.*done/s);
  await closed;
});
