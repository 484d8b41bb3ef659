import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGracefulShutdown } from './network-server.ts';
import { createRequestQueue } from './hosts/request-queue.ts';
import { startServer } from './start-server.ts';

it('ends streams of pictures, which would not end by themselves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-shutdown-'));
  const server = await startServer({
    ...{ version: '1.2.3', port: 0, settingsFile: join(folder, 'settings.json'), runtime: 'embedded' },
    ...{ fps: 60, log: { info() {}, warn() {}, error() {} } },
  });
  const { apiToken } = server.service.security.settings;
  const stream = await fetch(
    `${server.url}/api/scene/picture.mjpeg?width=8&height=6&access_token=${apiToken}`,
  );
  const body = stream.arrayBuffer();
  const deadlineMs = 1 << 30;
  await server.close(deadlineMs);
  expect(Buffer.from(await body).toString('latin1')).toContain('Content-Type: image/png');
  await rm(folder, { recursive: true, force: true });
});

it('closes connections without a complete request at once, and the others after their responses', async () => {
  const requestQueue = createRequestQueue();
  const pendingResponses: (() => void)[] = [];
  const server = createServer((_, response) =>
    requestQueue.serve(response, () => pendingResponses.push(() => response.end('done'))),
  );
  const shutdown = createGracefulShutdown(server, requestQueue);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = (text: string) => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {});
    if (text !== '') client.write(text);
    let received = '';
    client.on('data', (chunk) => {
      received += String(chunk);
    });
    return { received: () => received, closed: once(client, 'close') };
  };
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  const silentClient = send('');
  const partialClient = send(request);
  const waiting = send(`${request}\r\n`);
  await expect.poll(() => [shutdown.openConnections, pendingResponses.length]).toEqual([3, 1]);

  const deadlineMs = 1 << 30;
  const closed = shutdown.close(deadlineMs);
  await Promise.all([silentClient.closed, partialClient.closed]);
  for (const respond of pendingResponses) respond();
  await waiting.closed;
  expect(waiting.received()).toMatch(/200 OK.*done/s);
  await closed;
});
