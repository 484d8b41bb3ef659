import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket } from 'ws';
import { createEventBus } from '../../handlers/controller/bus/event-bus.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { attachHub } from '../../handlers/hub/attach-hub.ts';
import { createHub } from '../../handlers/hub/hub.ts';
import { performAction } from '../../handlers/perform-action.ts';
import { listenOnLoopback } from '../baselines/listen-on-loopback.ts';
import { recordSeparator } from '../load/signalr-connection.ts';
import { createLogCommand } from '../load/event-trigger-frames.ts';
import { type CommandLoadOptions, type CommandLoadResult, driveEventCommands } from './drive-commands.ts';

const hubPath = '/api/events';

/** The parts of a hub message that the benchmark reads. */
interface HubMessage {
  readonly target?: string;
  readonly arguments?: readonly { readonly requestId: string; readonly success: boolean }[];
}

/**
 * Creates a benchmark of commands with request ids that travel from a client to the hub and back. The client has
 * subscribed to the event of each command. The client, the hub and the runtime are all in this process.
 */
export const createHubCommandsBench = () => {
  const pending = new Map<string, { resolve(): void; reject(failure: Error): void }>();
  let client: WebSocket | undefined;
  let end = async (): Promise<void> => {};
  let sentCount = 0;
  let eventCount = 0;

  const sendMessage = (message: object): void => client?.send(JSON.stringify(message) + recordSeparator);
  const sendCommand = (): Promise<void> =>
    new Promise((resolve, reject) => {
      sentCount += 1;
      const RequestId = `00000000-0000-4000-8000-${String(sentCount).padStart(12, '0')}`;
      pending.set(RequestId, { resolve, reject });
      sendMessage({
        type: 1,
        target: 'SendAction',
        arguments: [{ ...createLogCommand('bench action'), RequestId }],
      });
    });
  const handleText = (text: string): void => {
    for (const record of text.split(recordSeparator)) {
      if (record === '') continue;
      const { target, arguments: [response] = [] } = JSON.parse(record) as HubMessage;
      if (target === 'ReceiveEvent') eventCount += 1;
      if (target !== 'ActionResponse' || !response) continue;
      const { requestId, success } = response;
      if (success) pending.get(requestId)?.resolve();
      else pending.get(requestId)?.reject(new Error(`log.console was refused: ${record}`));
      pending.delete(requestId);
    }
  };

  return {
    async prepare(): Promise<void> {
      const bus = createEventBus('bench');
      const link = createInProcessLink(createRuntime({ now: () => new Date() }));
      link.listen({ onEvents: bus.publish });
      const runServiceAction = (): never => {
        throw new Error('Only actions of the runtime are measured.');
      };
      const hub = createHub({
        bus,
        onInterest() {},
        runAction: (name, parameters) =>
          performAction({ link, runServiceAction }, getAction(name), parameters),
      });
      const server = createServer();
      attachHub(server, hub, { path: hubPath, createTokenCheck: () => () => true, allowsOrigin: () => true });
      const { port } = await listenOnLoopback(server);
      client = new WebSocket(`ws://127.0.0.1:${port}${hubPath}`, { perMessageDeflate: false });
      await once(client, 'open');
      sendMessage({ protocol: 'json', version: 1 });
      await once(client, 'message');
      sendMessage({ type: 1, target: 'Subscribe', arguments: [['console.log']], invocationId: '1' });
      await once(client, 'message');
      client.on('message', (data) => handleText(data.toString()));
      end = async () => {
        client?.terminate();
        await hub.close('The bench is done');
        const closed = once(server, 'close');
        server.close();
        await closed;
      };
    },
    run: (load: CommandLoadOptions): Promise<CommandLoadResult> =>
      driveEventCommands(sendCommand, () => eventCount, load),
    close: () => end(),
  };
};
