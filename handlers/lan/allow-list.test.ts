import { describe, expect, it } from 'vitest';
import { isAllowEntry, isAllowedAddress } from './addresses.ts';

describe('an entry of the list', () => {
  it.each([
    '192.168.1.20',
    '192.168.1.0/24',
    '0.0.0.0/0',
    '192.168.1.20/32',
    '::1',
    'fd00::/64',
    'FE80::1',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '::/0',
  ])('may be %s', (entry) => expect(isAllowEntry(entry)).toBe(true));

  it.each([
    '',
    'localhost',
    '192.168.1',
    '192.168.1.256',
    '192.168.01.1',
    '192.168.1.0/33',
    '192.168.1.0/-1',
    '192.168.1.0/',
    '192.168.1.0/24/8',
    '192.168.1.0/255.255.255.0',
    ' 192.168.1.20',
    '192.168.1.20:80',
    '[::1]',
    'fe80::1%eth0',
    'fd00::/129',
    '::ffff:10.0.0.0/24',
    '*',
  ])('is not %j', (entry) => expect(isAllowEntry(entry)).toBe(false));
});

describe('an address matches the list', () => {
  it.each([
    ['192.168.1.20', '192.168.1.20'],
    ['192.168.1.20', '::ffff:192.168.1.20'],
    ['192.168.1.20', '::ffff:c0a8:114'],
    ['::ffff:192.168.1.20', '192.168.1.20'],
    ['::ffff:10.0.0.0/104', '10.200.0.1'],
    ['192.168.1.77/24', '192.168.1.1'],
    ['10.0.0.0/9', '10.127.255.255'],
    ['0.0.0.0/0', '203.0.113.9'],
    ['fd00::/64', 'fd00:0:0:0:ffff::1'],
    ['FE80::1', 'fe80::1%eth0'],
    ['::/0', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff::'],
  ])('%s for %s', (entry, address) => expect(isAllowedAddress(['10.9.9.9', entry], address)).toBe(true));

  it.each([
    ['192.168.1.20', '192.168.1.21'],
    ['192.168.1.0/24', '192.168.2.1'],
    ['10.0.0.0/9', '10.128.0.0'],
    ['fd00::/64', 'fd00:0:0:1::1'],
    ['2001:db8::/33', '2001:db8:8000::'],
    // IPv6 entries don't match IPv4 addresses, and vice versa.
    ['::/0', '192.168.1.20'],
    ['0.0.0.0/0', 'fd00::1'],
    ['::192.168.1.20', '192.168.1.20'],
    ['0.0.0.0/0', ''],
    ['0.0.0.0/0', 'localhost'],
  ])('%s not for %s', (entry, address) => expect(isAllowedAddress([entry], address)).toBe(false));

  it('an empty list allows nobody', () => {
    expect(isAllowedAddress([], '127.0.0.1')).toBe(false);
  });
});
