import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket } from 'ws';
import { createEventBus } from '#runtime/controller/bus/event-bus.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { attachHub } from '../../handlers/hub/attach-hub.ts';
import { createHub } from '../../handlers/hub/hub.ts';
import { performAction } from '../../handlers/perform-action.ts';
import { listenOnLoopback } from '../baselines/listen-on-loopback.ts';
import { recordSeparator } from '../load/signalr-connection.ts';
import { createLogCommand } from '../load/trigger-frames.ts';
import { type CommandLoadOptions, type CommandLoadResult, driveCommands } from './drive-commands.ts';

const hubPath = '/api/events';

/** The parts of a hub message that the benchmark reads. */
interface HubMessage {
  readonly target?: string;
  readonly arguments?: readonly { readonly requestId: string; readonly success: boolean }[];
}

/**
 * Commands with a request id from a client to the hub and back. The client, the hub and the runtime are in this
 * process.
 */
export const createHubCommandsBench = () => {
  const waiting = new Map<string, { resolve(): void; reject(failure: Error): void }>();
  let client: WebSocket | undefined;
  let end = async (): Promise<void> => {};
  let sent = 0;

  const say = (message: object): void => client?.send(JSON.stringify(message) + recordSeparator);
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      sent += 1;
      const RequestId = `00000000-0000-4000-8000-${String(sent).padStart(12, '0')}`;
      waiting.set(RequestId, { resolve, reject });
      say({ type: 1, target: 'SendAction', arguments: [{ ...createLogCommand('bench action'), RequestId }] });
    });
  const take = (text: string): void => {
    for (const record of text.split(recordSeparator)) {
      if (record === '') continue;
      const { target, arguments: [answer] = [] } = JSON.parse(record) as HubMessage;
      if (target !== 'ActionResponse' || !answer) continue;
      const { requestId, success } = answer;
      if (success) waiting.get(requestId)?.resolve();
      else waiting.get(requestId)?.reject(new Error(`log.console was refused: ${record}`));
      waiting.delete(requestId);
    }
  };

  return {
    async prepare(): Promise<void> {
      const bus = createEventBus('bench');
      const link = createInProcessLink(createRuntime({ now: () => new Date() }));
      link.listen({ onEvents: bus.publish });
      const hub = createHub({
        bus,
        onInterest() {},
        runAction: (name, parameters) => performAction({ link }, getAction(name), parameters),
      });
      const server = createServer();
      attachHub(server, hub, { path: hubPath, authenticate: () => true, allowsOrigin: () => true });
      const { port } = await listenOnLoopback(server);
      client = new WebSocket(`ws://127.0.0.1:${port}${hubPath}`, { perMessageDeflate: false });
      await once(client, 'open');
      say({ protocol: 'json', version: 1 });
      await once(client, 'message');
      client.on('message', (data) => take(data.toString()));
      end = async () => {
        client?.terminate();
        await hub.close('The bench is done');
        const closed = once(server, 'close');
        server.close();
        await closed;
      };
    },
    run: (load: CommandLoadOptions): Promise<CommandLoadResult> => driveCommands(send, load),
    close: () => end(),
  };
};
