import { expect, test } from 'vitest';
import { createHttpResponseReader } from './http-response-reader.ts';
import type { ResponseSummary } from './http-response-reader.ts';

const contentLengthResponse = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const chunkedResponse =
  'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n';
const emptyResponse = 'HTTP/1.1 204 No Content\r\n\r\n';

const readInChunks = (text: string, chunkSize: number): ResponseSummary[] => {
  const responses: ResponseSummary[] = [];
  const reader = createHttpResponseReader((response) => responses.push(response));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkSize) reader(bytes.subarray(at, at + chunkSize));
  return responses;
};

test.each([1, 2, 7, 10_000])('separates responses that arrive in chunks of %d bytes', (chunkSize) => {
  const responses = readInChunks(
    contentLengthResponse + chunkedResponse + emptyResponse + contentLengthResponse,
    chunkSize,
  );
  expect(responses.map(({ status, bytes }) => [status, bytes])).toEqual([
    [200, 5],
    [404, 13],
    [204, 0],
    [200, 5],
  ]);
});

test('keeps the body of an error response only', () => {
  expect(readInChunks(contentLengthResponse, 100)[0]?.excerpt).toBe('');
  expect(readInChunks(chunkedResponse, 1000)[0]?.excerpt).toContain('abc');
});

test('does not report an incomplete response', () => {
  expect(readInChunks(contentLengthResponse.slice(0, -1), 10)).toEqual([]);
});
