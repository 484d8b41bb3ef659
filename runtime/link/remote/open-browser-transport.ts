/** The transport of a runtime in a browser, or on any other host with the standard WebSocket. */
import { linkCloseCodes } from '#spec/runtime-link/errors.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import type { OpenTransport } from './connect-to-service.ts';
import type { LinkTransport } from './link-transport.ts';

/** How often to check whether buffered data has been sent, because browsers have no event for this. */
const drainCheckMs = 20;

/** Maximum bytes of the reason in a close frame (RFC 6455, section 5.5). No character has more than four bytes. */
const maxReasonBytes = 123;
const maxBytesPerCharacter = 4;

const utf8 = new TextEncoder();

const truncateReason = (reason: string): string =>
  utf8.encode(reason).length <= maxReasonBytes
    ? reason
    : reason.slice(0, Math.floor(maxReasonBytes / maxBytesPerCharacter));

const normalClosure = 1000;
const goingAway = 1001;

/** Browsers close only with 1000 and with codes from 3000. */
const toBrowserCode = (code: number): number => {
  if (code === normalClosure || code === goingAway) return normalClosure;
  return code < 3_000 ? linkCloseCodes.browser : code;
};

/** Opens a standard WebSocket, which can neither send nor see pings. */
export const openBrowserTransport: OpenTransport = (url, onOpen, onFailed) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const onClose = (): void => onFailed(`There is no connection to ${url}.`);
  socket.addEventListener('close', onClose);
  socket.addEventListener('open', () => {
    socket.removeEventListener('close', onClose);
    onOpen(createBrowserTransport(socket));
  });
  return () => socket.close();
};

const createBrowserTransport = (socket: WebSocket): LinkTransport => {
  let onDrain = (): void => {};
  let drainTimer: ReturnType<typeof setInterval> | undefined;
  const stopDrainTimer = (): void => {
    clearInterval(drainTimer);
    drainTimer = undefined;
  };
  const checkDrain = (): void => {
    if (socket.bufferedAmount > linkLimits.waitingBytes / 2) return;
    stopDrainTimer();
    onDrain();
  };
  const close = (code: number, reason: string): void =>
    socket.close(toBrowserCode(code), truncateReason(reason));
  return {
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(content) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(content as string | Uint8Array<ArrayBuffer>);
      if (socket.bufferedAmount > linkLimits.waitingBytes)
        drainTimer ??= setInterval(checkDrain, drainCheckMs);
    },
    // Browsers can't stop reading. Only services call these two methods.
    pause() {},
    resume() {},
    close,
    listen(listener) {
      onDrain = listener.onDrain;
      socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
        const content = typeof data === 'string' ? data : Buffer.from(data);
        if (content.length > linkLimits.messageBytes)
          close(linkCloseCodes.tooLarge, 'The message is too large.');
        else listener.onMessage(content);
      });
      socket.addEventListener('close', ({ code, reason }) => {
        stopDrainTimer();
        listener.onClose(code, reason);
      });
    },
  };
};
