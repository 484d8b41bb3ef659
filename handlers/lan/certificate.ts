/** Self-signed certificates of servers (RFC 5280), made with what Node has. */
import { createPublicKey, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { addressBytes, inOneSpelling } from './ip-address.ts';
import { bits, identifier, inPlace, integer, octets, sequence, set, tagged, text, time, yes } from './der.ts';

interface CertificateTerms {
  /** A private key of the curve P-256. */
  readonly key: KeyObject;
  readonly serial: Uint8Array;
  readonly from: Date;
  readonly until: Date;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

const commonName = 'Scene Runtime Control';

/** @returns the certificate in PEM */
export const issueCertificate = ({
  key,
  serial,
  from,
  until,
  names,
  addresses,
}: CertificateTerms): string => {
  const name = sequence(set(sequence(identifier('2.5.4.3'), text(commonName))));
  const signed = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(noAuthority, signaturesOnly, serversOnly, subjects(names, addresses))),
  );
  return pem(sequence(signed, ecdsaWithSha256, bits(sign('sha256', signed, key))));
};

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));

const extension = (id: string, content: Uint8Array): Buffer => sequence(identifier(id), octets(content));
const critical = (id: string, content: Uint8Array): Buffer => sequence(identifier(id), yes, octets(content));

const noAuthority = critical('2.5.29.19', sequence());
const signaturesOnly = critical('2.5.29.15', bits(Buffer.of(0x80), 7));
const serversOnly = extension('2.5.29.37', sequence(identifier('1.3.6.1.5.5.7.3.1')));

const subjects = (names: readonly string[], addresses: readonly string[]): Buffer =>
  extension(
    '2.5.29.17',
    sequence(
      ...names.map((name) => inPlace(2, Buffer.from(name, 'ascii'))),
      ...addresses.map((address) => inPlace(7, Buffer.from(addressBytes(address) ?? []))),
    ),
  );

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** The names and addresses that a certificate is for. */
export const subjectsOf = ({ subjectAltName = '' }: X509Certificate) => {
  const entries = subjectAltName.split(', ');
  const after = (start: string): string[] =>
    entries.filter((entry) => entry.startsWith(start)).map((entry) => entry.slice(start.length));
  return { names: after('DNS:'), addresses: after('IP Address:').map(inOneSpelling) };
};
