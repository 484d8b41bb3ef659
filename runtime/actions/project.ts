import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

const none = { added: [], removed: [], changed: [] };

export const project = {
  refresh: (_, { assets }) => {
    const { added, removed, changed } = assets.takeChanges() ?? none;
    return { added: [...added], removed: [...removed], changed: [...changed] };
  },
} satisfies Bodies<Actions['project']>;
