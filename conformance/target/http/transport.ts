import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { ReceivedResponse, SentRequest } from './exchange.ts';

type SocketCallback = (failure: Error | null, socket?: TLSSocket) => void;

/**
 * Creates an agent that checks the server's certificate before it uses a connection, so that nothing is sent to an
 * impostor.
 * @param fingerprint the SHA-256 fingerprint in hexadecimal, with or without colons; if `undefined`, any certificate is
 * accepted
 */
export const createPinnedAgent = (fingerprint: string | undefined, timeoutMs: number): Agent => {
  const options = { keepAlive: true, maxSockets: 8, rejectUnauthorized: false };
  if (fingerprint === undefined) return new Agent(options);
  return Object.assign(new Agent({ ...options, maxCachedSessions: 0 }), {
    createConnection(requested: ConnectionOptions, created: SocketCallback): undefined {
      const socket = connect({ ...requested, rejectUnauthorized: false });
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the TLS handshake took too long')));
      socket.once('error', created);
      socket.once('secureConnect', () => {
        const peerFingerprint = socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';
        if (normalizeFingerprint(peerFingerprint) !== normalizeFingerprint(fingerprint)) {
          return void socket.destroy(
            new Error(`the certificate has another fingerprint: ${peerFingerprint}`),
          );
        }
        socket.setTimeout(0);
        socket.off('error', created);
        created(null, socket);
      });
    },
  });
};

const normalizeFingerprint = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();

/** Thrown if no response arrives, because the connection was refused or reset, or because the target was too slow. */
export class TransportError extends Error {
  readonly kind: 'refused' | 'broken' | 'timeout';

  constructor(kind: TransportError['kind'], message: string) {
    super(message);
    this.name = 'TransportFailure';
    this.kind = kind;
  }
}

const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Sends requests exactly as given: the transport follows no redirects, adds no header except the length, and leaves the
 * path unchanged. The transport uses plain `node:http`, because `fetch` does not send some headers (Origin) and some
 * paths unchanged.
 */
export const createTransport = (timeoutMs: number) => {
  const http = new HttpAgent({ keepAlive: true, maxSockets: 8 });
  const secured = new Map<string | undefined, Agent>();

  const agentFor = (fingerprint: string | undefined): Agent => {
    const agent = secured.get(fingerprint) ?? createPinnedAgent(fingerprint, timeoutMs);
    secured.set(fingerprint, agent);
    return agent;
  };

  /**
   * Sends a request. If the server closes a reused connection at that moment, sends the request again.
   * @param fingerprint the required fingerprint of the certificate; if `undefined`, any certificate is accepted
   */
  const send = (sent: SentRequest, fingerprint?: string): Promise<ReceivedResponse> =>
    new Promise((resolve, reject) => {
      const secure = sent.url.startsWith('https:');
      const outgoing = (secure ? httpsRequest : httpRequest)(sent.url, {
        agent: secure ? agentFor(fingerprint) : http,
        method: sent.method,
        headers: {
          ...sent.headers,
          ...(sent.body !== undefined && { 'content-length': String(Buffer.byteLength(sent.body)) }),
        },
      });
      let timer: NodeJS.Timeout | undefined;
      let isAnswered = false;
      // Until this event, the request is queued after the kit's earlier requests.
      outgoing.once('socket', () => {
        timer = setTimeout(() => {
          outgoing.destroy(new TransportError('timeout', `no answer within ${timeoutMs} ms`));
        }, timeoutMs);
      });
      const fail = (error: NodeJS.ErrnoException): void => {
        clearTimeout(timer);
        if (!isAnswered && outgoing.reusedSocket && isClosedConnection(error))
          resolve(send(sent, fingerprint));
        else reject(error instanceof TransportError ? error : toTransportError(error));
      };
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (): void => {
          clearTimeout(timer);
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(incoming.headers)) {
            if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
          }
          resolve({
            status: incoming.statusCode ?? 0,
            headers,
            body: Buffer.concat(chunks).toString('utf8'),
          });
        };
        incoming.on('error', fail);
        if (isEndless(incoming)) {
          finish();
          outgoing.destroy();
          return;
        }
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBodyBytes)
            outgoing.destroy(new TransportError('broken', 'the answer is over 64 MiB'));
          else chunks.push(chunk);
        });
        incoming.on('end', finish);
      });
      outgoing.end(sent.body);
    });

  const close = (): void => {
    http.destroy();
    for (const agent of secured.values()) agent.destroy();
  };

  return { send, close };
};

/** Whether a response is a stream of pictures, which does not end by itself. Its body is not read. */
const isEndless = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/x-mixed-replace/i.test(headers['content-type'] ?? '');

/** Whether an error means that the server closed the connection while the connection was idle. */
const isClosedConnection = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE';

const toTransportError = (error: NodeJS.ErrnoException): TransportError =>
  new TransportError(
    error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' ? 'refused' : 'broken',
    error.code === undefined ? error.message : `${error.code}: ${error.message}`,
  );
