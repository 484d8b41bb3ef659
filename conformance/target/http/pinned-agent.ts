import { Agent } from 'node:https';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

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
