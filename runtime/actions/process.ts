import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const processHandlers = {
  start: async ({ path, arguments: args, workingDirectory, environment }, { processes }) => {
    const { processId } = await processes.start({ path, arguments: args, workingDirectory, environment });
    return { accepted: true, processId };
  },
  stop: ({ processId, force }, { processes }) => ({ stopped: processes.stop(processId, force) }),
  list: (_, { processes }) => ({ processes: [...processes.list()] }),
  sendInput: async ({ processId, text, end }, { processes }) => ({
    written: await processes.write(processId, text, end),
  }),
} satisfies ActionHandlers<Actions['process']>;
