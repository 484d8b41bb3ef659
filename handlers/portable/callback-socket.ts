import type { HostSocket, ToldSocket } from './api.ts';

/** A socket for the hub over whatever a host sends and closes with, such as a socket of Bun or a `MessagePort`. */
export const createHostSocket = ({ send, close }: Pick<HostSocket, 'send' | 'close'>): ToldSocket => {
  const listeners: { type: string; listener: (event: { readonly data: unknown }) => void }[] = [];
  const tell = (told: string, data?: unknown): void => {
    for (const { type, listener } of listeners) if (type === told) listener({ data });
  };
  return {
    send,
    close,
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) =>
      void listeners.push({ type, listener }),
    came: (data) => tell('message', data),
    closed: () => tell('close'),
  };
};
