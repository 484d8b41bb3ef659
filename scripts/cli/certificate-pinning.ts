import { connect, type TLSSocket } from 'node:tls';
import { UsageError } from './exit-codes.ts';

export const isFingerprint = (text: string): boolean => /^([\da-f]{2}:?){31}[\da-f]{2}$/i.test(text);

/** What somebody is to be asked, and what is known of the certificate. */
interface CertificateCheck {
  readonly url: string;
  readonly fingerprint?: string | undefined;
}

/**
 * Looks at the certificate of an address of HTTPS before anything is sent there: it has to be the one of the fingerprint,
 * or, where none is given, one that the system trusts. What does not answer is left to whoever asks next.
 * @throws UsageError with the fingerprint that was seen, and how to pass it
 */
export const verifyCertificate = async ({ url, fingerprint }: CertificateCheck): Promise<void> => {
  if (!/^https:/i.test(url) || !URL.canParse(url)) return;
  const seen = await fetchCertificate(new URL(url));
  if (seen === undefined) return;
  const { isTrusted, fingerprint: shown } = seen;
  if (fingerprint === undefined ? isTrusted : isSameFingerprint(shown, fingerprint)) return;
  const advice = `if 'scene-runtime token --fingerprint' tells the same on its machine, pass --fingerprint ${shown}`;
  throw new UsageError(
    fingerprint === undefined
      ? `${url} shows a certificate that nobody vouches for; ${advice}`
      : `${url} shows another certificate than that of --fingerprint; ${advice}`,
  );
};

/** Hands a connection over TLS on once its certificate is known to be the one of the fingerprint. */
export const connectPinned = (url: URL, fingerprint: string | undefined): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const isTrustNeeded = fingerprint === undefined;
    const socket = connect({ ...toConnectAddress(url), rejectUnauthorized: isTrustNeeded }, () => {
      if (!isTrustNeeded && !isSameFingerprint(getPeerCertificate(socket), fingerprint)) {
        socket.destroy(new Error(`${url.origin} shows another certificate: ${getPeerCertificate(socket)}`));
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
    const giveUp = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.setTimeout(timeoutMs, giveUp).once('error', giveUp);
  });

const toConnectAddress = ({ hostname, port }: URL) => {
  const host = hostname.replace(/^\[|\]$/g, '');
  // A name is asked for; an address cannot be.
  return { host, port: Number(port || 443), ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) };
};

const getPeerCertificate = (socket: TLSSocket): string =>
  socket.getPeerX509Certificate()?.fingerprint256 ?? 'none';

const isSameFingerprint = (one: string, other: string): boolean =>
  normalizeFingerprint(one) === normalizeFingerprint(other);

const normalizeFingerprint = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();
