import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

export const log = {
  console: ({ message, severity, context: about }, { log: write }) => {
    const { id } = write({ message, severity, ...about });
    return { id };
  },
  clear: (parameters, { ask }) => ask('log.clear', parameters),
  setLevel: ({ severity }, { console }) => ({ previous: console.setLevel(severity) }),
} satisfies Bodies<Actions['log']>;
