import { WebSocket } from 'ws';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { createWebSocketTransport } from './link-transport.ts';
import type { Duplex } from 'node:stream';
import type { OpenTransport } from './connect-to-service.ts';

/** Opens a WebSocket on Node. */
export const openTransport: OpenTransport = (url, onOpen, onFailed) => {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: linkLimits.messageBytes,
    handshakeTimeout: linkLimits.helloMs,
  });
  const onError = (failure: Error): void => onFailed(failure.message);
  socket.once('error', onError);
  let stream: Duplex;
  socket.once('upgrade', (response) => {
    stream = response.socket;
  });
  socket.once('open', () => {
    socket.off('error', onError);
    onOpen(createWebSocketTransport(socket, stream));
  });
  return () => socket.close();
};
