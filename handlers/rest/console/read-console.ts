import { parseMicroseconds } from '#runtime/controller/console/unique-console-timestamps.ts';
import { consoleOperations } from '#spec/rest/console.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { LazyList } from '../../pipeline/lazy-list.ts';

/** Forwards for who says where to begin, so that a poller misses nothing; the latest entries for everybody else. */
export const readConsole = defineHandler(consoleOperations.readConsole, ({ query }, { console }) => {
  const { since, offset } = query;
  const entries = console.list({
    ...query,
    since: since === undefined ? undefined : parseMicroseconds(since),
  });
  return since === undefined && offset === undefined ? LazyList.fromEnd(entries) : entries;
});
