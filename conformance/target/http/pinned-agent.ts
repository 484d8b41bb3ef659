import { Agent } from 'node:https';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

type SocketCallback = (failure: Error | null, socket?: TLSSocket) => void;

/**
 * Hands connections out when the certificate has been seen, so that nothing is sent to another.
 * @param fingerprint SHA-256 in hexadecimal, with colons or without; any certificate is taken where it is absent
 */
export const createPinnedAgent = (fingerprint: string | undefined, timeoutMs: number): Agent => {
  const options = { keepAlive: true, maxSockets: 8, rejectUnauthorized: false };
  if (fingerprint === undefined) return new Agent(options);
  return Object.assign(new Agent({ ...options, maxCachedSessions: 0 }), {
    createConnection(asked: ConnectionOptions, created: SocketCallback): undefined {
      const socket = connect({ ...asked, rejectUnauthorized: false });
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the TLS handshake took too long')));
      socket.once('error', created);
      socket.once('secureConnect', () => {
        const seen = socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';
        if (normalizeFingerprint(seen) !== normalizeFingerprint(fingerprint)) {
          return void socket.destroy(new Error(`the certificate has another fingerprint: ${seen}`));
        }
        socket.setTimeout(0);
        socket.off('error', created);
        created(null, socket);
      });
    },
  });
};

const normalizeFingerprint = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();
