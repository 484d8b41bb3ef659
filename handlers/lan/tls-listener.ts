/** The way in from other machines: whoever is listed gets TLS, and nobody else as much as a byte (register: C-172). */
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { constants } from 'node:crypto';
import { createServer as createTlsServer } from 'node:tls';
import { ApiError } from '#spec/errors.ts';
import { formatRawErrorResponse } from '../hosts/raw-error-response.ts';
import type { Server } from 'node:http';
import type { Scheduler } from '../scheduler.ts';

export interface TlsListenerLimits {
  /** Milliseconds from the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** Connections on their way through the handshake, from one address and from all together. */
  readonly maxHandshakesPerAddress: number;
  readonly maxHandshakes: number;
  /** Connections that are open at once, those on their way included (register: C-284). */
  readonly connections: number;
}

const defaultTlsListenerLimits: TlsListenerLimits = {
  handshakeTimeoutMs: 10_000,
  maxHandshakesPerAddress: 16,
  maxHandshakes: 128,
  connections: 10_000,
};

interface TlsListenerOptions {
  /** Gets the connections that are through. */
  readonly server: Server;
  /** Asked for each connection, and again by {@link TlsListener.closeDisallowed}. */
  allowsAddress(address: string): boolean;
  readonly credentials: Credentials;
  readonly scheduler: Scheduler;
  readonly limits?: Partial<TlsListenerLimits>;
}

/** In PEM. */
interface Credentials {
  readonly key: string;
  readonly certificate: string;
}

interface TlsListener {
  /**
   * Opens it at all addresses of the machine.
   * @param port 0 takes a free one
   * @returns the port
   */
  listen(port: number): Promise<number>;
  /** What connections from now on are shown. */
  setCredentials(credentials: Credentials): void;
  /** Ends the connections of those who are not allowed any more. */
  closeDisallowed(): void;
  /** Lets nobody else in; resolves when everybody is gone. */
  close(): Promise<void>;
}

export const createTlsListener = ({
  server,
  allowsAddress,
  credentials,
  scheduler,
  limits: chosen,
}: TlsListenerOptions): TlsListener => {
  const limits = { ...defaultTlsListenerLimits, ...chosen };
  const inside = new Set<Socket>();
  /** By peer, what ends the time of each handshake. */
  const shaking = new Map<string, () => void>();
  const secured = createTlsServer({ ...createTlsOptions(credentials), ALPNProtocols: ['http/1.1'] });

  secured.on('secureConnection', (socket) => {
    settle(getPeerKey(socket));
    server.emit('connection', socket);
  });
  secured.on('tlsClientError', (_, socket) => socket.destroy());

  const settle = (peer: string, cancel = shaking.get(peer)): void => {
    cancel?.();
    // The peer may be back already by another connection.
    if (shaking.get(peer) === cancel) shaking.delete(peer);
  };

  const isFull = (address: string): boolean => {
    if (shaking.size >= limits.maxHandshakes || inside.size >= limits.connections) return true;
    let fromThere = 0;
    for (const peer of shaking.keys()) if (peer.startsWith(`${address} `)) fromThere += 1;
    return fromThere >= limits.maxHandshakesPerAddress;
  };

  const take = (socket: Socket): void => {
    socket.on('error', () => {});
    const { remoteAddress: address } = socket;
    if (address === undefined || !allowsAddress(address) || isFull(address))
      return void socket.resetAndDestroy();
    const peer = getPeerKey(socket);
    const cancel = scheduler.after(limits.handshakeTimeoutMs, () => socket.destroy());
    shaking.set(peer, cancel);
    inside.add(socket);
    socket.once('close', () => {
      inside.delete(socket);
      settle(peer, cancel);
    });
    socket.once('readable', () => greet(socket));
  };

  const greet = (socket: Socket): void => {
    const first = socket.read() as Buffer | null;
    if (first === null) return void socket.destroy();
    if (first[0] !== tlsHandshakeByte) return void socket.end(plainHttpResponse, () => socket.destroy());
    socket.unshift(first);
    secured.emit('connection', socket);
  };

  const entrance: RawServer = createRawServer({ noDelay: true }, take);

  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        entrance.once('error', reject);
        entrance.listen(port, () => {
          entrance.off('error', reject);
          // a connection that could not be taken is no reason to end
          entrance.on('error', () => {});
          const taken = entrance.address();
          resolve(taken !== null && typeof taken === 'object' ? taken.port : port);
        });
      }),
    setCredentials: (next) => secured.setSecureContext(createTlsOptions(next)),
    closeDisallowed() {
      for (const socket of inside) if (!allowsAddress(socket.remoteAddress ?? '')) socket.destroy();
    },
    close() {
      const closed = new Promise<void>((resolve) => entrance.close(() => resolve()));
      for (const socket of inside) if (shaking.has(getPeerKey(socket))) socket.destroy();
      return closed;
    },
  };
};

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const getPeerKey = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;

/** TLS 1.2 is what Windows 10 and Java 8 speak; what it had that costs the server most is switched off. */
const createTlsOptions = ({ key, certificate }: Credentials) => ({
  key,
  cert: certificate,
  minVersion: 'TLSv1.2' as const,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
});

/** The first byte of everybody who speaks TLS (RFC 8446, 5.1). */
const tlsHandshakeByte = 0x16;

const plainHttpResponse = formatRawErrorResponse(
  new ApiError(
    'INVALID_REQUEST',
    'This port speaks HTTPS and WSS.',
    undefined,
    'Begin its address with https:// or wss://; GET /api/health answers there.',
  ),
);
