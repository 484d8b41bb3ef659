/** The server for webhook requests. The server's port is open only while there are listeners (C-153, C-154). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ApiError } from '#spec/errors.ts';
import {
  parseRequestPath,
  type WebhookDevice,
  type WebhookDeviceEvent,
  type WebhookListener,
} from '../../integrations/webhooks.ts';
import { createFairSocketReader } from '../../shared/fair-socket-reader.ts';
import { findHostHeaderError, isLoopbackHost, isLoopbackOrigin } from '../../shared/host-checks.ts';
import { hasSignature, hasValidSecret, hasValidSignature } from './verify-signature.ts';
import { parseBody, parseFormFields, readBody, redactHeaders, WebhookError } from './webhook-body.ts';
import { createByteRateLimiter, createRejectionReporter, sendResponse } from './webhook-responses.ts';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface WebhookAddress {
  /** A name or address of this computer. */
  readonly host: string;
  /** The port number. With 0, a free port is selected. */
  readonly port: number;
  /** Additional names of this computer, such as the name of a tunnel. */
  readonly names: readonly string[];
}

interface WebhookLimits {
  /** The maximum number of bytes in the body of a request. */
  readonly bodyBytes: number;
  readonly bytesPerSecond: number;
  readonly connections: number;
  readonly headerBytes: number;
  /** The time in milliseconds within which the headers of a request must arrive. */
  readonly headersMs: number;
  readonly bodyMs: number;
  /** The time in milliseconds for which the rest of a rejected request is read. */
  readonly lingerMs: number;
  /** The interval in milliseconds between two reports about requests that were rejected for the same reason. */
  readonly reportIntervalMs: number;
}

const defaultLimits: WebhookLimits = {
  bodyBytes: 1024 * 1024,
  bytesPerSecond: 16 * 1024 * 1024,
  connections: 64,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  bodyMs: 20_000,
  lingerMs: 2_000,
  reportIntervalMs: 10_000,
};

export interface WebhookDeviceOptions {
  /** Returns the address. This function is called each time the port is opened. */
  address(): WebhookAddress;
  /** Returns the current time in milliseconds since 1970. By default, the system clock is used. */
  readonly now?: () => number;
  readonly limits?: Partial<WebhookLimits>;
}

interface OpenPort {
  readonly server: Server;
  readonly origin: Promise<string>;
}

