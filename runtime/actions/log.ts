import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

export const log = {
  console: ({ message, severity, context: about }, { log: write }) => {
    const { id } = write({ message, severity, ...about });
    return { id };
  },
} satisfies Bodies<Actions['log']>;
