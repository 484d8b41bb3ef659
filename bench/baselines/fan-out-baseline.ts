import { recordSeparator } from '../load/signalr-connection.ts';
import { createLogRingBuffer, type LogEntry } from './log-ring-buffer.ts';
import { createEventFactory } from './event-factory.ts';

export interface BaselineClient {
  /** Sends a response to this client only. */
  respond(text: string): void;
}

export interface HubBaselineOptions {
  /** Length in bytes of a message that carries one event. When absent, commands raise no events. */
  readonly messageBytes?: number;
  /** The response to every command, without the request id. */
  readonly response?: object;
}

export interface HubCommand {
  readonly Parameters: { readonly message: string };
  readonly RequestId?: string;
}

interface ClientMessage {
  readonly type?: number;
  readonly target?: string;
  readonly invocationId?: string;
  /** The arguments; the list is present even in an invocation without arguments. */
  readonly arguments: readonly unknown[];
}

interface EventDelivery<C> {
  publish(events: readonly string[], subscribers: readonly C[]): void;
  onSubscribe?(client: C): void;
}

/**
 * Creates the common part of all fan-out baselines. It handles the handshake, Subscribe and the two triggers, logs each
 * command, responds on request, and builds an event of each log entry, of the same length as the target's events. Each
 * baseline writes events in its own way.
 */
export const createHubBaseline = <C extends BaselineClient>(
  { messageBytes, response = { success: true } }: HubBaselineOptions,
  { publish, onSubscribe }: EventDelivery<C>,
) => {
  const subscribers: C[] = [];
  const log = createLogRingBuffer();
  const wrap = messageBytes === undefined ? undefined : createEventMessageFactory(messageBytes);
  const respond = (client: C, target: string, response: object) =>
    client.respond(JSON.stringify({ type: 1, target, arguments: [response] }));

  const runCommands = (client: C, commands: readonly HubCommand[]) => {
    const entries = commands.map(({ Parameters }) => log(Parameters.message));
    if (wrap !== undefined) publish(entries.map(wrap), subscribers);
    for (const { RequestId: requestId } of commands) {
      if (requestId !== undefined) respond(client, 'ActionResponse', { ...response, requestId });
    }
  };
  const onMessage = (client: C, message: ClientMessage) => {
    if (message.type === undefined) return client.respond('{}');
    if (message.type !== 1) return;
    if (message.target === 'SendAction') {
      runCommands(client, [message.arguments[0] as HubCommand]);
    } else if (message.target === 'SendActionBatch') {
      const commands = message.arguments[0] as HubCommand[];
      runCommands(client, commands);
      respond(client, 'BatchActionResponse', createBatchResponse(commands, response));
    } else if (message.target === 'Subscribe') {
      subscribers.push(client);
      onSubscribe?.(client);
      client.respond(JSON.stringify({ type: 3, invocationId: message.invocationId, result: null }));
    }
  };

  return {
    receive(client: C, text: string): void {
      for (const record of text.split(recordSeparator)) {
        if (record !== '') onMessage(client, JSON.parse(record) as ClientMessage);
      }
    },
    leave(client: C): void {
      const index = subscribers.indexOf(client);
      if (index !== -1) subscribers.splice(index, 1);
    },
  };
};

/** Creates a service's response to a batch, with one result for each command. */
export const createBatchResponse = (commands: readonly HubCommand[], response: object) => ({
  total: commands.length,
  succeeded: commands.length,
  failed: 0,
  results: commands.map(() => response),
});

const head = '{"type":1,"target":"ReceiveEvent","arguments":[';
const tail = `]}${recordSeparator}`;

/** Creates a function that builds the message with the event of a log entry. */
const createEventMessageFactory = (messageBytes: number): ((entry: LogEntry) => string) => {
  const createEvent = createEventFactory(messageBytes, head.length + tail.length);
  return (entry) => head + JSON.stringify(createEvent(entry)) + tail;
};
