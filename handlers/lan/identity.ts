/** What the service shows in LAN mode: a key that stays, and a certificate that names the machine as it is (register: C-170). */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '#runtime/disk/atomic.ts';
import { whyUnwritten } from '#runtime/disk/why-unwritten.ts';
import { SettingsError } from '../security/settings-file.ts';
import { issueCertificate, subjectsOf } from './certificate.ts';
import { addressBytes } from './ip-address.ts';
import type { OwnNames } from './own-names.ts';

export interface Identity {
  /** Both in PEM. */
  readonly key: string;
  readonly certificate: string;
  /** SHA-256 of the certificate, as clients pin it: 32 bytes in hexadecimal with colons. */
  readonly fingerprint: string;
  readonly from: Date;
  readonly until: Date;
  /** What the certificate is for. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** Where key and certificate lie: beside the settings file. */
export const identityFiles = (settingsFile: string) => ({
  keyFile: join(dirname(settingsFile), 'lan-key.pem'),
  certificateFile: join(dirname(settingsFile), 'lan-certificate.pem'),
});

const dayMs = 86_400_000;
/** No longer than the clients take that take the least. */
const validDays = 820;
const reissueDays = 30;
/** As many as a certificate names of those that the machine has and has had. */
const addressesNamed = 64;
/** Clocks of clients may be behind. */
const aheadDays = 1;

/**
 * The identity in the files, after what is missing or past its use was made: a key where there is none, and a
 * certificate where there is none, where it is damaged, soon over, of another key, or does not name the machine.
 * @throws SettingsError for a key that cannot be used, or a file that cannot be written
 */
export const openIdentity = async (settingsFile: string, own: OwnNames, now: number): Promise<Identity> => {
  const { keyFile, certificateFile } = identityFiles(settingsFile);
  const key = await openKey(keyFile);
  const present = await readIfThere(certificateFile);
  const kept = present === undefined ? undefined : certificateIn(present);
  if (kept && isGood(kept, key, own, now)) return identityOf(key, kept);
  const certificate = issueCertificate({
    key,
    serial: randomBytes(16),
    from: new Date(now - aheadDays * dayMs),
    until: new Date(now + validDays * dayMs),
    names: own.names,
    addresses: withFormer(own.addresses, kept?.checkPrivateKey(key) ? subjectsOf(kept).addresses : []),
  });
  await write(certificateFile, certificate);
  return identityOf(key, new X509Certificate(certificate));
};

/** Who goes between two networks comes back to the same certificate. */
const withFormer = (present: readonly string[], former: readonly string[]): string[] =>
  [...new Set([...present, ...former])].slice(0, Math.max(present.length, addressesNamed));

/** The fingerprint of the certificate beside a settings file; undefined when there is none. */
export const readFingerprint = async (settingsFile: string): Promise<string | undefined> => {
  const present = await readIfThere(identityFiles(settingsFile).certificateFile);
  return present === undefined ? undefined : certificateIn(present)?.fingerprint256;
};

const openKey = async (file: string): Promise<KeyObject> => {
  const present = await readIfThere(file);
  if (present !== undefined) {
    await chmod(file, 0o600);
    return keyIn(present, file);
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await write(file, pemOf(privateKey));
  return privateKey;
};

const keyIn = (content: string, file: string): KeyObject => {
  try {
    const key = createPrivateKey(content);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {}
  throw new SettingsError(
    `the key file '${file}' cannot be used: expected a private key of the curve P-256 in PEM; bring it back, or remove it to have a new key made, which every client then has to pin anew`,
  );
};

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined;
    throw new SettingsError(`the file '${file}' cannot be read: ${whyUnwritten(failure)}`);
  });

const write = (file: string, content: string): Promise<void> =>
  writeAtomically(file, content, 0o600).catch((failure: Error) => {
    throw new SettingsError(`the file '${file}' cannot be written: ${whyUnwritten(failure)}`);
  });

const certificateIn = (content: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(content);
  } catch {
    return undefined;
  }
};

const isGood = (certificate: X509Certificate, key: KeyObject, own: OwnNames, now: number): boolean =>
  certificate.checkPrivateKey(key) &&
  Date.parse(certificate.validFrom) <= now &&
  Date.parse(certificate.validTo) - now >= reissueDays * dayMs &&
  covers(subjectsOf(certificate), own);

/** Whether nothing would be gained by another certificate, for which every client would have to be told. */
export const covers = (subjects: OwnNames, own: OwnNames): boolean => {
  const known = new Set(subjects.addresses.map(placeOf));
  return (
    own.names.every((name) => subjects.names.includes(name)) &&
    own.addresses.every((address) => known.has(placeOf(address)))
  );
};

/** Machines change the last half of their IPv6 addresses every day (RFC 8981): the network alone tells. */
const placeOf = (address: string): string => {
  const bytes = addressBytes(address) ?? [];
  return (bytes.length === 16 ? bytes.slice(0, 8) : bytes).join(' ');
};

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const identityOf = (key: KeyObject, certificate: X509Certificate): Identity => ({
  key: pemOf(key),
  certificate: certificate.toString(),
  fingerprint: certificate.fingerprint256,
  from: new Date(certificate.validFrom),
  until: new Date(certificate.validTo),
  ...subjectsOf(certificate),
});
