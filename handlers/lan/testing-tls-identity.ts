import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { issueCertificate } from './issue-certificate.ts';

/** Creates a key and a certificate for loopback addresses, for tests. */
export const createTestIdentity = () => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = issueCertificate({
    key,
    serial: randomBytes(16),
    validFrom: new Date(Date.now() - 86_400_000),
    validUntil: new Date(Date.now() + 86_400_000),
    names: ['localhost'],
    addresses: ['127.0.0.1', '::1'],
  });
  const { fingerprint256: fingerprint } = new X509Certificate(certificate);
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate, fingerprint };
};
