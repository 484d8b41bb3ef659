/** Creates self-signed server certificates (RFC 5280) with Node's crypto module. */
import { createPublicKey, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { parseAddress, normalizeAddress } from './ip-address.ts';
import {
  encodeBitString,
  encodeObjectIdentifier,
  encodeImplicit,
  encodeInteger,
  encodeOctetString,
  encodeSequence,
  encodeSet,
  encodeTagged,
  encodeUtf8String,
  encodeTime,
  encodedTrue,
} from './der-encoding.ts';

interface CertificateOptions {
  /** A private key on the curve P-256. */
  readonly key: KeyObject;
  readonly serial: Uint8Array;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

const commonName = 'Scene Runtime Control';

/** @returns the certificate in PEM format */
export const issueCertificate = ({
  key,
  serial,
  validFrom,
  validUntil,
  names,
  addresses,
}: CertificateOptions): string => {
  const name = encodeSequence(
    encodeSet(encodeSequence(encodeObjectIdentifier('2.5.4.3'), encodeUtf8String(commonName))),
  );
  const signed = encodeSequence(
    encodeTagged(0, encodeInteger(Buffer.of(2))),
    encodeInteger(serial),
    ecdsaWithSha256,
    name,
    encodeSequence(encodeTime(validFrom), encodeTime(validUntil)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    encodeTagged(
      3,
      encodeSequence(basicConstraints, keyUsage, extendedKeyUsage, createSubjectAltName(names, addresses)),
    ),
  );
  return toPem(encodeSequence(signed, ecdsaWithSha256, encodeBitString(sign('sha256', signed, key))));
};

const ecdsaWithSha256 = encodeSequence(encodeObjectIdentifier('1.2.840.10045.4.3.2'));

const createExtension = (id: string, content: Uint8Array): Buffer =>
  encodeSequence(encodeObjectIdentifier(id), encodeOctetString(content));
const createCriticalExtension = (id: string, content: Uint8Array): Buffer =>
  encodeSequence(encodeObjectIdentifier(id), encodedTrue, encodeOctetString(content));

const basicConstraints = createCriticalExtension('2.5.29.19', encodeSequence());
const keyUsage = createCriticalExtension('2.5.29.15', encodeBitString(Buffer.of(0x80), 7));
const extendedKeyUsage = createExtension(
  '2.5.29.37',
  encodeSequence(encodeObjectIdentifier('1.3.6.1.5.5.7.3.1')),
);

const createSubjectAltName = (names: readonly string[], addresses: readonly string[]): Buffer =>
  createExtension(
    '2.5.29.17',
    encodeSequence(
      ...names.map((name) => encodeImplicit(2, Buffer.from(name, 'ascii'))),
      ...addresses.map((address) => encodeImplicit(7, Buffer.from(parseAddress(address) ?? []))),
    ),
  );

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** Returns the names and addresses that a certificate contains. */
export const parseSubjectAltName = ({ subjectAltName = '' }: X509Certificate) => {
  const entries = subjectAltName.split(', ');
  const after = (start: string): string[] =>
    entries.filter((entry) => entry.startsWith(start)).map((entry) => entry.slice(start.length));
  return { names: after('DNS:'), addresses: after('IP Address:').map(normalizeAddress) };
};
