/** Loads that callers without a token can cause. */
import { once } from 'node:events';
import { type Load, type LoadTarget, sendSimultaneously } from './load.ts';

/** Creates a client frame that is masked with a zero mask (RFC 6455, section 5.2). */
const createFrame = (firstByte: number, payload: string): Buffer => {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([firstByte, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};

const textFrame = 0x81;
const textStartFrame = 0x01;
const continuationFrame = 0x00;
const pingFrame = 0x89;

const repeatFrame = (frame: Buffer, times: number): Buffer => Buffer.concat(Array(times).fill(frame));

const formatUpgradeRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`;

/** Opens WebSockets, and sends the given frames over each WebSocket when the load begins. */
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
      socket.write(formatUpgradeRequest(path));
      await once(socket, 'data');
      if (handshake !== '') {
        socket.write(createFrame(textFrame, handshake));
        await once(socket, 'data');
      }
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.write(frames);
  };
};

const createHubLoad = '/api/events';
const fragmentCount = 200_000;

const createGetLoad = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

const createChunkedLoad = (path: string, length: number): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(length)}`,
  );

const otherDocuments = ['/api/toc', '/api/schemas/layer1', '/llms.txt', '/llms', '/asyncapi', '/reference'];

export const anonymousLoads = {
  'hub-frames': {
    description: '16 hub connections send 1-byte frames without ending a record',
    prepare: (target) =>
      sendFrames(target, createHubLoad, 16, repeatFrame(createFrame(textFrame, ' '), fragmentCount)),
  },
  'hub-frames-messagepack': {
    description: '16 hub connections send a MessagePack message in 1-byte frames',
    prepare: (target) =>
      sendFrames(
        target,
        createHubLoad,
        16,
        Buffer.concat([createFrame(0x82, '\x7f'), repeatFrame(createFrame(0x82, '\x01'), fragmentCount)]),
        '{"protocol":"messagepack","version":1}\u001e',
      ),
  },
  'hub-handshake': {
    description: '16 hub connections send their handshake in 1-byte frames without ending it',
    prepare: (target) =>
      sendFrames(target, createHubLoad, 16, repeatFrame(createFrame(textFrame, ' '), fragmentCount), ''),
  },
  'hub-fragments': {
    description: '16 hub connections send messages in 1-byte fragments',
    prepare: (target) =>
      sendFrames(
        target,
        createHubLoad,
        16,
        repeatFrame(
          Buffer.concat([
            createFrame(textStartFrame, ' '),
            repeatFrame(createFrame(continuationFrame, ' '), 10_000),
            createFrame(0x80, ' '),
          ]),
          fragmentCount / 10_000,
        ),
      ),
  },
  'hub-pings': {
    description: '16 hub connections send WebSocket pings',
    prepare: (target) =>
      sendFrames(target, createHubLoad, 16, repeatFrame(createFrame(pingFrame, ''), fragmentCount)),
  },
  'hub-records': {
    description: '16 hub connections send pings of the hub protocol, many in a frame',
    prepare: (target) =>
      sendFrames(
        target,
        createHubLoad,
        16,
        repeatFrame(createFrame(textFrame, '{"type":6}\u001e'.repeat(11)), 20_000),
      ),
  },
  'link-fragments': {
    description: '16 connections to the runtime link send a message in 1-byte fragments',
    args: ['--runtime', 'external'],
    prepare: (target) =>
      sendFrames(
        target,
        '/runtime',
        16,
        Buffer.concat([
          createFrame(textStartFrame, ' '),
          repeatFrame(createFrame(continuationFrame, ' '), 16_000),
        ]),
        '',
      ),
  },
  'link-pings': {
    description: '16 connections to the runtime link send WebSocket pings',
    args: ['--runtime', 'external'],
    prepare: (target) =>
      sendFrames(target, '/runtime', 16, repeatFrame(createFrame(pingFrame, ''), fragmentCount), ''),
  },
  'chunked-bodies': {
    description: '8 bodies arrive in 1-byte chunks',
    prepare: (target) =>
      sendSimultaneously(target, 8, createChunkedLoad('/api/events/negotiate', fragmentCount)),
  },
  'more-chunked-bodies': {
    description: '64 bodies arrive in 1-byte chunks',
    prepare: (target) =>
      sendSimultaneously(target, 64, createChunkedLoad('/api/events/negotiate', fragmentCount / 4)),
  },
  pipelined: {
    description: '8 connections send 5,000 requests each without waiting for responses',
    prepare: (target) => sendSimultaneously(target, 8, createGetLoad('/api/health').repeat(5_000)),
  },
  'pipelined-posts': {
    description: '8 connections send 5,000 requests without a token each without waiting for responses',
    prepare: (target) =>
      sendSimultaneously(
        target,
        8,
        'POST /api/graphs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'.repeat(5_000),
      ),
  },
  openapi: {
    description: '20 requests for /openapi.json',
    warmUp: ['/openapi.json'],
    prepare: (target) => sendSimultaneously(target, 20, createGetLoad('/openapi.json')),
  },
  'openapi-compressed': {
    description: '20 requests for /openapi.json that accept gzip',
    warmUp: ['/openapi.json'],
    prepare: (target) =>
      sendSimultaneously(target, 20, createGetLoad('/openapi.json', 'Accept-Encoding: gzip\r\n')),
  },
  'actions-schema': {
    description: '50 requests for /api/actions/schema',
    warmUp: ['/api/actions/schema'],
    prepare: (target) => sendSimultaneously(target, 50, createGetLoad('/api/actions/schema')),
  },
  'asyncapi-by-host': {
    description: '20 requests for /asyncapi, each with another port in Host',
    prepare: async (target) => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => target.open()));
      return () => {
        for (const [index, socket] of sockets.entries())
          socket.write(`GET /asyncapi HTTP/1.1\r\nHost: localhost:${index + 1}\r\n\r\n`);
      };
    },
  },
  'other-documents': {
    description: '20 requests for each of the other documents that need no token',
    warmUp: otherDocuments,
    prepare: async (target) => {
      const startFunctions = await Promise.all(
        otherDocuments.map((path) => sendSimultaneously(target, 20, createGetLoad(path))),
      );
      return () => {
        for (const start of startFunctions) start();
      };
    },
  },
} as const satisfies Readonly<Record<string, Load>>;
