/**
 * The Node transport for a service with a self-signed certificate. Pass `pinned(FINGERPRINT)` as part of the options
 * for `createClient`. Browsers can't pin certificates, so their users have to accept the certificate manually.
 */
import { Agent, request as send } from 'node:https';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import type { RestOptions } from './rest-client.ts';

/** Time limit for the TLS handshake in milliseconds. */
const handshakeTimeoutMs = 20_000;

/**
 * Creates a transport that sends nothing to a service with another certificate, neither over REST nor to the hub.
 * @param fingerprint the certificate's SHA-256 in hexadecimal, as printed by `serve`, with or without colons
 * @throws TypeError if the fingerprint is malformed
 */
export const pinned = (fingerprint: string): Required<Pick<RestOptions, 'fetch' | 'webSocket'>> => {
  const digits = fingerprint.replaceAll(':', '').toUpperCase();
  if (!/^[\dA-F]{64}$/.test(digits)) {
    throw new TypeError(`'${fingerprint}' is not a SHA-256 fingerprint. Expected 64 hexadecimal digits.`);
  }
  const agent = createPinnedAgent(digits);
  return { fetch: createFetch(agent), webSocket: createWebSocketClass(agent) };
};

type CreateConnectionCallback = (failure: Error | null, socket?: TLSSocket) => void;

/**
 * Creates an agent that provides a connection only after checking its certificate, so that nothing is written before
 * the check.
 */
const createPinnedAgent = (expected: string): Agent =>
  Object.assign(new Agent({ keepAlive: true, maxCachedSessions: 0 }), {
    createConnection(options: ConnectionOptions, created: CreateConnectionCallback): undefined {
      const socket = connect({ ...options, rejectUnauthorized: false });
      socket.setTimeout(handshakeTimeoutMs, () =>
        socket.destroy(new Error('The TLS handshake took too long.')),
      );
      socket.once('error', created);
      socket.once('secureConnect', () => {
        const actual = socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';
        if (actual.replaceAll(':', '') !== expected)
          return void socket.destroy(createCertificateMismatchError(actual));
        socket.setTimeout(0);
        socket.off('error', created);
        created(null, socket);
      });
    },
  });

const createCertificateMismatchError = (actual: string): Error =>
  new Error(
    `The service has another certificate than the pinned one. Its SHA-256 fingerprint is ${actual}. Run 'scene-runtime token --fingerprint' on its machine to see the right one.`,
  );

/** The same streams as those of the Fetch API, for which browsers and Node declare different types. */
type NodeStream = Parameters<typeof Readable.fromWeb>[0];

const createFetch =
  (agent: Agent): typeof globalThis.fetch =>
  async (input, init) => {
    const { method, signal, url, body, headers: requestHeaders } = new Request(input, init);
    const length = getBodyLength(init?.body);
    const headers = {
      ...Object.fromEntries(requestHeaders),
      ...(length !== undefined && { 'content-length': String(length) }),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { agent, method, headers, signal }, resolve).on('error', reject);
      if (body)
        Readable.fromWeb(body as NodeStream)
          .on('error', reject)
          .pipe(request);
      else request.end();
    });
    const { statusCode = 0, headersDistinct } = response;
    const received = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const isBodiless = statusCode === 204 || statusCode === 304;
    return new Response(isBodiless ? null : (Readable.toWeb(response) as RequestInit['body']), {
      status: statusCode,
      headers: received,
    });
  };

/** Returns the number of bytes of a body, or `undefined` for a stream, whose length is unknown. */
const getBodyLength = (body: RequestInit['body']): number | undefined => {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Blob) return body.size;
  if (body instanceof Uint8Array) return body.length;
  return body ? undefined : 0;
};

/** Wraps the SignalR client's WebSocket package, which is installed wherever the hub is used. */
const createWebSocketClass = (agent: Agent): typeof globalThis.WebSocket => {
  const requireModule = createRequire(import.meta.url);
  return class {
    // The SignalR client reads this constant from the class.
    static readonly OPEN = 1;

    constructor(url: string, protocols?: string | string[], options?: object) {
      const ws = createRequire(requireModule.resolve('@microsoft/signalr'))('ws');
      // Earlier versions of ws export the class itself rather than an object with the class.
      const WebSocket = ws.WebSocket ?? ws;
      // biome-ignore lint/correctness/noConstructorReturn: what is made is the other one, loaded when it is needed
      return new WebSocket(url, protocols, { ...options, agent });
    }
  } as unknown as typeof globalThis.WebSocket;
};
