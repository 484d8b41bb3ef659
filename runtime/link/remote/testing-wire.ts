import type { LinkWire, WireListener } from './wire.ts';

/** Two ends of a wire in one process: what one end sends, the other has got when `send` returns. */
export const wirePair = (): readonly [LinkWire, LinkWire] => {
  const listeners: (WireListener | undefined)[] = [undefined, undefined];
  const early: (string | Buffer)[][] = [[], []];
  let isOpen = true;
  const end = (own: 0 | 1): LinkWire => {
    const other = own === 0 ? 1 : 0;
    return {
      waiting: 0,
      send(content) {
        if (!isOpen) return;
        const sent = typeof content === 'string' ? content : Buffer.from(content);
        const listener = listeners[other];
        if (listener) listener.message(sent);
        else early[other]?.push(sent);
      },
      ping() {
        if (!isOpen) return;
        listeners[other]?.alive();
        listeners[own]?.alive();
      },
      pause() {},
      resume() {},
      close(code, reason) {
        if (!isOpen) return;
        isOpen = false;
        for (const listener of listeners) listener?.closed(code, reason);
      },
      listen(listener) {
        listeners[own] = listener;
        for (const content of early[own]?.splice(0) ?? []) listener.message(content);
      },
    };
  };
  return [end(0), end(1)];
};
