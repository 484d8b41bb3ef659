import { createEventBus } from '../../handlers/controller/bus/event-bus.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { type CommandLoadOptions, type CommandLoadResult, driveEventCommands } from './drive-commands.ts';
import { type LinkedRuntime, connectLinkedRuntime, type LinkTransport } from './linked-runtime.ts';

/**
 * The request that the service sends to its runtime for one log.console action. The runtime raises one event for this
 * request.
 */
const logCommand = { action: 'log.console', parameters: { message: 'bench action', severity: 'log' } };

/**
 * Creates a benchmark of commands from the service's end of the runtime link to a runtime and back. Both ends are in
 * this process.
 */
export const createLinkCommandsBench = () => {
  const bus = createEventBus('bench');
  let linked: LinkedRuntime | undefined;
  return {
    async prepare({ transport }: { readonly transport: LinkTransport }): Promise<void> {
      linked = await connectLinkedRuntime(createRuntime({ now: () => new Date() }), transport);
      linked.link.listen({ onEvents: bus.publish });
    },
    async run(load: CommandLoadOptions): Promise<CommandLoadResult> {
      if (!linked) throw new Error('no runtime is linked');
      const { link, check } = linked;
      const send = () => link.request('action.run', logCommand);
      // A warning of the link explains missing events.
      const getEventCount = () => {
        check();
        return bus.seq;
      };
      return driveEventCommands(send, getEventCount, load);
    },
    close: async () => linked?.close(),
  };
};
