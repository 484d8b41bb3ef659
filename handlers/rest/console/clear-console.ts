import { consoleOperations } from '#spec/rest/console.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const clearConsole = defineHandler(consoleOperations.clearConsole, ({ query }, { console }) => ({
  removed: console.clear(query),
}));
