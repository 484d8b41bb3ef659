import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome, HttpRequest } from '../../devices/http-device-types.ts';

interface SentRequest {
  readonly request: HttpRequest;
  readonly signal: AbortSignal;
  finish(outcome: HttpOutcome): void;
}

/** A graph that sends a request when it starts; the test responds instead of the network. */
const createRequestRuntime = (values: Record<string, Json> = {}) => {
  const sent: SentRequest[] = [];
  const stage = createTestRuntime({
    http: { send: (request, finish, signal) => sent.push({ request, finish, signal }) },
  });
  stage.listenTo('ports.updated', 'node.executing', 'node.done');
  stage.run(
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
  stage.step();
  const press = (nodeId: string): void => {
    stage.execute('graph.press', { graphId: 'graph', nodeId, port: 'Pressed' });
    stage.step();
  };
  return { ...stage, sent, press };
};

const captureRequest = (values: Record<string, Json>): HttpRequest =>
  createRequestRuntime(values).sent[0]!.request;

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
    const stage = createRequestRuntime();
    expect(stage.messages()).toEqual(['Out']);
    stage.sent[0]!.finish(createResponse('hello', { status: 201 }));
    expect(stage.messages()).toEqual(['Out']);
    stage.step();
    expect(stage.messages()).toEqual(['Out', 'Done']);
    expect([stage.port('node.out.Status'), stage.port('node.out.Response')]).toEqual([201, 'hello']);
  });

  test.each([
    ['{"a":1}', true, { a: 1 }],
    ['{"a":1}', false, '{"a":1}'],
    ['{broken', true, '{broken'],
  ])('%s, JSON or not (%s), is %j', (text, isJson, expected) => {
    const stage = createRequestRuntime();
    stage.sent[0]!.finish(createResponse(text, { isJson }));
    stage.step();
    expect(stage.port('node.out.Response')).toEqual(expected);
  });

  test('is null when it is empty, replacing the previous one', () => {
    const stage = createRequestRuntime();
    stage.sent[0]!.finish(createResponse('first'));
    stage.step();
    expect(stage.port('node.out.Response')).toBe('first');
    stage.press('again');
    stage.sent[1]!.finish(createResponse('', { status: 500, isJson: true }));
    stage.step();
    expect(stage.messages().at(-1)).toBe('Done');
    expect([stage.port('node.out.Status'), stage.port('node.out.Response')]).toEqual([500, null]);
  });

  test('fires Failed when there is none, with the reason in Response and on the console', () => {
    const stage = createRequestRuntime();
    stage.sent[0]!.finish({ error: 'The host cannot be reached.' });
    stage.step();
    expect(stage.data('console.log').slice(1)).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'node',
        message: 'The host cannot be reached.',
      }),
      expect.objectContaining({ message: 'Failed' }),
    ]);
    expect(stage.port('node.out.Response')).toBe('The host cannot be reached.');
  });
});

test('Cancel aborts pending requests, and nothing fires', () => {
  const stage = createRequestRuntime();
  stage.press('cancel');
  expect(stage.sent[0]!.signal.aborted).toBe(true);
  stage.sent[0]!.finish(createResponse('too late'));
  stage.step();
  expect(stage.messages()).toEqual(['Out']);
});

test('a runtime without a network fails every request', () => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ start: 'Start', node: 'HttpRequest', failed: ['LogConsole', { Message: 'Failed' }] }, [
      'start.Out > node.In',
      'node.Failed > failed.In',
    ]),
  );
  stage.step(2);
  expect(stage.messages()).toEqual(['This runtime sends no requests.', 'Failed']);
});

test('Authorization appears in no event', () => {
  const stage = createRequestRuntime({ Authorization: 'Bearer secret' });
  expect(stage.sent[0]!.request.headers.authorization).toBe('Bearer secret');
  stage.sent[0]!.finish({ error: 'No.' });
  stage.step(6);
  const flushed = stage.execute('graph.flush', { graphId: 'graph' });
  stage.execute('graph.stop', { graphId: 'graph' });
  expect(stage.raised('ports.updated')).not.toEqual([]);
  expect(stage.raised('node.done')).not.toEqual([]);
  expect(JSON.stringify([stage.batches, flushed])).not.toContain('secret');
});
