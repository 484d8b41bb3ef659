import { expect, test } from 'vitest';
import { createFetchWithClearErrors, createFetchWithReadTimeout } from './session.ts';

/** A `fetch` that never responds, and rejects only if it is aborted. */
const neverRespond: typeof globalThis.fetch = (_, { signal } = {}) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('fails a read without a response', async () => {
  await expect(createFetchWithReadTimeout(neverRespond, 1)('http://127.0.0.1/')).rejects.toThrow(/timeout/i);
});

test('lets the caller abort a read', async () => {
  const controller = new AbortController();
  const response = createFetchWithReadTimeout(neverRespond, 60_000)('http://127.0.0.1/', {
    signal: controller.signal,
  });
  controller.abort(new Error('given up'));
  await expect(response).rejects.toThrow('given up');
});

test('passes on writes unchanged', async () => {
  const sent: unknown[] = [];
  const recordInit: typeof globalThis.fetch = async (_, init) => {
    sent.push(init);
    return new Response();
  };
  const edit = { method: 'PUT', body: '{}' };
  await createFetchWithReadTimeout(recordInit, 1)('http://127.0.0.1/', edit);
  expect(sent).toEqual([edit]);
});

test.each([
  ['a failed connection', new TypeError('Failed to fetch'), /^The service cannot be reached/],
  ['a timeout', new DOMException('signal timed out', 'TimeoutError'), /not responded in time/],
  ['the caller’s own error', new Error('given up'), /^given up$/],
])('reports %s clearly', async (_, failure, message) => {
  const fail: typeof globalThis.fetch = () => Promise.reject(failure);
  await expect(createFetchWithClearErrors(fail)('http://127.0.0.1/')).rejects.toThrow(message);
});
