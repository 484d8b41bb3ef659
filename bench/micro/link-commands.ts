import { createEventBus } from '#runtime/controller/bus/bus.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { type CommandOrder, type CommandResult, driveCommands } from './command-load.ts';
import { type LinkedRuntime, linkRuntime, type Way } from './linked-runtime.ts';

/** What the service asks of its runtime for one log.console, which tells of it by one event. */
const order = { action: 'log.console', parameters: { message: 'bench action', severity: 'log' } };

/** Commands from a service's end of the runtime link to a runtime and back, both ends in this process. */
export const createLinkCommands = () => {
  const bus = createEventBus('bench');
  let linked: LinkedRuntime | undefined;
  return {
    async prepare({ way }: { readonly way: Way }): Promise<void> {
      linked = await linkRuntime(createRuntime({ now: () => new Date() }), way);
      linked.link.listen({ events: bus.publish });
    },
    async run(load: CommandOrder): Promise<CommandResult> {
      if (!linked) throw new Error('no runtime is linked');
      const { link, check } = linked;
      const before = bus.seq;
      const result = await driveCommands(() => link.request('action.run', order), load);
      check();
      if (bus.seq - before !== result.answered)
        throw new Error(`${result.answered} commands were answered, and ${bus.seq - before} told of`);
      return result;
    },
    close: async () => linked?.close(),
  };
};
