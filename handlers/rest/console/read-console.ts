import { parseMicroseconds } from '../../controller/bus/console-buffer.ts';
import { consoleOperations } from '#spec/rest/console.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

/**
 * With a start position, entries are read forwards, so that a polling client misses none. By default, the latest
 * entries are returned.
 */
export const readConsole = defineHandler(consoleOperations.readConsole, ({ query }, { console }) => {
  const { since, offset } = query;
  const entries = console.list({
    ...query,
    since: since === undefined ? undefined : parseMicroseconds(since),
  });
  return since === undefined && offset === undefined ? Result.listFromEnd(entries) : entries;
});
