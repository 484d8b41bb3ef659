import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueCertificate, parseSubjectAltName } from './issue-certificate.ts';
import {
  getIdentityFiles,
  type MachineNames,
  openTlsIdentity,
  readFingerprint,
  type TlsIdentity,
} from './tls-identity.ts';

const machineNames: MachineNames = {
  names: ['localhost', 'stage'],
  addresses: ['127.0.0.1', '::1', '192.168.1.20', 'fd00::5'],
};
const now = Date.parse('2026-03-01T12:00:00Z');
const toMs = (count: number): number => count * 86_400_000;

let folder: string;
let settingsFile: string;
let files: ReturnType<typeof getIdentityFiles>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-identity-'));
  settingsFile = join(folder, 'settings.json');
  files = getIdentityFiles(settingsFile);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openTestIdentity = (names = machineNames, time = now): Promise<TlsIdentity> =>
  openTlsIdentity(settingsFile, names, time);

describe('a certificate', () => {
  it('contains names and addresses of the machine, is for servers only, and is self-signed', async () => {
    const { certificate, key, fingerprint } = await openTestIdentity();
    const read = new X509Certificate(certificate);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect([read.checkIP('192.168.1.20'), read.checkIP('fd00::5'), read.checkHost('stage')]).toEqual([
      '192.168.1.20',
      'fd00::5',
      'stage',
    ]);
    expect(parseSubjectAltName(read)).toEqual(machineNames);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect([read.ca, read.fingerprint256]).toEqual([false, fingerprint]);
  });

  it.each([
    [0x00, /^1{30}$/],
    [0x7f, /^7F1{30}$/],
    [0xff, /^FF1{30}$/],
  ])('has a positive serial number when it begins with byte %i', (first, expected) => {
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const serial = Buffer.from([first, ...new Array<number>(15).fill(0x11)]);
    const certificateOptions = { key, serial, validFrom: new Date(now), validUntil: new Date(now + toMs(1)) };
    expect(
      new X509Certificate(issueCertificate({ ...certificateOptions, ...machineNames })).serialNumber,
    ).toMatch(expected);
  });

  it('supports years from 2050 on, and names longer than the short form of a length', () => {
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const names = Array.from({ length: 40 }, (_, index) => `${'a'.repeat(60)}.machine-${index}.example`);
    const from = new Date('2049-12-31T23:59:59Z');
    const until = new Date('2050-01-01T00:00:00Z');
    const pem = issueCertificate({
      key,
      serial: Buffer.of(1),
      validFrom: from,
      validUntil: until,
      names,
      addresses: [],
    });
    const read = new X509Certificate(pem);
    expect([read.validFrom, read.validTo]).toEqual(['Dec 31 23:59:59 2049 GMT', 'Jan  1 00:00:00 2050 GMT']);
    expect(parseSubjectAltName(read).names).toEqual(names);
    expect(read.verify(read.publicKey)).toBe(true);
  });
});

describe('key and certificate', () => {
  it('are stored beside the settings for their owner alone, and are reused', async () => {
    const first = await openTestIdentity();
    expect((await readdir(folder)).sort()).toEqual(['lan-certificate.pem', 'lan-key.pem']);
    for (const file of Object.values(files)) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFingerprint(settingsFile)).toBe(first.fingerprint);
    expect(await openTestIdentity()).toEqual(first);
    await chmod(files.keyFile, 0o644);
    await openTestIdentity();
    expect((await stat(files.keyFile)).mode & 0o777).toBe(0o600);
  });

  it.each<[string, MachineNames, number]>([
    [
      'there is a new IPv4 address',
      { ...machineNames, addresses: [...machineNames.addresses, '192.168.1.21'] },
      now,
    ],
    [
      'there is a new IPv6 network',
      { ...machineNames, addresses: [...machineNames.addresses, 'fd00:0:0:1::5'] },
      now,
    ],
    ['there is a new name', { ...machineNames, names: [...machineNames.names, 'stage.example'] }, now],
    ['it expires soon', machineNames, now + toMs(791)],
    ['it has expired', machineNames, now + toMs(900)],
    ['the clock was wrong when it was created', machineNames, now - toMs(2)],
  ])('a new certificate with the same key is created when %s', async (_, names, time) => {
    const first = await openTestIdentity();
    const second = await openTestIdentity(names, time);
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect(second.key).toBe(first.key);
    expect(parseSubjectAltName(new X509Certificate(second.certificate))).toEqual(names);
    expect(await openTestIdentity(names, time)).toEqual(second);
  });

  it('a new certificate keeps former addresses of the machine, but not its former names', async () => {
    const [home, office]: readonly [MachineNames, MachineNames] = [
      { names: ['localhost'], addresses: ['127.0.0.1', '192.168.1.20'] },
      { names: ['localhost'], addresses: ['127.0.0.1', '10.0.0.7'] },
    ];
    await openTestIdentity({ ...home, names: ['localhost', 'old'] });
    const identity = await openTestIdentity(office);
    expect([identity.names, identity.addresses]).toEqual([
      ['localhost'],
      ['127.0.0.1', '10.0.0.7', '192.168.1.20'],
    ]);
    expect((await openTestIdentity(home)).fingerprint).toBe(identity.fingerprint);

    const addresses = Array.from({ length: 70 }, (_, index) => `10.1.0.${index}`);
    for (const address of addresses) await openTestIdentity({ ...office, addresses: ['127.0.0.1', address] });
    expect(
      (await openTestIdentity({ ...office, addresses: ['127.0.0.1', '10.1.0.69'] })).addresses,
    ).toHaveLength(64);
    expect((await openTestIdentity({ ...office, addresses })).addresses).toEqual(addresses);
  });

  it.each<[string, MachineNames, number]>([
    ['an address was removed', { ...machineNames, addresses: ['127.0.0.1'] }, now],
    ['the last half of an IPv6 address changed', { ...machineNames, addresses: ['fd00::1234:5678'] }, now],
    ['it expires much later', machineNames, now + toMs(789)],
  ])('the certificate is reused when %s', async (_, names, time) => {
    const { fingerprint } = await openTestIdentity();
    expect((await openTestIdentity(names, time)).fingerprint).toBe(fingerprint);
  });

  it.each(['', 'nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'a damaged certificate (%j) is replaced',
    async (content) => {
      const first = await openTestIdentity();
      await writeFile(files.certificateFile, content);
      expect(await readFingerprint(settingsFile)).toBeUndefined();
      const second = await openTestIdentity();
      expect(second.key).toBe(first.key);
      expect(await readFile(files.certificateFile, 'utf8')).toBe(second.certificate);
    },
  );

  it('a certificate of another key is replaced', async () => {
    await openTestIdentity();
    await rm(files.keyFile);
    const { key, certificate } = await openTestIdentity();
    expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('an unusable key is reported with a fix, and is not changed', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const content of ['', 'nonsense', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()]) {
      await writeFile(files.keyFile, content);
      await expect(openTestIdentity()).rejects.toThrow(
        `the key file '${files.keyFile}' cannot be used: expected a private key of the curve P-256 in PEM; restore it, or remove it`,
      );
      expect(await readFile(files.keyFile, 'utf8')).toBe(content);
    }
  });

  it('a file that cannot be read or written is reported', async () => {
    await expect(openTlsIdentity(join(folder, 'lan-key.pem/x'), machineNames, now)).resolves.toBeDefined();
    await expect(openTlsIdentity(settingsFile, machineNames, now)).rejects.toThrow(
      `the file '${files.keyFile}' cannot be read: a folder has that name (EISDIR)`,
    );
  });
});
