import { AuditStop } from './audit-stop.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';

/** Lets an audit ask a target until its time is over. */
export const createRequestGate = () => {
  const underWay = new Set<Promise<unknown>>();
  let isOpen = true;

  const ask =
    <A extends readonly unknown[]>(method: (...args: A) => Promise<Reply>) =>
    async (...args: A): Promise<Reply> => {
      if (!isOpen) throw new AuditStop('NOT_VERIFIED', 'The time of the audit is over');
      const reply = method(...args);
      underWay.add(reply);
      try {
        return await reply;
      } finally {
        underWay.delete(reply);
      }
    };

  return {
    of: ({ send, get, post, put, delete: remove }: HttpClient): HttpClient => ({
      send: ask(send),
      get: ask(get),
      post: ask(post),
      put: ask(put),
      delete: ask(remove),
    }),
    /** Resolves when all that was asked is answered. */
    async close(): Promise<void> {
      isOpen = false;
      await Promise.allSettled([...underWay]);
    },
    /** What cleans up may ask again. */
    open(): void {
      isOpen = true;
    },
  };
};
