import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueCertificate, parseSubjectAltName } from './issue-certificate.ts';
import { type TlsIdentity, getIdentityFiles, openTlsIdentity, readFingerprint } from './tls-identity.ts';
import type { MachineNames } from './machine-names.ts';

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

const openTestIdentity = (as = machineNames, at = now): Promise<TlsIdentity> =>
  openTlsIdentity(settingsFile, as, at);

describe('a certificate', () => {
  it('names the machine by names and addresses, for servers alone, and is signed by its own key', async () => {
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
  ])('has a positive number that begins with byte %i', (first, expected) => {
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const serial = Buffer.from([first, ...new Array<number>(15).fill(0x11)]);
    const terms = { key, serial, validFrom: new Date(now), validUntil: new Date(now + toMs(1)) };
    expect(new X509Certificate(issueCertificate({ ...terms, ...machineNames })).serialNumber).toMatch(
      expected,
    );
  });

  it('tells years from 2050 on, and names that are longer than the short form of a length', () => {
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
  it('lie beside the settings for their owner alone, and stay', async () => {
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
      'an IPv4 address is new',
      { ...machineNames, addresses: [...machineNames.addresses, '192.168.1.21'] },
      now,
    ],
    [
      'an IPv6 network is new',
      { ...machineNames, addresses: [...machineNames.addresses, 'fd00:0:0:1::5'] },
      now,
    ],
    ['a name is new', { ...machineNames, names: [...machineNames.names, 'stage.example'] }, now],
    ['its end is near', machineNames, now + toMs(791)],
    ['it is over', machineNames, now + toMs(900)],
    ['the clock was wrong when it was made', machineNames, now - toMs(2)],
  ])('the certificate is made anew by the same key when %s', async (_, as, at) => {
    const first = await openTestIdentity();
    const second = await openTestIdentity(as, at);
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect(second.key).toBe(first.key);
    expect(parseSubjectAltName(new X509Certificate(second.certificate))).toEqual(as);
    expect(await openTestIdentity(as, at)).toEqual(second);
  });

  it('the certificate goes on to name the addresses that the machine has had, and not the names', async () => {
    const [home, work]: readonly [MachineNames, MachineNames] = [
      { names: ['localhost'], addresses: ['127.0.0.1', '192.168.1.20'] },
      { names: ['localhost'], addresses: ['127.0.0.1', '10.0.0.7'] },
    ];
    await openTestIdentity({ ...home, names: ['localhost', 'old'] });
    const both = await openTestIdentity(work);
    expect([both.names, both.addresses]).toEqual([['localhost'], ['127.0.0.1', '10.0.0.7', '192.168.1.20']]);
    expect((await openTestIdentity(home)).fingerprint).toBe(both.fingerprint);

    const many = Array.from({ length: 70 }, (_, index) => `10.1.0.${index}`);
    for (const address of many) await openTestIdentity({ ...work, addresses: ['127.0.0.1', address] });
    expect(
      (await openTestIdentity({ ...work, addresses: ['127.0.0.1', '10.1.0.69'] })).addresses,
    ).toHaveLength(64);
    expect((await openTestIdentity({ ...work, addresses: many })).addresses).toEqual(many);
  });

  it.each<[string, MachineNames, number]>([
    ['an address is gone', { ...machineNames, addresses: ['127.0.0.1'] }, now],
    ['the last half of an IPv6 address is another', { ...machineNames, addresses: ['fd00::1234:5678'] }, now],
    ['its end is far', machineNames, now + toMs(789)],
  ])('the certificate stays when %s', async (_, as, at) => {
    const { fingerprint } = await openTestIdentity();
    expect((await openTestIdentity(as, at)).fingerprint).toBe(fingerprint);
  });

  it.each(['', 'nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'a damaged certificate (%j) is made anew',
    async (content) => {
      const first = await openTestIdentity();
      await writeFile(files.certificateFile, content);
      expect(await readFingerprint(settingsFile)).toBeUndefined();
      const second = await openTestIdentity();
      expect(second.key).toBe(first.key);
      expect(await readFile(files.certificateFile, 'utf8')).toBe(second.certificate);
    },
  );

  it('a certificate of another key is made anew', async () => {
    await openTestIdentity();
    await rm(files.keyFile);
    const { key, certificate } = await openTestIdentity();
    expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('a key that cannot be used is told, with the way on, and stays as it is', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const content of ['', 'nonsense', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()]) {
      await writeFile(files.keyFile, content);
      await expect(openTestIdentity()).rejects.toThrow(
        `the key file '${files.keyFile}' cannot be used: expected a private key of the curve P-256 in PEM; bring it back, or remove it`,
      );
      expect(await readFile(files.keyFile, 'utf8')).toBe(content);
    }
  });

  it('a file that cannot be read or written is told', async () => {
    await expect(openTlsIdentity(join(folder, 'lan-key.pem/x'), machineNames, now)).resolves.toBeDefined();
    await expect(openTlsIdentity(settingsFile, machineNames, now)).rejects.toThrow(
      `the file '${files.keyFile}' cannot be read: a folder has that name (EISDIR)`,
    );
  });
});
