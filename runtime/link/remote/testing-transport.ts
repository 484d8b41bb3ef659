import type { LinkTransport, TransportListener } from './link-transport.ts';

/** Creates both ends of a connection in one process. A message is delivered before `send` returns. */
export const createTransportPair = (): readonly [LinkTransport, LinkTransport] => {
  const listeners: (TransportListener | undefined)[] = [undefined, undefined];
  const earlyMessages: (string | Buffer)[][] = [[], []];
  let isOpen = true;
  const end = (ownSide: 0 | 1): LinkTransport => {
    const other = ownSide === 0 ? 1 : 0;
    return {
      bufferedBytes: 0,
      send(content) {
        if (!isOpen) return;
        const sent = typeof content === 'string' ? content : Buffer.from(content);
        const listener = listeners[other];
        if (listener) listener.onMessage(sent);
        else earlyMessages[other]?.push(sent);
      },
      ping() {
        if (!isOpen) return;
        listeners[other]?.onActivity();
        listeners[ownSide]?.onActivity();
      },
      pause() {},
      resume() {},
      close(code, reason) {
        if (!isOpen) return;
        isOpen = false;
        for (const listener of listeners) listener?.onClose(code, reason);
      },
      listen(listener) {
        listeners[ownSide] = listener;
        for (const content of earlyMessages[ownSide]?.splice(0) ?? []) listener.onMessage(content);
      },
    };
  };
  return [end(0), end(1)];
};
