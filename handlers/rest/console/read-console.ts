import { consoleOperations } from '#spec/rest/console.ts';
import { handle } from '../../pipeline/handle.ts';

/** The latest entries that match, oldest first, so that the last one read gives the next `since`. */
export const readConsole = handle(consoleOperations.readConsole, ({ query }, services) => {
  const { type, contextType, since, limit, wrap } = query;
  const entries = services.console.read({
    type,
    contextType,
    since: since === undefined ? undefined : new Date(since),
  });
  const items = entries.slice(-limit);
  return wrap ? { totalCount: entries.length, items } : items;
});
