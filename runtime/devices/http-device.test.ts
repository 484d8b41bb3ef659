import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpOutcome, HttpRequest } from '../integrations/http.ts';
import { createHttpDevice, type HttpDeviceOptions } from './http-device.ts';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a local server that records its requests. The test supplies the responses. */
const startTestServer = async (
  handleRequest: (request: ReceivedRequest, response: ServerResponse) => void,
) => {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body });
    handleRequest(requests.at(-1)!, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { requests, host, url: `http://${host}`, close };
};

type Server = Awaited<ReturnType<typeof startTestServer>>;

let server: Server;
let respond: (request: ReceivedRequest, response: ServerResponse) => void;

beforeEach(async () => {
  respond = (_, response) => response.end();
  server = await startTestServer((request, response) => respond(request, response));
});
afterEach(() => server.close());

const sendRequest = (
  request: Partial<HttpRequest> = {},
  options: Partial<HttpDeviceOptions> = {},
  signal = new AbortController().signal,
): Promise<HttpOutcome> => {
  const device = createHttpDevice({ allowedHosts: () => [server.host], ...options });
  const fullText = { method: 'GET', url: server.url, headers: {}, body: undefined, timeout: 10, ...request };
  return new Promise((resolve) => device.send(fullText, resolve, signal));
};

const createErrorOutcome = (text: string) => ({ error: expect.stringContaining(text) });

test('sends method, path, headers and body, and returns status and text', async () => {
  respond = (_, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"a":"ä"}');
  const outcome = await sendRequest({
    method: 'PATCH',
    url: `${server.url}/path?q=1`,
    headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
    body: 'grüße',
  });
  expect(outcome).toEqual({ status: 404, isJson: true, text: '{"a":"ä"}' });
  expect(server.requests).toEqual([
    {
      method: 'PATCH',
      url: '/path?q=1',
      headers: expect.objectContaining({ 'content-type': 'text/plain', authorization: 'Bearer x' }),
      body: 'grüße',
    },
  ]);
});

test.each([
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/html', false],
  ['application/jsonlines', false],
])('a response with the type %s is JSON: %s', async (type, isJson) => {
  respond = (_, response) => response.writeHead(200, { 'content-type': type }).end('1');
  expect(await sendRequest()).toEqual({ status: 200, isJson, text: '1' });
});

test('rejects hosts that are not allowed, and applies changed settings', async () => {
  const allowed: string[] = [];
  const options = { allowedHosts: () => allowed };
  expect(await sendRequest({}, options)).toEqual(
    createErrorOutcome(`'${server.host}' is not among 'allowedHosts'`),
  );
  expect(server.requests).toEqual([]);
  allowed.push(server.host);
  expect(await sendRequest({}, options)).toMatchObject({ status: 200 });
});

test.each([
  ['no address', 'not an http or https'],
  ['file:///etc/passwd', 'not an http or https'],
  ['http://user:pass@localhost/', 'user name or password'],
])('rejects the address %s', async (url, reason) => {
  const outcome = await sendRequest({ url });
  expect(outcome).toEqual(createErrorOutcome(reason));
  expect(JSON.stringify(outcome)).not.toContain('pass@');
});

test.each([
  [{ host: 'other.example' }, "'host' is set by the runtime"],
  [{ 'content-length': '5' }, "'content-length' is set by the runtime"],
  [{ 'bad name': 'x' }, "'bad name' is not valid"],
])('rejects the headers %j', async (headers, reason) => {
  expect(await sendRequest({ headers })).toEqual(createErrorOutcome(reason));
  expect(server.requests).toEqual([]);
});

test('the error for an invalid header does not contain its value', async () => {
  const outcome = await sendRequest({ headers: { authorization: 'Bearer secret\nx' } });
  expect(outcome).toEqual(createErrorOutcome("'authorization' is not valid"));
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test('a refused connection fails with nothing but the reason', async () => {
  const { host, url, close } = await startTestServer(() => {});
  await close();
  expect(await sendRequest({ url: `${url}/?key=secret` }, { allowedHosts: () => [host] })).toEqual({
    error: 'The host cannot be reached (ECONNREFUSED).',
  });
});

test('times out, even in the middle of a response', async () => {
  respond = () => {};
  expect(await sendRequest({ timeout: 0.0505 })).toEqual(createErrorOutcome('within 0.0505 seconds'));
  respond = (_, response) => response.write('half');
  expect(await sendRequest({ timeout: 0.05 })).toEqual(createErrorOutcome('within 0.05 seconds'));
});

test('accepts a response up to the size limit, but no longer one', async () => {
  respond = (_, response) => response.end('x'.repeat(1000));
  expect(await sendRequest({}, { maxResponseBytes: 1000 })).toMatchObject({ status: 200 });
  expect(await sendRequest({}, { maxResponseBytes: 999 })).toEqual(
    createErrorOutcome('longer than 999 bytes'),
  );
});

test('an aborted request closes its connection and reports nothing', async () => {
  const controller = new AbortController();
  let outcome: HttpOutcome | undefined;
  const disconnected = new Promise((resolve) => {
    respond = (_, response) => {
      response.on('close', resolve);
      controller.abort();
    };
  });
  void sendRequest({}, {}, controller.signal).then((result) => {
    outcome = result;
  });
  await disconnected;
  // Sends a second request. If the first request reported an outcome, the outcome would arrive before the second
  // request finishes.
  respond = (_, response) => response.end();
  await sendRequest();
  expect(outcome).toBeUndefined();
});

const createRedirect =
  (location: string, status = 302) =>
  ({ url }: ReceivedRequest, response: ServerResponse): void => {
    if (url === '/end') response.end('there');
    else response.writeHead(status, { location }).end();
  };

test('follows redirects on allowed hosts', async () => {
  respond = createRedirect('/end');
  expect(await sendRequest({ headers: { authorization: 'kept' } })).toMatchObject({
    status: 200,
    text: 'there',
  });
  expect(server.requests[1]!.headers.authorization).toBe('kept');
});

test('does not follow a redirect to a host that is not allowed', async () => {
  const otherServer = await startTestServer((_, response) => response.end());
  respond = createRedirect(otherServer.url);
  expect(await sendRequest()).toEqual(createErrorOutcome(`'${otherServer.host}' is not among`));
  expect(otherServer.requests).toEqual([]);
  await otherServer.close();
});

test('does not pass credentials on to another host', async () => {
  const otherServer = await startTestServer((_, response) => response.end());
  respond = createRedirect(otherServer.url);
  const headers = { authorization: 'secret', 'x-api-key': 'secret', accept: 'text/html' };
  await sendRequest({ headers }, { allowedHosts: () => [server.host, otherServer.host] });
  expect(otherServer.requests[0]!.headers.accept).toBe('text/html');
  expect(JSON.stringify(otherServer.requests)).not.toContain('secret');
  await otherServer.close();
});

test('turns POST into GET on a redirect, unless the method must stay', async () => {
  const post = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' };
  respond = createRedirect('/end', 303);
  await sendRequest(post);
  expect(server.requests[1]).toMatchObject({ method: 'GET', body: '' });
  expect(server.requests[1]!.headers).not.toHaveProperty('content-type');
  respond = createRedirect('/end', 307);
  await sendRequest(post);
  expect(server.requests[3]).toMatchObject({ method: 'POST', body: 'hello' });
});

test('stops at redirect loops', async () => {
  respond = createRedirect('/again');
  expect(await sendRequest()).toEqual(createErrorOutcome('too many redirects'));
  expect(server.requests).toHaveLength(6);
});
