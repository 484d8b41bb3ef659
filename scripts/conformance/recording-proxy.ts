/** A proxy in front of an implementation that records every request that may change something, and every hub call. */
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';

/** A request that passed the proxy. A hub call has the method `HUB` and no status. */
export interface RecordedRequest {
  readonly method: string;
  /** The path with its query, or the name of the hub method. */
  readonly path: string;
  readonly body: string;
  readonly status: number | undefined;
  readonly response: string;
}

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Starts a proxy on loopback. */
export const startRecordingProxy = async (
  targetUrl: string,
  targetEventsUrl: string,
): Promise<{
  url: string;
  eventsUrl: string;
  requests: readonly RecordedRequest[];
  close: () => Promise<void>;
}> => {
  const target = new URL(targetUrl);
  const requests: RecordedRequest[] = [];

  const server: Server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming).catch(() => Buffer.alloc(0));
    const { method = 'GET', url = '/' } = incoming;
    const upstream = httpRequest(
      {
        ...{ hostname: target.hostname, port: target.port, method },
        path: target.pathname.replace(/\/$/, '') + url,
        // The upstream may check that the host is its own.
        headers: rewriteHost(incoming.rawHeaders, target.host),
      },
      async (response) => {
        const answer = await readBody(response).catch(() => Buffer.alloc(0));
        if (!readingMethods.includes(method)) {
          const [sent, received] = [body.toString(), answer.toString()];
          requests.push({ method, path: url, body: sent, status: response.statusCode, response: received });
        }
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        outgoing.end(answer);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    upstream.end(body);
  });
  const hub = new WebSocketServer({ server });
  hub.on('connection', (client, { url = '/', headers }) => {
    const address = new URL(targetEventsUrl);
    address.search = new URL(url, targetEventsUrl).search;
    const upstream = new WebSocket(address, {
      headers: pick(headers, ['authorization', 'origin']),
    });
    const early: string[] = [];
    client.on('message', (data) => {
      const text = String(data);
      for (const part of text.split('\u001e')) recordHubCall(requests, part);
      if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
      else early.push(text);
    });
    upstream.on('open', () => {
      for (const text of early) upstream.send(text);
    });
    upstream.on('message', (data, isBinary) => client.send(isBinary ? data : String(data)));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('close', () => other.close());
      one.on('error', () => other.terminate());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    eventsUrl: `ws://127.0.0.1:${port}${new URL(targetEventsUrl).pathname}`,
    requests,
    close: async () => {
      for (const client of hub.clients) client.terminate();
      hub.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const rewriteHost = (rawHeaders: readonly string[], host: string): string[] =>
  rawHeaders.map((value, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host' ? host : value,
  );

const pick = (headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );

const recordHubCall = (requests: RecordedRequest[], text: string): void => {
  if (!text.includes('"SendAction')) return;
  try {
    const { target, arguments: args } = JSON.parse(text) as { target: string; arguments: unknown };
    requests.push({
      method: 'HUB',
      path: target,
      body: JSON.stringify(args),
      status: undefined,
      response: '',
    });
  } catch {
    // The kit also sends malformed messages.
  }
};
