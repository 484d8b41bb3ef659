import { consoleOperations } from '#spec/rest/console.ts';
import { handle } from '../../pipeline/handle.ts';

export const clearConsole = handle(consoleOperations.clearConsole, ({ query }, { console }) => ({
  removed: console.clear(query),
}));
