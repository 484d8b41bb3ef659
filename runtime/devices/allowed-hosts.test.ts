import { expect, test } from 'vitest';
import { isAllowedHost, isHostEntry } from './allowed-hosts.ts';

const allows = (entry: string, address: string): boolean => isAllowedHost(new URL(address), [entry]);

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
  expect(allows(entry, address)).toBe(true);
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
])('%s does not allow %s', (entry, address) => {
  expect(allows(entry, address)).toBe(false);
});

test('nothing is allowed where nothing is listed', () => {
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
])('%j is no host', (entry) => {
  expect(isHostEntry(entry)).toBe(false);
});
