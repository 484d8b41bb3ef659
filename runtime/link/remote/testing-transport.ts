import type { LinkTransport, TransportListener } from './link-transport.ts';

/** Creates both ends of a connection in one process. A message is delivered before `send` returns. */
export const createTransportPair = (): readonly [LinkTransport, LinkTransport] => {
  const listeners: (TransportListener | undefined)[] = [undefined, undefined];
  const early: (string | Buffer)[][] = [[], []];
  let isOpen = true;
  const end = (own: 0 | 1): LinkTransport => {
    const other = own === 0 ? 1 : 0;
    return {
      bufferedBytes: 0,
      send(content) {
        if (!isOpen) return;
        const sent = typeof content === 'string' ? content : Buffer.from(content);
        const listener = listeners[other];
        if (listener) listener.onMessage(sent);
        else early[other]?.push(sent);
      },
      ping() {
        if (!isOpen) return;
        listeners[other]?.onActivity();
        listeners[own]?.onActivity();
      },
      pause() {},
      resume() {},
      close(code, reason) {
        if (!isOpen) return;
        isOpen = false;
        for (const listener of listeners) listener?.onClose(code, reason);
      },
      listen(listener) {
        listeners[own] = listener;
        for (const content of early[own]?.splice(0) ?? []) listener.onMessage(content);
      },
    };
  };
  return [end(0), end(1)];
};
