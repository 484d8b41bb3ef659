import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

const noChanges = { added: [], removed: [], changed: [] };

export const projectHandlers = {
  open: (parameters, { requestController }) => requestController('project.open', parameters),
  close: (parameters, { requestController }) => requestController('project.close', parameters),
  save: (parameters, { requestController }) => requestController('project.save', parameters),
  info: (parameters, { requestController }) => requestController('project.info', parameters),
  refresh: (_, { assets }) => {
    const { added, removed, changed } = assets.takeChanges() ?? noChanges;
    return { added: [...added], removed: [...removed], changed: [...changed] };
  },
} satisfies ActionHandlers<Actions['project']>;
