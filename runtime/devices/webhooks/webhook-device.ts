/** The port at which requests from outside arrive, open while somebody listens (register: C-153, C-154). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Fault } from '#spec/errors.ts';
import { hostProblem } from '../host-header.ts';
import { isLoopbackHost, isLoopbackOrigin } from '../loopback.ts';
import { createReadingTurns } from '../read-in-turns.ts';
import { answer } from './answer.ts';
import { createBudget } from './budget.ts';
import { contentOf, fieldsIn, shownHeaders } from './content.ts';
import { carriesSecret, isSignatureValid, isSigned } from './proof.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { createRefusals } from './refusals.ts';
import { requestedPath } from './webhook-path.ts';
import type { WebhookDevice, WebhookListener, WebhookNews } from './webhooks.ts';

interface WebhookAddress {
  /** A name or address of this machine. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Names by which senders know this machine, such as that of a tunnel to it. */
  readonly names: readonly string[];
}

interface WebhookLimits {
  /** Bytes of a body, and of all that is taken in a second. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  readonly connections: number;
  readonly headerBytes: number;
  /** Milliseconds until the headers, and then the body, have to be there. */
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Milliseconds for which what is left of a refused request is still read. */
  readonly lingerMs: number;
  /** Milliseconds between two tellings of requests that are refused for the same reason. */
  readonly tellMs: number;
}

const defaultLimits: WebhookLimits = {
  bytes: 1024 * 1024,
  bytesPerSecond: 16 * 1024 * 1024,
  connections: 64,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  bodyMs: 20_000,
  lingerMs: 2_000,
  tellMs: 10_000,
};

export interface WebhookDeviceOptions {
  /** Asked anew each time that the port is opened. */
  address(): WebhookAddress;
  /** Milliseconds since 1970; the system's when absent. */
  readonly now?: () => number;
  readonly limits?: Partial<WebhookLimits>;
}

/** The port while it is open, or on its way. */
interface Opening {
  readonly server: Server;
  readonly origin: Promise<string>;
}

