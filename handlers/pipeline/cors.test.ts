import { describe, expect, test } from 'vitest';
import { getCorsHeaders, isAllowedOrigin, isOwnHost, getPreflightHeaders } from './authorize-call.ts';

const origin = 'http://localhost:3000';

describe('CORS policy', () => {
  test.each<[origin: string | undefined, isAllowed: boolean]>([
    [undefined, true],
    ['http://localhost', true],
    ['https://localhost:1', true],
    ['HTTP://LOCALHOST:3000', true],
    ['http://127.0.0.1:65535', true],
    ['http://[::1]:8080', true],
    ['', false],
    ['null', false],
    ['localhost:3000', false],
    ['ftp://localhost', false],
    ['http://localhost/', false],
    ['http://localhost:', false],
    ['http://localhost:3000/x', false],
    ['http://localhost.example.com', false],
    ['http://notlocalhost', false],
    ['http://127.0.0.1.example.com', false],
    ['http://127x0.0.1', false],
    ['http://127.0.0.2', false],
    ['http://user@localhost', false],
    ['http://::1', false],
  ])('origin %j: %s', (origin, isAllowed) => {
    expect(isAllowedOrigin(origin)).toBe(isAllowed);
  });

  test.each<[host: string | undefined, isOwn: boolean]>([
    [undefined, true],
    ['localhost', true],
    ['LocalHost:7180', true],
    ['127.0.0.1:7180', true],
    ['[::1]', true],
    ['', false],
    ['localhost:', false],
    ['localhost.example.com', false],
    ['xlocalhost', false],
    ['127.0.0.1:7180x', false],
  ])('host %j: %s', (host, isOwn) => {
    expect(isOwnHost({ host })).toBe(isOwn);
  });
});

const list = (headers: Readonly<Record<string, string>>, name: string): string[] =>
  headers[name]!.split(', ').sort();

test('sends CORS headers to pages of this machine only', () => {
  const headers = getCorsHeaders(origin);
  expect(headers).toEqual({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': expect.any(String),
    Vary: 'Origin',
  });
  expect(list(headers, 'Access-Control-Expose-Headers')).toEqual([
    'Accept-Ranges',
    'Allow',
    'Content-Range',
    'ETag',
    'Retry-After',
    'X-Hint',
    'X-Ignored',
    'X-Total-Count',
  ]);
  expect(getCorsHeaders(undefined)).toEqual({});
});

test('allows methods and headers in a preflight for ten minutes', () => {
  const headers = getPreflightHeaders(origin);
  expect(headers).toEqual({
    ...getCorsHeaders(origin),
    'Access-Control-Allow-Methods': expect.any(String),
    'Access-Control-Allow-Headers': expect.any(String),
    'Access-Control-Max-Age': '600',
  });
  expect(list(headers, 'Access-Control-Allow-Methods')).toEqual(['DELETE', 'GET', 'POST', 'PUT']);
  expect(list(headers, 'Access-Control-Allow-Headers')).toEqual([
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'If-Range',
    'Range',
    'X-API-Key',
    'X-Client-Name',
    'X-Requested-With',
    'X-SignalR-User-Agent',
  ]);
});
