/**
 * What a client in Node sends by, where the service shows a self-signed certificate: `pinned(FINGERPRINT)` among the
 * options of `createClient`. Browsers cannot pin; their users have to accept the certificate by hand.
 */
import { Agent, request as send } from 'node:https';
import { createRequire } from 'node:module';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import type { RestOptions } from './rest-client.ts';

/** How long a server may take to show its certificate. */
const handshakeTimeoutMs = 20_000;

/**
 * Nothing is sent to a service with another certificate, neither over REST nor to the hub.
 * @param fingerprint SHA-256 of the certificate in hexadecimal, as `serve` prints it; colons may be left out
 * @throws TypeError for what is no such fingerprint
 */
export const pinned = (fingerprint: string): Required<Pick<RestOptions, 'fetch' | 'webSocket'>> => {
  const digits = fingerprint.replaceAll(':', '').toUpperCase();
  if (!/^[\dA-F]{64}$/.test(digits)) {
    throw new TypeError(`'${fingerprint}' is no SHA-256 fingerprint: expected 64 hexadecimal digits`);
  }
  const agent = createPinnedAgent(digits);
  return { fetch: createFetch(agent), webSocket: createWebSocketClass(agent) };
};

type CreateConnectionCallback = (failure: Error | null, socket?: TLSSocket) => void;

/** Its connections are handed out when the certificate has been seen, so that nothing is written before. */
const createPinnedAgent = (expected: string): Agent =>
  Object.assign(new Agent({ keepAlive: true, maxCachedSessions: 0 }), {
    createConnection(options: ConnectionOptions, created: CreateConnectionCallback): undefined {
      const socket = connect({ ...options, rejectUnauthorized: false });
      socket.setTimeout(handshakeTimeoutMs, () =>
        socket.destroy(new Error('The TLS handshake took too long.')),
      );
      socket.once('error', created);
      socket.once('secureConnect', () => {
        const seen = socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';
        if (seen.replaceAll(':', '') !== expected)
          return void socket.destroy(createCertificateMismatchError(seen));
        socket.setTimeout(0);
        socket.off('error', created);
        created(null, socket);
      });
    },
  });

const createCertificateMismatchError = (seen: string): Error =>
  new Error(
    `The service shows another certificate than the pinned one: its SHA-256 fingerprint is ${seen}. 'scene-runtime token --fingerprint' on its machine tells the right one.`,
  );

const createFetch =
  (agent: Agent): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) };
    const { method, signal, url } = request;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { agent, method, headers, signal }, resolve).on('error', reject).end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const { statusCode = 0, headersDistinct } = answer;
    const received = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const isBodiless = statusCode === 204 || statusCode === 304;
    return new Response(isBodiless ? null : Buffer.concat(chunks), {
      status: statusCode,
      headers: received,
    });
  };

/** That of the SignalR client, which is there where the hub is used. */
const createWebSocketClass = (agent: Agent): typeof globalThis.WebSocket => {
  const requireHere = createRequire(import.meta.url);
  return class {
    // The SignalR client compares with what the class says.
    static readonly OPEN = 1;

    constructor(url: string, protocols?: string | string[], options?: object) {
      const ws = createRequire(requireHere.resolve('@microsoft/signalr'))('ws');
      // Its earlier versions are the class itself.
      const WebSocket = ws.WebSocket ?? ws;
      // biome-ignore lint/correctness/noConstructorReturn: what is made is the other one, loaded when it is needed
      return new WebSocket(url, protocols, { ...options, agent });
    }
  } as unknown as typeof globalThis.WebSocket;
};
