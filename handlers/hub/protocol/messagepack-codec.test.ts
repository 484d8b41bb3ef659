import { MessageType, NullLogger } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messagePackCodec } from './messagepack-codec.ts';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import type { HubMessage } from '@microsoft/signalr';
import type { ServerMessage } from './hub-codec.ts';

const officialProtocol = new MessagePackHubProtocol();
const decodeOfficially = (message: ServerMessage) => {
  const bytes = messagePackCodec.encode(message) as Buffer;
  const [parsed] = officialProtocol.parseMessages(new Uint8Array(bytes).buffer, NullLogger.instance);
  return parsed;
};
const encodeOfficially = (message: HubMessage) => {
  const bytes = Buffer.from(officialProtocol.writeMessage(message) as ArrayBuffer);
  return [...messagePackCodec.createDecoder(1 << 20)(bytes)];
};
const createInvocation = (...args: unknown[]) => ({
  type: MessageType.Invocation as const,
  invocationId: '1',
  target: 'Subscribe',
  arguments: args,
});
const json = fc.jsonValue({ maxDepth: 5 });
/** Returns the value after a transfer as JSON, without the property that decoders reject. */
const roundTrip = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, property) => (key === '__proto__' ? undefined : property));

describe('messages of the hub', () => {
  test.each<[ServerMessage, object]>([
    [{ kind: 'invocation', target: 'ReceiveEvent', argument: { a: 1 } }, { arguments: [{ a: 1 }] }],
    [
      { kind: 'completion', invocationId: '7' },
      { invocationId: '7', error: undefined, result: undefined },
    ],
    [{ kind: 'completion', invocationId: '7', error: 'no' }, { error: 'no' }],
    [{ kind: 'completion', invocationId: '7', result: { seq: 9 } }, { result: { seq: 9 } }],
    [{ kind: 'ping' }, { type: MessageType.Ping }],
    [
      { kind: 'close', error: 'why', allowReconnect: true },
      { error: 'why', allowReconnect: true },
    ],
    [
      { kind: 'close', allowReconnect: false },
      { error: null, allowReconnect: false },
    ],
    [
      { kind: 'ack', sequenceId: 300 },
      { type: MessageType.Ack, sequenceId: 300 },
    ],
    [
      { kind: 'sequence', sequenceId: 70_000 },
      { type: MessageType.Sequence, sequenceId: 70_000 },
    ],
  ])('%j is decoded by the official client', (message, expected) => {
    expect(decodeOfficially(message)).toMatchObject(expected);
  });

  it('with any argument are decoded to the value that JSON would transfer', () => {
    fc.assert(
      fc.property(json, (argument) => {
        const expected = roundTrip(argument);
        expect(decodeOfficially({ kind: 'invocation', target: 'T', argument })).toMatchObject({
          arguments: [expected],
        });
        expect(decodeMessagePack(encodeMessagePack(argument))).toEqual(expected);
      }),
    );
  });

  it('omit what JSON omits', () => {
    const value = { a: undefined, b: Number.NaN, c: [undefined], d: Number.POSITIVE_INFINITY };
    expect(decodeMessagePack(encodeMessagePack(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('omit the property for which the official client would reject the whole message', () => {
    const argument = JSON.parse('{"a":[{"__proto__":{"b":1},"c":2}],"__proto__":3}');
    expect(decodeOfficially({ kind: 'invocation', target: 'T', argument })).toMatchObject({
      arguments: [{ a: [{ c: 2 }] }],
    });
  });

  test.each([
    0,
    127,
    128,
    255,
    256,
    65_535,
    65_536,
    4_294_967_295,
    4_294_967_296,
    Number.MAX_SAFE_INTEGER,
    -1,
    -32,
    -33,
    -128,
    -129,
    -32_768,
    -32_769,
    -2_147_483_648,
    -2_147_483_649,
    Number.MIN_SAFE_INTEGER,
    0.1,
    -1e300,
  ])('transfer the number %d', (value) => {
    expect(decodeOfficially({ kind: 'invocation', target: 'T', argument: value })).toMatchObject({
      arguments: [value],
    });
    expect(decodeMessagePack(encodeMessagePack(value))).toBe(value);
  });

  test.each([31, 32, 255, 256, 65_535, 65_536])('transfer texts, lists and maps of %d', (size) => {
    const value = {
      text: 'x'.repeat(size),
      list: Array.from({ length: size }, () => 'é'),
      map: Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index])),
    };
    expect(decodeOfficially({ kind: 'invocation', target: 'T', argument: value })).toMatchObject({
      arguments: [value],
    });
    expect(decodeMessagePack(encodeMessagePack(value))).toEqual(value);
  });
});

describe('messages of the official client', () => {
  it('are decoded', () => {
    expect(encodeOfficially(createInvocation(['*']))).toEqual([
      { kind: 'invocation', invocationId: '1', target: 'Subscribe', arguments: [['*']] },
    ]);
    expect(encodeOfficially({ type: MessageType.Invocation, target: 'Subscribe', arguments: [] })).toEqual([
      { kind: 'invocation', target: 'Subscribe', arguments: [] },
    ]);
    expect(encodeOfficially({ type: MessageType.Ping })).toEqual([{ kind: 'ping' }]);
    expect(encodeOfficially({ type: MessageType.Close })).toEqual([{ kind: 'close' }]);
    expect(encodeOfficially({ type: MessageType.Ack, sequenceId: 5 })).toEqual([
      { kind: 'ack', sequenceId: 5 },
    ]);
    expect(encodeOfficially({ type: MessageType.Sequence, sequenceId: 6 })).toEqual([
      { kind: 'sequence', sequenceId: 6 },
    ]);
    expect(encodeOfficially({ type: MessageType.CancelInvocation, invocationId: '1' })).toEqual([
      { kind: 'ofCall' },
    ]);
  });

  it('are decoded with any arguments', () => {
    fc.assert(
      fc.property(fc.array(json), (args) => {
        const [message] = encodeOfficially(createInvocation(...args));
        expect(JSON.stringify(message)).toContain(`"arguments":${JSON.stringify(args)}`);
      }),
    );
  });

  it('may contain a date, which is decoded as text', () => {
    for (const date of [
      '1970-01-01T00:00:01.000Z',
      '2026-01-02T03:04:05.678Z',
      '2600-01-02T03:04:05.678Z',
      '1960-01-01T00:00:00.500Z',
    ]) {
      expect(encodeOfficially(createInvocation(new Date(date)))).toMatchObject([{ arguments: [date] }]);
    }
  });

  it('can not reach a prototype', () => {
    const bytes = Buffer.from('81a95f5f70726f746f5f5f81a16101', 'hex');
    const value = decodeMessagePack(bytes) as Record<string, unknown>;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(value.a).toBeUndefined();
  });
});

it.each([
  ['cc80', 128],
  ['cdffff', 65_535],
  ['ceffffffff', 4_294_967_295],
  ['cf0000000100000001', 4_294_967_297],
  ['d3ffffffffffffffff', -1],
])('with the bytes %s contain the number %i', (bytes, number) => {
  expect(decodeMessagePack(Buffer.from(bytes, 'hex'))).toBe(number);
});

describe('invalid bytes', () => {
  test.each([
    ['c1', /cannot represent/],
    ['c40101', /cannot represent/],
    ['c70102ff', /extension/],
    ['d6ff', /middle/],
    ['dd7fffffff', /middle/],
    ['dfffffffff', /middle/],
    ['dbffffffff', /middle/],
    ['a5616263', /middle/],
    ['cb00', /middle/],
    ['', /middle/],
    ['0101', /followed by extra bytes/],
    ['81c001', /key/],
    ['91'.repeat(200), /deep/],
    ['81a161'.repeat(200), /deep/],
    ['81'.repeat(200), /deep/],
  ])('%.20s are rejected', (hex, reason) => {
    expect(() => decodeMessagePack(Buffer.from(hex, 'hex'))).toThrow(reason);
  });

  it('are rejected whatever they are, and never crash the decoder', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeMessagePack(Buffer.from(bytes));
        } catch (failure) {
          expect(failure).toBeInstanceOf(ProtocolError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
