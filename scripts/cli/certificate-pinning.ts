import { connect, type TLSSocket } from 'node:tls';
import { UsageError } from './exit-codes.ts';

export const isFingerprint = (text: string): boolean => /^([\da-f]{2}:?){31}[\da-f]{2}$/i.test(text);

/** An address and the fingerprint that its certificate must have. */
interface CertificateCheck {
  readonly url: string;
  readonly fingerprint?: string | undefined;
}

/**
 * Checks the certificate of an https:// address before anything is sent to the address. The certificate must have the
 * given fingerprint; if no fingerprint is given, the system must trust the certificate. If the address doesn't respond,
 * the check passes, because the next request will report the problem.
 * @throws UsageError with the certificate's fingerprint and how to pass it
 */
export const verifyCertificate = async ({ url, fingerprint }: CertificateCheck): Promise<void> => {
  if (!/^https:/i.test(url) || !URL.canParse(url)) return;
  const certificate = await fetchCertificate(new URL(url));
  if (certificate === undefined) return;
  const { isTrusted, fingerprint: actual } = certificate;
  if (fingerprint === undefined ? isTrusted : isSameFingerprint(actual, fingerprint)) return;
  const advice = `Compare it with 'scene-runtime token --fingerprint' on that machine. If they are equal, pass --fingerprint ${actual}`;
  throw new UsageError(
    fingerprint === undefined
      ? `${url} has a certificate that this system does not trust. ${advice}`
      : `The certificate of ${url} does not match --fingerprint. ${advice}`,
  );
};

/**
 * Opens a TLS connection. The promise resolves only if the certificate has the given fingerprint or, when no
 * fingerprint is given, is trusted.
 */
export const connectPinned = (url: URL, fingerprint: string | undefined): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const isTrustNeeded = fingerprint === undefined;
    const socket = connect({ ...toConnectAddress(url), rejectUnauthorized: isTrustNeeded }, () => {
      if (!isTrustNeeded && !isSameFingerprint(getPeerCertificate(socket), fingerprint)) {
        socket.destroy(
          new Error(`The certificate of ${url.origin} does not match: ${getPeerCertificate(socket)}`),
        );
        return;
      }
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });

const timeoutMs = 10_000;

const fetchCertificate = (url: URL): Promise<{ fingerprint: string; isTrusted: boolean } | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ ...toConnectAddress(url), rejectUnauthorized: false }, () => {
      resolve({ fingerprint: getPeerCertificate(socket), isTrusted: socket.authorized });
      socket.destroy();
    });
    const rejectWithTimeout = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.setTimeout(timeoutMs, rejectWithTimeout).once('error', rejectWithTimeout);
  });

const toConnectAddress = ({ hostname, port }: URL) => {
  const host = hostname.replace(/^\[|\]$/g, '');
  // SNI (`servername`) only works for names, not for IP addresses.
  return { host, port: Number(port || 443), ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) };
};

const getPeerCertificate = (socket: TLSSocket): string =>
  socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';

const isSameFingerprint = (a: string, b: string): boolean =>
  normalizeFingerprint(a) === normalizeFingerprint(b);

const normalizeFingerprint = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();