export const createWebhookDevice = ({
  address,
  now = Date.now,
  limits: options = {},
}: WebhookDeviceOptions): WebhookDevice => {
  const limits = { ...defaultLimits, ...options };
  const listeners = new Map<string, WebhookListener>();
  let notify: (event: WebhookDeviceEvent) => void = () => {};
  const rejections = createRejectionReporter((event) => notify(event), limits.reportIntervalMs);
  const budget = createByteRateLimiter(limits.bytesPerSecond, now);
  const socketReader = createFairSocketReader();
  /** The request of each connection. A connection handles only one request. */
  const requests = new WeakMap<Duplex, IncomingMessage>();
  let currentPort: OpenPort | undefined;
  let closing: Promise<unknown> = Promise.resolve();

  const isAllowedCaller = (
    { host, origin }: IncomingMessage['headers'],
    { names, ...listenAddress }: WebhookAddress,
  ): boolean => {
    const isNamed = isLoopbackHost(host) || names.includes(host?.replace(/:\d+$/, '').toLowerCase() ?? '');
    return isLoopbackOrigin(origin) && (isNamed || !isLoopback(listenAddress.host));
  };

  /** Finds the listeners for a request's path, and the listener among them that accepts the request's method. */
  const findTarget = ({ method = '', url = '/' }: IncomingMessage) => {
    const pathEnd = url.indexOf('?');
    const path = parseRequestPath(pathEnd < 0 ? url : url.slice(0, pathEnd));
    const candidates = [...listeners.values()].filter((listener) => listener.path === path);
    const listener = candidates.find(({ methods }) => methods.includes(method));
    return { candidates, listener, query: pathEnd < 0 ? '' : url.slice(pathEnd + 1) };
  };

  const handleRequest = async (
    request: IncomingMessage,
    { candidates, listener, query }: ReturnType<typeof findTarget>,
    listenAddress: WebhookAddress,
  ): Promise<WebhookDeviceEvent> => {
    const { method = '', headers } = request;
    if (request.httpVersion !== '1.1') throw new WebhookError(400, invalidHttpResponse[1]);
    const problem = findHostHeaderError(request);
    if (problem !== undefined) throw new WebhookError(400, problem);
    if (!isAllowedCaller(headers, listenAddress)) throw createForeignCallerError();
    if (!listener) {
      if (candidates.length === 0) throw createNoListenerError();
      const allow = candidates.flatMap(({ methods }) => methods).join(', ');
      throw new WebhookError(405, `Its method is not among ${allow}.`, { Allow: allow });
    }
    const { listenerId, secret } = listener;
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
      throw new WebhookError(415, 'Its body is compressed.', { 'Accept-Encoding': 'identity' });
    }
    const hasSecret = secret === undefined || hasValidSecret(secret, headers);
    if (!hasSecret && !hasSignature(headers)) throw createUnauthorizedError();
    const bytes = await readBody(request, limits.bodyBytes, limits.bodyMs);
    if (!hasSecret && !hasValidSignature(secret, headers, bytes, now())) throw createUnauthorizedError();
    if (!budget.tryTake(bytes.length)) {
      throw new WebhookError(429, 'The rate limit in bytes per second is exceeded.', { 'Retry-After': '1' });
    }
    const content = parseBody(headers['content-type'], bytes);
    if (listeners.get(listenerId) !== listener) throw createNoListenerError();
    return {
      ...{ kind: 'received', listenerId, method },
      headers: redactHeaders(headers),
      query: parseFormFields(query),
      ...content,
    };
  };

  const serve = (listenAddress: WebhookAddress) => (request: IncomingMessage, response: ServerResponse) => {
    // The connection already has a request and handles no further ones.
    if (requests.has(request.socket)) return;
    requests.set(request.socket, request);
    const target = findTarget(request);
    handleRequest(request, target, listenAddress).then(
      (event) => {
        sendResponse(request, response, { status: 202, content: { accepted: true } }, limits.lingerMs);
        notify(event);
      },
      (failure: Error) => {
        const { listener = target.candidates[0] } = target;
        rejections.add(listener?.listenerId ?? null, failure.message);
        if (failure instanceof WebhookError) {
          const { status, message, headers } = failure;
          sendResponse(request, response, { status, content: { error: message }, headers }, limits.lingerMs);
        } else response.destroy();
      },
    );
  };

  const open = (): OpenPort => {
    const listenAddress = address();
    const server = createServer(
      {
        maxHeaderSize: limits.headerBytes,
        // The Host header is checked later, together with invalid headers.
        requireHostHeader: false,
        headersTimeout: limits.headersMs,
        requestTimeout: 0,
        connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      },
      serve(listenAddress),
    );
    server.timeout = 2 * Math.max(limits.headersMs, limits.bodyMs);
    server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
      const [status, reason] = clientErrorResponses[failure.code ?? ''] ?? invalidHttpResponse;
      if (!socket.writable || failure.code === 'ECONNRESET') return void socket.destroy();
      const request = requests.get(socket);
      // The invalid data follows the connection's only request. The response to that request closes the connection
      // anyway.
      if (request?.complete) return;
      if (!request) rejections.add(null, reason);
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
    });
    const open = new Set<Socket>();
    server.on('connection', (socket) => {
      socketReader.addStream(socket);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      const [oldest] = open;
      if (open.size <= limits.connections || !oldest) return;
      rejections.add(null, `It was the oldest of ${limits.connections} connections, which is the limit.`);
      oldest.destroy();
    });
    server.on('upgrade', (_, socket) => socket.destroy());
    server.on('connect', (_, socket) => socket.destroy());
    return { server, origin: closing.then(() => listenOnPort(server, listenAddress)) };
  };

  const fail = (failedPort: OpenPort, failure: NodeJS.ErrnoException): void => {
    if (currentPort !== failedPort) return;
    currentPort = undefined;
    const listenerIds = [...listeners.keys()];
    listeners.clear();
    notify({ kind: 'failed', listenerIds, reason: describeListenError(failure, address()) });
  };

  const start = (): OpenPort => {
    const startedPort = open();
    currentPort = startedPort;
    startedPort.origin.then(
      (origin) => {
        if (currentPort === startedPort) notify({ kind: 'opened', origin });
      },
      (failure) => fail(startedPort, failure),
    );
    return startedPort;
  };

  const stop = (): void => {
    if (!currentPort) return;
    const { server, origin } = currentPort;
    currentPort = undefined;
    // Accepted requests still receive their responses before the port is closed completely.
    closing = origin.then(
      () => {
        server.close();
        setTimeout(() => server.closeAllConnections(), limits.lingerMs).unref();
      },
      () => {},
    );
  };

  return {
    async addListener(listener) {
      listeners.set(listener.listenerId, listener);
      const { origin } = currentPort ?? start();
      return origin.catch((failure) => {
        throw new ApiError('ACTION_FAILED', describeListenError(failure, address()));
      });
    },
    removeListener(listenerId) {
      if (listeners.delete(listenerId) && listeners.size === 0) stop();
    },
    onEvent(listener) {
      notify = listener;
    },
    async close() {
      const { server } = currentPort ?? {};
      listeners.clear();
      stop();
      rejections.end();
      await closing;
      server?.closeAllConnections();
    },
  };
};

const createForeignCallerError = (): WebhookError =>
  new WebhookError(403, 'It comes from a web page, or to a host name, that does not belong to this machine.');
const createNoListenerError = (): WebhookError => new WebhookError(404, 'Its path has no listener.');
const createUnauthorizedError = (): WebhookError =>
  new WebhookError(401, 'It does not prove that its sender knows the secret.', {
    'WWW-Authenticate': 'Bearer',
  });

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

const listenOnPort = (server: Server, { host, port }: WebhookAddress): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // The server keeps running when a connection can't be accepted.
      server.on('error', () => {});
      const { port: boundPort } = server.address() as AddressInfo;
      resolve(`http://${toReachableHost(host)}:${boundPort}`);
    });
  });

/** Converts a host to a form that can be used in a URL. A wildcard address becomes the loopback address. */
const toReachableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

const describeListenError = (
  { code, message }: NodeJS.ErrnoException,
  { host, port }: WebhookAddress,
): string =>
  `The webhook port ${port} of '${host}' cannot be opened (${code ?? message}). Choose another one with 'webhooks' in the settings.`;

const clientErrorResponses: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Its headers took too long.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Its headers are too long.'],
};
const invalidHttpResponse = ['400 Bad Request', 'It is not valid HTTP/1.1 (RFC 9112).'] as const;
