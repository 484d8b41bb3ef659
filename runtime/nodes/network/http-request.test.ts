import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome, HttpRequest } from '../../integrations/http.ts';

interface SentRequest {
  readonly request: HttpRequest;
  readonly signal: AbortSignal;
  finish(outcome: HttpOutcome): void;
}

/** Creates a graph that sends a request when it starts. The test responds instead of the network. */
const createRequestRuntime = (values: Record<string, Json> = {}) => {
  const sentRequests: SentRequest[] = [];
  const runtime = createTestRuntime({
    http: { send: (request, finish, signal) => sentRequests.push({ request, finish, signal }) },
  });
  runtime.listenTo('ports.updated', 'node.executing', 'node.done');
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        cancel: 'ManualButton',
        again: 'ManualButton',
        node: ['HttpRequest', { Url: 'http://host.example/', ...values }],
        out: ['LogConsole', { Message: 'Out' }],
        done: ['LogConsole', { Message: 'Done' }],
        failed: ['LogConsole', { Message: 'Failed' }],
      },
      [
        'start.Out > node.In',
        'cancel.Pressed > node.Cancel',
        'again.Pressed > node.In',
        'node.Out > out.In',
        'node.Done > done.In',
        'node.Failed > failed.In',
      ],
    ),
  );
  runtime.step();
  const press = (nodeId: string): void => {
    runtime.execute('graph.press', { graphId: 'graph', nodeId, port: 'Pressed' });
    runtime.step();
  };
  return { ...runtime, sentRequests, press };
};

const captureRequest = (values: Record<string, Json>): HttpRequest =>
  createRequestRuntime(values).sentRequests[0]!.request;

const createResponse = (text: string, { status = 200, isJson = false } = {}): HttpOutcome => ({
  status,
  isJson,
  text,
});

describe('the request', () => {
  test('is a GET without headers and body by default', () => {
    expect(captureRequest({ Body: 'left out' })).toEqual({
      method: 'GET',
      url: 'http://host.example/',
      headers: {},
      body: undefined,
      timeout: 10,
    });
  });

  test.each([
    ['text', 'text', 'text/plain; charset=utf-8'],
    [{ a: [1] }, '{"a":[1]}', 'application/json'],
    [false, 'false', 'application/json'],
  ])('has the body %j as %s', (Body, body, type) => {
    const request = captureRequest({ Method: 'POST', Body });
    expect(request).toMatchObject({ method: 'POST', body, headers: { 'content-type': type } });
  });

  test('has no body when Body is empty', () => {
    expect(captureRequest({ Method: 'DELETE' })).toMatchObject({ body: undefined, headers: {} });
  });

  test('has the given headers, and Authorization takes precedence', () => {
    expect(
      captureRequest({
        Method: 'PUT',
        Body: '<a/>',
        Headers: { 'Content-Type': 'application/xml', 'X-Count': 3, authorization: 'other', 'X-None': null },
        Authorization: 'Bearer secret',
      }).headers,
    ).toEqual({ 'content-type': 'application/xml', 'x-count': '3', authorization: 'Bearer secret' });
  });

  test.each([[], 'text', null, 5])('has none when Headers is %j', (Headers) => {
    expect(captureRequest({ Headers }).headers).toEqual({});
  });

  test.each([
    [2.5, 2.5],
    [61, 60],
    [0, 60],
    [-1, 60],
  ])('with a Timeout of %d may take %d seconds', (Timeout, timeout) => {
    expect(captureRequest({ Timeout }).timeout).toBe(timeout);
  });
});

describe('the response', () => {
  test('fires Done in the next frame, after Out', () => {
    const runtime = createRequestRuntime();
    expect(runtime.messages()).toEqual(['Out']);
    runtime.sentRequests[0]!.finish(createResponse('hello', { status: 201 }));
    expect(runtime.messages()).toEqual(['Out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    expect([runtime.port('node.out.Status'), runtime.port('node.out.Response')]).toEqual([201, 'hello']);
  });

  test.each([
    ['{"a":1}', true, { a: 1 }],
    ['{"a":1}', false, '{"a":1}'],
    ['{broken', true, '{broken'],
  ])('%s, JSON or not (%s), is %j', (text, isJson, expected) => {
    const runtime = createRequestRuntime();
    runtime.sentRequests[0]!.finish(createResponse(text, { isJson }));
    runtime.step();
    expect(runtime.port('node.out.Response')).toEqual(expected);
  });

  test('is null when it is empty, replacing the previous one', () => {
    const runtime = createRequestRuntime();
    runtime.sentRequests[0]!.finish(createResponse('first'));
    runtime.step();
    expect(runtime.port('node.out.Response')).toBe('first');
    runtime.press('again');
    runtime.sentRequests[1]!.finish(createResponse('', { status: 500, isJson: true }));
    runtime.step();
    expect(runtime.messages().at(-1)).toBe('Done');
    expect([runtime.port('node.out.Status'), runtime.port('node.out.Response')]).toEqual([500, null]);
  });

  test('fires Failed when there is none, with the reason in Response and on the console', () => {
    const runtime = createRequestRuntime();
    runtime.sentRequests[0]!.finish({ error: 'The host cannot be reached.' });
    runtime.step();
    expect(runtime.data('console.log').slice(1)).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'node',
        message: 'The host cannot be reached.',
      }),
      expect.objectContaining({ message: 'Failed' }),
    ]);
    expect(runtime.port('node.out.Response')).toBe('The host cannot be reached.');
  });
});

test('Cancel aborts pending requests, and nothing fires', () => {
  const runtime = createRequestRuntime();
  runtime.press('cancel');
  expect(runtime.sentRequests[0]!.signal.aborted).toBe(true);
  runtime.sentRequests[0]!.finish(createResponse('too late'));
  runtime.step();
  expect(runtime.messages()).toEqual(['Out']);
});

test('a runtime without a network fails every request', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ start: 'Start', node: 'HttpRequest', failed: ['LogConsole', { Message: 'Failed' }] }, [
      'start.Out > node.In',
      'node.Failed > failed.In',
    ]),
  );
  runtime.step(2);
  expect(runtime.messages()).toEqual(['This runtime sends no requests.', 'Failed']);
});

test('Authorization appears in no event', () => {
  const runtime = createRequestRuntime({ Authorization: 'Bearer secret' });
  expect(runtime.sentRequests[0]!.request.headers.authorization).toBe('Bearer secret');
  runtime.sentRequests[0]!.finish({ error: 'No.' });
  runtime.step(6);
  const flushedPorts = runtime.execute('graph.flush', { graphId: 'graph' });
  runtime.execute('graph.stop', { graphId: 'graph' });
  expect(runtime.raised('ports.updated')).not.toEqual([]);
  expect(runtime.raised('node.done')).not.toEqual([]);
  expect(JSON.stringify([runtime.batches, flushedPorts])).not.toContain('secret');
});
