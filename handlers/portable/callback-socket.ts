import type { HostSocket, ToldSocket } from './api.ts';

/** Creates a hub socket from functions that send and close, such as those of a Bun socket or a `MessagePort`. */
export const createHostSocket = ({ send, close }: Pick<HostSocket, 'send' | 'close'>): ToldSocket => {
  const listeners: { type: string; listener: (event: { readonly data: unknown }) => void }[] = [];
  const dispatch = (eventType: string, data?: unknown): void => {
    for (const { type, listener } of listeners) if (type === eventType) listener({ data });
  };
  return {
    send,
    close,
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) =>
      void listeners.push({ type, listener }),
    came: (data) => dispatch('message', data),
    closed: () => dispatch('close'),
  };
};
