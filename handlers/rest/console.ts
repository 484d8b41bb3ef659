import { parseMicroseconds } from '../controller/bus/console-buffer.ts';
import { Result } from '../pipeline/result.ts';
import type { consoleOperations } from '#spec/rest/console.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const consoleHandlers: Handlers<typeof consoleOperations> = {
  /**
   * With a start position, entries are read forwards, so that a polling client misses none. By default, the latest
   * entries are returned.
   */
  readConsole({ query }, { console }) {
    const { since, offset } = query;
    const entries = console.list({
      ...query,
      since: since === undefined ? undefined : parseMicroseconds(since),
    });
    return since === undefined && offset === undefined ? Result.listFromEnd(entries) : entries;
  },

  clearConsole: ({ query }, { console }) => ({
    removed: console.clear(query),
  }),
};
