import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

const none = { added: [], removed: [], changed: [] };

export const project = {
  open: (parameters, { ask }) => ask('project.open', parameters),
  close: (parameters, { ask }) => ask('project.close', parameters),
  save: (parameters, { ask }) => ask('project.save', parameters),
  info: (parameters, { ask }) => ask('project.info', parameters),
  refresh: (_, { assets }) => {
    const { added, removed, changed } = assets.takeChanges() ?? none;
    return { added: [...added], removed: [...removed], changed: [...changed] };
  },
} satisfies Bodies<Actions['project']>;
