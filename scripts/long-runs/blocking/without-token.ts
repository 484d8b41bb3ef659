/** What callers without a token can do. */
import { once } from 'node:events';
import { type Load, type LoadTarget, sendAtOnce } from './load.ts';

/** A masked frame of a client, whose mask is zero (RFC 6455, section 5.2). */
const frameOf = (firstByte: number, payload: string): Buffer => {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([firstByte, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};

const text = 0x81;
const beginningOfText = 0x01;
const continuation = 0x00;
const ping = 0x89;

const repeated = (frame: Buffer, times: number): Buffer => Buffer.concat(Array(times).fill(frame));

const upgradeTo = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`;

/** Opens WebSockets, and sends each these frames when the load begins. */
const sendFrames = async (
  { open }: LoadTarget,
  path: string,
  connections: number,
  frames: Buffer,
  handshake = '{"protocol":"json","version":1}\u001e',
): Promise<() => void> => {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open();
      socket.write(upgradeTo(path));
      await once(socket, 'data');
      if (handshake !== '') {
        socket.write(frameOf(text, handshake));
        await once(socket, 'data');
      }
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.write(frames);
  };
};

const hub = '/api/events';
const pieces = 200_000;

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

const chunked = (path: string, length: number): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(length)}`,
  );

const otherDocuments = ['/api/toc', '/api/schemas/layer1', '/llms.txt', '/llms', '/asyncapi', '/reference'];

export const withoutToken = {
  'hub-frames': {
    about: '16 hub connections send 1-byte frames without ending a record',
    prepare: (target) => sendFrames(target, hub, 16, repeated(frameOf(text, ' '), pieces)),
  },
  'hub-frames-messagepack': {
    about: '16 hub connections send a MessagePack message in 1-byte frames',
    prepare: (target) =>
      sendFrames(
        target,
        hub,
        16,
        Buffer.concat([frameOf(0x82, '\x7f'), repeated(frameOf(0x82, '\x01'), pieces)]),
        '{"protocol":"messagepack","version":1}\u001e',
      ),
  },
  'hub-handshake': {
    about: '16 hub connections send their handshake in 1-byte frames without ending it',
    prepare: (target) => sendFrames(target, hub, 16, repeated(frameOf(text, ' '), pieces), ''),
  },
  'hub-fragments': {
    about: '16 hub connections send messages in 1-byte fragments',
    prepare: (target) =>
      sendFrames(
        target,
        hub,
        16,
        repeated(
          Buffer.concat([
            frameOf(beginningOfText, ' '),
            repeated(frameOf(continuation, ' '), 10_000),
            frameOf(0x80, ' '),
          ]),
          pieces / 10_000,
        ),
      ),
  },
  'hub-pings': {
    about: '16 hub connections send WebSocket pings',
    prepare: (target) => sendFrames(target, hub, 16, repeated(frameOf(ping, ''), pieces)),
  },
  'hub-records': {
    about: '16 hub connections send pings of the hub protocol, many in a frame',
    prepare: (target) =>
      sendFrames(target, hub, 16, repeated(frameOf(text, '{"type":6}\u001e'.repeat(11)), 20_000)),
  },
  'link-fragments': {
    about: '16 connections to the runtime link send a message in 1-byte fragments',
    args: ['--runtime', 'external'],
    prepare: (target) =>
      sendFrames(
        target,
        '/runtime',
        16,
        Buffer.concat([frameOf(beginningOfText, ' '), repeated(frameOf(continuation, ' '), 16_000)]),
        '',
      ),
  },
  'link-pings': {
    about: '16 connections to the runtime link send WebSocket pings',
    args: ['--runtime', 'external'],
    prepare: (target) => sendFrames(target, '/runtime', 16, repeated(frameOf(ping, ''), pieces), ''),
  },
  'chunked-bodies': {
    about: '8 bodies come in 1-byte chunks',
    prepare: (target) => sendAtOnce(target, 8, chunked('/api/events/negotiate', pieces)),
  },
  'more-chunked-bodies': {
    about: '64 bodies come in 1-byte chunks',
    prepare: (target) => sendAtOnce(target, 64, chunked('/api/events/negotiate', pieces / 4)),
  },
  pipelined: {
    about: '8 connections send 5,000 requests each without waiting for answers',
    prepare: (target) => sendAtOnce(target, 8, get('/api/health').repeat(5_000)),
  },
  'pipelined-posts': {
    about: '8 connections send 5,000 calls without a token each without waiting for answers',
    prepare: (target) =>
      sendAtOnce(
        target,
        8,
        'POST /api/graphs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'.repeat(5_000),
      ),
  },
  openapi: {
    about: '20 requests for /openapi.json',
    warmUp: ['/openapi.json'],
    prepare: (target) => sendAtOnce(target, 20, get('/openapi.json')),
  },
  'openapi-compressed': {
    about: '20 requests for /openapi.json that take gzip',
    warmUp: ['/openapi.json'],
    prepare: (target) => sendAtOnce(target, 20, get('/openapi.json', 'Accept-Encoding: gzip\r\n')),
  },
  'actions-schema': {
    about: '50 requests for /api/actions/schema',
    warmUp: ['/api/actions/schema'],
    prepare: (target) => sendAtOnce(target, 50, get('/api/actions/schema')),
  },
  'asyncapi-by-host': {
    about: '20 requests for /asyncapi, each by another port in Host',
    prepare: async (target) => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => target.open()));
      return () => {
        for (const [index, socket] of sockets.entries())
          socket.write(`GET /asyncapi HTTP/1.1\r\nHost: localhost:${index + 1}\r\n\r\n`);
      };
    },
  },
  'other-documents': {
    about: '20 requests for each of the other documents that need no token',
    warmUp: otherDocuments,
    prepare: async (target) => {
      const begins = await Promise.all(otherDocuments.map((path) => sendAtOnce(target, 20, get(path))));
      return () => {
        for (const begin of begins) begin();
      };
    },
  },
} as const satisfies Readonly<Record<string, Load>>;
