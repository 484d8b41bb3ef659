/** Creates self-signed server certificates (RFC 5280) with Node's crypto module. */
import { createPublicKey, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { normalizeAddress, parseAddress } from './addresses.ts';

/** Encodes the subset of DER (X.690) that a certificate needs. Each function returns the bytes of one value. */

type Bytes = Uint8Array;

const encodeValue = (tag: number, ...parts: readonly Bytes[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
};

const encodeLength = (length: number): number[] => {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 256))
    bytes.unshift(remaining % 256);
  return [0x80 + bytes.length, ...bytes];
};

const encodeSequence = (...parts: readonly Bytes[]): Buffer => encodeValue(0x30, ...parts);
const encodeSet = (...parts: readonly Bytes[]): Buffer => encodeValue(0x31, ...parts);
const encodeOctetString = (content: Bytes): Buffer => encodeValue(0x04, content);
const encodeUtf8String = (content: string): Buffer => encodeValue(0x0c, Buffer.from(content));
const encodedTrue = encodeValue(0x01, Buffer.from([0xff]));

/** Wraps values in a context-specific tag; `encodeImplicit` replaces the tag of a value. */
const encodeTagged = (number: number, ...parts: readonly Bytes[]): Buffer =>
  encodeValue(0xa0 + number, ...parts);
const encodeImplicit = (number: number, content: Bytes): Buffer => encodeValue(0x80 + number, content);

/** Encodes a positive number, given as bytes with the most significant byte first. */
const encodeInteger = (bytes: Bytes): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // A zero byte is added if the highest bit is set, because the number would be negative otherwise.
  return encodeValue(0x02, ...((digits[0] ?? 0) < 0x80 ? [] : [Buffer.of(0)]), digits);
};

/** @param unused the number of unused bits at the end */
const encodeBitString = (content: Bytes, unused = 0): Buffer => encodeValue(0x03, Buffer.of(unused), content);

/** Encodes an object identifier, such as `2.5.4.3`. */
const encodeObjectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encodeValue(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(encodeBase128)));
};

/** Encodes a number with seven bits per byte. If the highest bit of a byte is set, more bytes follow. */
const encodeBase128 = (number: number): number[] => {
  const bytes = [number & 0x7f];
  for (let remaining = number >> 7; remaining > 0; remaining >>= 7) bytes.unshift((remaining & 0x7f) | 0x80);
  return bytes;
};

/**
 * Encodes a time with a precision of one second. UTCTime has two digits for the year, and can be used until 2049 (RFC
 * 5280, 4.1.2.5).
 */
const encodeTime = (date: Date): Buffer => {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? encodeValue(0x17, Buffer.from(digits.slice(2)))
    : encodeValue(0x18, Buffer.from(digits));
};

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
