import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const logHandlers = {
  console: ({ message, severity, context: subject }, { log: writeEntry }) => {
    const { id } = writeEntry({ message, severity, ...subject });
    return { id };
  },
  clear: (parameters, { requestController }) => requestController('log.clear', parameters),
  setLevel: ({ severity }, { console }) => ({ previous: console.setLevel(severity) }),
} satisfies ActionHandlers<Actions['log']>;
