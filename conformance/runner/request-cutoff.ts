import { AuditStop } from './audit-stop.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';

/** Creates a gate that lets an audit send requests until the audit's time is up. */
export const createRequestGate = () => {
  const pending = new Set<Promise<unknown>>();
  let isOpen = true;

  const sendRequest =
    <A extends readonly unknown[]>(method: (...args: A) => Promise<Reply>) =>
    async (...args: A): Promise<Reply> => {
      if (!isOpen) throw new AuditStop('NOT_VERIFIED', 'The audit ran out of time');
      const reply = method(...args);
      pending.add(reply);
      try {
        return await reply;
      } finally {
        pending.delete(reply);
      }
    };

  return {
    of: ({ send, get, post, put, delete: remove }: HttpClient): HttpClient => ({
      send: sendRequest(send),
      get: sendRequest(get),
      post: sendRequest(post),
      put: sendRequest(put),
      delete: sendRequest(remove),
    }),
    /** Closes the gate. Resolves when every pending request has its response. */
    async close(): Promise<void> {
      isOpen = false;
      await Promise.allSettled([...pending]);
    },
    /** Opens the gate again for the cleanup. */
    open(): void {
      isOpen = true;
    },
  };
};
