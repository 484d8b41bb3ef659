import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

export const process = {
  start: async ({ path, arguments: given, workingDirectory, environment }, { processes }) => {
    const { processId } = await processes.start({ path, arguments: given, workingDirectory, environment });
    return { accepted: true, processId };
  },
  stop: ({ processId, force }, { processes }) => ({ stopped: processes.stop(processId, force) }),
  list: (_, { processes }) => ({ processes: [...processes.list()] }),
  sendInput: async ({ processId, text, end }, { processes }) => ({
    written: await processes.write(processId, text, end),
  }),
} satisfies Bodies<Actions['process']>;
