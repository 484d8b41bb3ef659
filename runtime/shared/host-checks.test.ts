import { expect, test } from 'vitest';
import { isAllowedHost, isHostEntry } from './host-checks.ts';

const isAddressAllowed = (entry: string, address: string): boolean =>
  isAllowedHost(new URL(address), [entry]);

test.each([
  ['example.com', 'http://example.com/'],
  ['example.com', 'https://example.com/path?query#hash'],
  ['Example.COM', 'https://eXample.com/'],
  ['example.com:443', 'https://example.com/'],
  ['example.com:8080', 'http://example.com:8080/'],
  ['127.0.0.1:9', 'http://127.0.0.1:9/'],
  ['[::1]:9', 'http://[::1]:9/'],
])('%s allows %s', (entry, address) => {
  expect(isHostEntry(entry)).toBe(true);
  expect(isAddressAllowed(entry, address)).toBe(true);
});

test.each([
  ['example.com', 'http://example.com:8080/'],
  ['example.com', 'http://example.com:443/'],
  ['example.com', 'https://www.example.com/'],
  ['example.com', 'https://example.com.evil.test/'],
  ['example.com', 'https://example.com@evil.test/'],
  ['example.com', 'ftp://example.com/'],
  ['example.com:443', 'http://example.com/'],
  ['127.0.0.1', 'http://localhost/'],
  ['localhost', 'http://127.0.0.1/'],
  ['127.0.0.1', 'http://[::ffff:127.0.0.1]/'],
  ['127.0.0.1', 'http://[::1]/'],
  ['10.0.0.1', 'http://2130706433/'],
  ['2130706433', 'http://2130706433/'],
  ['0177.0.0.1', 'http://0177.0.0.1/'],
  ['example.com', 'http://example.com.:80/'],
  ['example.com', 'http://evil.test/http://example.com/'],
])('%s does not allow %s', (entry, address) => {
  expect(isAddressAllowed(entry, address)).toBe(false);
});

test.each([
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://１２７.0.0.1/',
])('%s means the same address, however it is written', (address) => {
  expect(isAddressAllowed('127.0.0.1', address)).toBe(true);
  expect(isAddressAllowed('10.0.0.1', address)).toBe(false);
});

test('nothing is allowed when nothing is listed', () => {
  expect(isAllowedHost(new URL('http://localhost/'), [])).toBe(false);
});

test.each([
  '',
  '*',
  '*.example.com',
  'https://example.com',
  'example.com/path',
  'a b',
  'example.com:port',
  'a@b',
])('%j is not a host', (entry) => {
  expect(isHostEntry(entry)).toBe(false);
});
