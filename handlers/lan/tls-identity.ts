/**
 * The TLS identity for LAN mode: a permanent key, and a certificate that contains the machine's current names and
 * addresses (C-170).
 */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { describeWriteError } from '#runtime/shared/write-errors.ts';
import { SettingsError } from '../security/settings-file.ts';
import { isHostName, parseAddress } from './addresses.ts';
import { issueCertificate, parseSubjectAltName } from './issue-certificate.ts';

/** The names and addresses at which clients reach this machine. */
export interface MachineNames {
  readonly names: readonly string[];
  /** The IPv4 and IPv6 addresses, without zones. */
  readonly addresses: readonly string[];
}

/**
 * Returns the machine's current names.
 * @param extraNames names that the machine itself doesn't know, such as names from a router
 */
export const getMachineNames = (extraNames: readonly string[]): MachineNames => {
  const names = ['localhost', hostname(), ...extraNames].map((name) => name.toLowerCase());
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.map(({ address }) => address.replace(/%.*/, '')),
  );
  return {
    names: [...new Set(names)].filter(isHostName),
    addresses: [...new Set(['127.0.0.1', '::1', ...addresses])],
  };
};

export interface TlsIdentity {
  /** The key and the certificate, both in PEM format. */
  readonly key: string;
  readonly certificate: string;
  /** The SHA-256 fingerprint of the certificate for pinning: 32 bytes in hexadecimal, separated by colons. */
  readonly fingerprint: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** The names in the certificate. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** Returns the paths of the key file and the certificate file in the folder of the settings file. */
export const getIdentityFiles = (settingsFile: string) => ({
  keyFile: join(dirname(settingsFile), 'lan-key.pem'),
  certificateFile: join(dirname(settingsFile), 'lan-certificate.pem'),
});

const dayMs = 86_400_000;
/** The validity of a certificate in days. Even the strictest clients accept this validity. */
const validDays = 820;
const reissueDays = 30;
/** The maximum number of current and former addresses in a certificate. */
const maxAddresses = 64;
/** Certificates are valid from this many days before they are created, because clients' clocks may be slow. */
const clockSkewDays = 1;

/**
 * Opens the identity in the files. Creates the key if it is missing. Creates a new certificate if the old one is
 * missing, damaged or expiring, belongs to another key, or doesn't name the machine.
 * @throws SettingsError if the key is unusable, or if a file can't be written
 */
export const openTlsIdentity = async (
  settingsFile: string,
  machineNames: MachineNames,
  now: number,
): Promise<TlsIdentity> => {
  const { keyFile, certificateFile } = getIdentityFiles(settingsFile);
  const key = await openPrivateKey(keyFile);
  const storedPem = await readIfExists(certificateFile);
  const storedCertificate = storedPem === undefined ? undefined : parseCertificate(storedPem);
  if (storedCertificate && isUsable(storedCertificate, key, machineNames, now))
    return createTlsIdentity(key, storedCertificate);
  const certificate = issueCertificate({
    key,
    serial: randomBytes(16),
    validFrom: new Date(now - clockSkewDays * dayMs),
    validUntil: new Date(now + validDays * dayMs),
    names: machineNames.names,
    addresses: mergeAddresses(
      machineNames.addresses,
      storedCertificate?.checkPrivateKey(key) ? parseSubjectAltName(storedCertificate).addresses : [],
    ),
  });
  await writeIdentityFile(certificateFile, certificate);
  return createTlsIdentity(key, new X509Certificate(certificate));
};

/**
 * Merges current and former addresses, so that a machine that alternates between two networks keeps its certificate.
 */
const mergeAddresses = (current: readonly string[], previous: readonly string[]): string[] =>
  [...new Set([...current, ...previous])].slice(0, Math.max(current.length, maxAddresses));

/** Returns the fingerprint of the certificate next to a settings file, or `undefined` if there is none. */
export const readFingerprint = async (settingsFile: string): Promise<string | undefined> => {
  const pem = await readIfExists(getIdentityFiles(settingsFile).certificateFile);
  return pem === undefined ? undefined : parseCertificate(pem)?.fingerprint256;
};

const openPrivateKey = async (file: string): Promise<KeyObject> => {
  const pem = await readIfExists(file);
  if (pem !== undefined) {
    await chmod(file, 0o600);
    return parsePrivateKey(pem, file);
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeIdentityFile(file, toPem(privateKey));
  return privateKey;
};

const parsePrivateKey = (content: string, file: string): KeyObject => {
  try {
    const key = createPrivateKey(content);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {}
  throw new SettingsError(
    `the key file '${file}' cannot be used: expected a private key of the curve P-256 in PEM; restore it, or remove it to create a new key, which every client then has to pin again`,
  );
};

const readIfExists = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined;
    throw new SettingsError(`the file '${file}' cannot be read: ${describeWriteError(failure)}`);
  });

const writeIdentityFile = (file: string, content: string): Promise<void> =>
  writeAtomically(file, content, 0o600).catch((failure: Error) => {
    throw new SettingsError(`the file '${file}' cannot be written: ${describeWriteError(failure)}`);
  });

const parseCertificate = (content: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(content);
  } catch {
    return undefined;
  }
};

const isUsable = (
  certificate: X509Certificate,
  key: KeyObject,
  machineNames: MachineNames,
  now: number,
): boolean =>
  certificate.checkPrivateKey(key) &&
  Date.parse(certificate.validFrom) <= now &&
  Date.parse(certificate.validTo) - now >= reissueDays * dayMs &&
  coversNames(parseSubjectAltName(certificate), machineNames);

/**
 * Whether the certificate covers the machine's names and addresses. Otherwise, a new certificate is needed, and every
 * client must pin it.
 */
export const coversNames = (subjects: MachineNames, machineNames: MachineNames): boolean => {
  const coveredNetworks = new Set(subjects.addresses.map(getNetwork));
  return (
    machineNames.names.every((name) => subjects.names.includes(name)) &&
    machineNames.addresses.every((address) => coveredNetworks.has(getNetwork(address)))
  );
};

/**
 * Returns the part of an address that is compared. The last half of IPv6 addresses changes daily (RFC 8981), so only
 * the network counts.
 */
const getNetwork = (address: string): string => {
  const bytes = parseAddress(address) ?? [];
  return (bytes.length === 16 ? bytes.slice(0, 8) : bytes).join(' ');
};

const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const createTlsIdentity = (key: KeyObject, certificate: X509Certificate): TlsIdentity => ({
  key: toPem(key),
  certificate: certificate.toString(),
  fingerprint: certificate.fingerprint256,
  validFrom: new Date(certificate.validFrom),
  validUntil: new Date(certificate.validTo),
  ...parseSubjectAltName(certificate),
});