export const createWebhookDevice = ({
  address,
  now = Date.now,
  limits: chosen = {},
}: WebhookDeviceOptions): WebhookDevice => {
  const limits = { ...defaultLimits, ...chosen };
  const listeners = new Map<string, WebhookListener>();
  let tell: (news: WebhookNews) => void = () => {};
  const refusals = createRefusals((news) => tell(news), limits.tellMs);
  const budget = createBudget(limits.bytesPerSecond, now);
  const turns = createReadingTurns();
  /** The one request of each connection. */
  const requests = new WeakMap<Duplex, IncomingMessage>();
  let opening: Opening | undefined;
  let closing: Promise<unknown> = Promise.resolve();

  const isCaller = (
    { host, origin }: IncomingMessage['headers'],
    { names, ...own }: WebhookAddress,
  ): boolean => {
    const isNamed = isLoopbackHost(host) || names.includes(host?.replace(/:\d+$/, '').toLowerCase() ?? '');
    return isLoopbackOrigin(origin) && (isNamed || !isLoopback(own.host));
  };

  /** Whom a request is for: the listeners to its path, and the one among them that takes its method. */
  const addresseeOf = ({ method = '', url = '/' }: IncomingMessage) => {
    const mark = url.indexOf('?');
    const path = requestedPath(mark < 0 ? url : url.slice(0, mark));
    const there = [...listeners.values()].filter((listener) => listener.path === path);
    const listener = there.find(({ methods }) => methods.includes(method));
    return { there, listener, query: mark < 0 ? '' : url.slice(mark + 1) };
  };

  const take = async (
    request: IncomingMessage,
    { there, listener, query }: ReturnType<typeof addresseeOf>,
    from: WebhookAddress,
  ): Promise<WebhookNews> => {
    const { method = '', headers } = request;
    if (request.httpVersion !== '1.1') throw new Refusal(400, notHttp[1]);
    const problem = hostProblem(request);
    if (problem !== undefined) throw new Refusal(400, problem);
    if (!isCaller(headers, from)) throw foreign();
    if (!listener) {
      if (there.length === 0) throw nobody();
      const allow = there.flatMap(({ methods }) => methods).join(', ');
      throw new Refusal(405, `Its method is not among ${allow}.`, { Allow: allow });
    }
    const { listenerId, secret } = listener;
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
      throw new Refusal(415, 'Its body is compressed.', { 'Accept-Encoding': 'identity' });
    }
    const isProven = secret === undefined || carriesSecret(secret, headers);
    if (!isProven && !isSigned(headers)) throw unproven();
    const bytes = await readBody(request, limits.bytes, limits.bodyMs);
    if (!isProven && !isSignatureValid(secret, headers, bytes, now())) throw unproven();
    if (!budget.admits(bytes.length)) {
      throw new Refusal(429, 'More comes than is taken in a second.', { 'Retry-After': '1' });
    }
    const content = contentOf(headers['content-type'], bytes);
    if (listeners.get(listenerId) !== listener) throw nobody();
    return {
      ...{ kind: 'received', listenerId, method },
      headers: shownHeaders(headers),
      query: fieldsIn(query),
      ...content,
    };
  };

  const serve = (from: WebhookAddress) => (request: IncomingMessage, response: ServerResponse) => {
    // every answer is the last of its connection
    if (requests.has(request.socket)) return;
    requests.set(request.socket, request);
    const addressee = addresseeOf(request);
    take(request, addressee, from).then(
      (news) => {
        answer(request, response, { status: 202, content: { accepted: true } }, limits.lingerMs);
        tell(news);
      },
      (failure: Error) => {
        const { listener = addressee.there[0] } = addressee;
        refusals.add(listener?.listenerId ?? null, failure.message);
        if (failure instanceof Refusal) {
          const { status, message, headers } = failure;
          answer(request, response, { status, content: { error: message }, headers }, limits.lingerMs);
        } else response.destroy();
      },
    );
  };

  const open = (): Opening => {
    const from = address();
    const server = createServer(
      {
        maxHeaderSize: limits.headerBytes,
        // a missing one is refused as others are
        requireHostHeader: false,
        headersTimeout: limits.headersMs,
        requestTimeout: 0,
        connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      },
      serve(from),
    );
    server.timeout = 2 * Math.max(limits.headersMs, limits.bodyMs);
    server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
      const [status, reason] = broken[failure.code ?? ''] ?? notHttp;
      if (!socket.writable || failure.code === 'ECONNRESET') return void socket.destroy();
      const request = requests.get(socket);
      // what comes behind it does not matter, as its answer ends the connection
      if (request?.complete) return;
      if (!request) refusals.add(null, reason);
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
    });
    const open = new Set<Socket>();
    server.on('connection', (socket) => {
      turns.add(socket);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      const [oldest] = open;
      if (open.size <= limits.connections || !oldest) return;
      refusals.add(null, `There were ${limits.connections} connections, and it was the oldest.`);
      oldest.destroy();
    });
    server.on('upgrade', (_, socket) => socket.destroy());
    server.on('connect', (_, socket) => socket.destroy());
    return { server, origin: closing.then(() => listening(server, from)) };
  };

  const fail = (failed: Opening, failure: NodeJS.ErrnoException): void => {
    if (opening !== failed) return;
    opening = undefined;
    const listenerIds = [...listeners.keys()];
    listeners.clear();
    tell({ kind: 'failed', listenerIds, reason: reasonOf(failure, address()) });
  };

  const start = (): Opening => {
    const started = open();
    opening = started;
    started.origin.then(
      (origin) => {
        if (opening === started) tell({ kind: 'opened', origin });
      },
      (failure) => fail(started, failure),
    );
    return started;
  };

  const stop = (): void => {
    if (!opening) return;
    const { server, origin } = opening;
    opening = undefined;
    // what was taken is still answered
    closing = origin.then(
      () => {
        server.close();
        setTimeout(() => server.closeAllConnections(), limits.lingerMs).unref();
      },
      () => {},
    );
  };

  return {
    async listen(listener) {
      listeners.set(listener.listenerId, listener);
      const { origin } = opening ?? start();
      return origin.catch((failure) => {
        throw new Fault('ACTION_FAILED', reasonOf(failure, address()));
      });
    },
    unlisten(listenerId) {
      if (listeners.delete(listenerId) && listeners.size === 0) stop();
    },
    listenForNews(listener) {
      tell = listener;
    },
    async close() {
      const { server } = opening ?? {};
      listeners.clear();
      stop();
      refusals.end();
      await closing;
      server?.closeAllConnections();
    },
  };
};

const foreign = (): Refusal =>
  new Refusal(403, 'It comes from a web page, or by a name, that is not of this machine.');
const nobody = (): Refusal => new Refusal(404, 'Nobody listens to its path.');
const unproven = (): Refusal =>
  new Refusal(401, 'It does not show that its sender knows the secret.', { 'WWW-Authenticate': 'Bearer' });

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

const listening = (server: Server, { host, port }: WebhookAddress): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // a connection that could not be taken is no reason to end
      server.on('error', () => {});
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${reachable(host)}:${taken}`);
    });
  });

/** How an address is written in others; that of all networks is reached by loopback. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

const reasonOf = ({ code, message }: NodeJS.ErrnoException, { host, port }: WebhookAddress): string =>
  `Webhooks cannot be listened to on port ${port} of '${host}' (${code ?? message}); 'webhooks' of the settings names another one.`;

const broken: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Its headers took too long.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Its headers are too long.'],
};
const notHttp = ['400 Bad Request', 'It is not HTTP/1.1 as RFC 9112 has it.'] as const;
