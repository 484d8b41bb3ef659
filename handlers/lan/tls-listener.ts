/**
 * The listener for other machines. Allowed addresses are served over TLS, and other addresses don't receive a single
 * byte (C-172).
 */
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { constants } from 'node:crypto';
import { createServer as createTlsServer } from 'node:tls';
import { ApiError } from '#spec/errors.ts';
import { formatRawErrorResponse } from '../hosts/raw-errors.ts';
import type { Server } from 'node:http';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

export interface TlsListenerLimits {
  /** The time limit in milliseconds from the opening of a connection to the end of its TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** The maximum number of connections during their handshake, for each address and in total. */
  readonly maxHandshakesPerAddress: number;
  readonly maxHandshakes: number;
  /** The maximum number of simultaneous connections, including those during their handshake (C-284). */
  readonly connections: number;
}

const defaultTlsListenerLimits: TlsListenerLimits = {
  handshakeTimeoutMs: 10_000,
  maxHandshakesPerAddress: 16,
  maxHandshakes: 128,
  connections: 10_000,
};

interface TlsListenerOptions {
  /** The HTTP server that serves connections after their handshake. */
  readonly server: Server;
  /**
   * Whether clients at this address may connect. It is called for each connection, and again by {@link
   * TlsListener.closeDisallowed}.
   */
  allowsAddress(address: string): boolean;
  readonly credentials: Credentials;
  readonly scheduler: Scheduler;
  readonly limits?: Partial<TlsListenerLimits>;
}

/** A key and a certificate, both in PEM format. */
interface Credentials {
  readonly key: string;
  readonly certificate: string;
}

export const createTlsListener = ({
  server,
  allowsAddress,
  credentials,
  scheduler,
  limits: limitOverrides,
}: TlsListenerOptions) => {
  const limits = { ...defaultTlsListenerLimits, ...limitOverrides };
  const openSockets = new Set<Socket>();
  /** Functions that cancel the timeout of a handshake, keyed by peer. */
  const pendingHandshakes = new Map<string, () => void>();
  const tlsServer = createTlsServer({ ...createTlsOptions(credentials), ALPNProtocols: ['http/1.1'] });

  tlsServer.on('secureConnection', (socket) => {
    finishHandshake(getPeerKey(socket));
    server.emit('connection', socket);
  });
  tlsServer.on('tlsClientError', (_, socket) => socket.destroy());

  const finishHandshake = (peer: string, cancel = pendingHandshakes.get(peer)): void => {
    cancel?.();
    // The same peer may already have opened another connection.
    if (pendingHandshakes.get(peer) === cancel) pendingHandshakes.delete(peer);
  };

  const isFull = (address: string): boolean => {
    if (pendingHandshakes.size >= limits.maxHandshakes || openSockets.size >= limits.connections) return true;
    let handshakesFromAddress = 0;
    for (const peer of pendingHandshakes.keys())
      if (peer.startsWith(`${address} `)) handshakesFromAddress += 1;
    return handshakesFromAddress >= limits.maxHandshakesPerAddress;
  };

  const handleConnection = (socket: Socket): void => {
    socket.on('error', () => {});
    const { remoteAddress: address } = socket;
    if (address === undefined || !allowsAddress(address) || isFull(address))
      return void socket.resetAndDestroy();
    const peer = getPeerKey(socket);
    const cancel = scheduler.after(limits.handshakeTimeoutMs, () => socket.destroy());
    pendingHandshakes.set(peer, cancel);
    openSockets.add(socket);
    socket.once('close', () => {
      openSockets.delete(socket);
      finishHandshake(peer, cancel);
    });
    socket.once('readable', () => startTls(socket));
  };

  const startTls = (socket: Socket): void => {
    const first = socket.read() as Buffer | null;
    if (first === null) return void socket.destroy();
    if (first[0] !== tlsHandshakeByte) return void socket.end(plainHttpResponse, () => socket.destroy());
    socket.unshift(first);
    tlsServer.emit('connection', socket);
  };

  const rawServer: RawServer = createRawServer({ noDelay: true }, handleConnection);

  return {
    /**
     * Listens on all addresses of the machine.
     * @param port the port to listen on; 0 picks a free port
     * @returns the port on which the listener listens
     */
    listen: (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        rawServer.once('error', reject);
        rawServer.listen(port, () => {
          rawServer.off('error', reject);
          // An error on a single connection must not end the service.
          rawServer.on('error', () => {});
          const boundAddress = rawServer.address();
          resolve(boundAddress !== null && typeof boundAddress === 'object' ? boundAddress.port : port);
        });
      }),
    /** Sets the credentials for new connections. */
    setCredentials: (next: Credentials): void => tlsServer.setSecureContext(createTlsOptions(next)),
    /** Closes the connections from addresses that are no longer allowed. */
    closeDisallowed() {
      for (const socket of openSockets) if (!allowsAddress(socket.remoteAddress ?? '')) socket.destroy();
    },
    /** Stops accepting connections, and resolves when all connections are closed. */
    close(): Promise<void> {
      const closed = new Promise<void>((resolve) => rawServer.close(() => resolve()));
      for (const socket of openSockets) if (pendingHandshakes.has(getPeerKey(socket))) socket.destroy();
      return closed;
    },
  };
};

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const getPeerKey = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;

/**
 * Supports TLS 1.2 for Windows 10 and Java 8, but disables renegotiation, which is the most expensive feature of TLS
 * 1.2 for the server.
 */
const createTlsOptions = ({ key, certificate }: Credentials) => ({
  key,
  cert: certificate,
  minVersion: 'TLSv1.2' as const,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
});

/** The first byte of a TLS connection (RFC 8446, 5.1). */
const tlsHandshakeByte = 0x16;

const plainHttpResponse = formatRawErrorResponse(
  new ApiError(
    'INVALID_REQUEST',
    'This port accepts only HTTPS and WSS.',
    undefined,
    'Use an address that begins with https:// or wss://; GET /api/health answers there.',
  ),
);
