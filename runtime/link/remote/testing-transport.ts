import type { LinkTransport, TransportListener } from './link-transport.ts';

/** Creates both ends of a connection within one process. Messages are delivered before `send` returns. */
export const createTransportPair = (): readonly [LinkTransport, LinkTransport] => {
  const listeners: (TransportListener | undefined)[] = [undefined, undefined];
  const earlyMessages: (string | Buffer)[][] = [[], []];
  let isOpen = true;
  const end = (side: 0 | 1): LinkTransport => {
    const otherSide = side === 0 ? 1 : 0;
    return {
      bufferedBytes: 0,
      send(content) {
        if (!isOpen) return;
        const message = typeof content === 'string' ? content : Buffer.from(content);
        const listener = listeners[otherSide];
        if (listener) listener.onMessage(message);
        else earlyMessages[otherSide]?.push(message);
      },
      ping() {
        if (!isOpen) return;
        listeners[otherSide]?.onActivity();
        listeners[side]?.onActivity();
      },
      pause() {},
      resume() {},
      close(code, reason) {
        if (!isOpen) return;
        isOpen = false;
        for (const listener of listeners) listener?.onClose(code, reason);
      },
      listen(listener) {
        listeners[side] = listener;
        for (const content of earlyMessages[side]?.splice(0) ?? []) listener.onMessage(content);
      },
    };
  };
  return [end(0), end(1)];
};
