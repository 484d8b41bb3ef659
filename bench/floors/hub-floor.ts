import { recordSeparator } from '../load/hub-connection.ts';

/** One connected client of a floor. */
export interface FloorClient {
  /** Answers this client alone. */
  answer(text: string): void;
}

interface ClientMessage {
  readonly type?: number;
  readonly target?: string;
  readonly invocationId?: string;
  /** Present in every invocation. */
  readonly arguments: readonly unknown[];
}

interface Command {
  readonly Parameters: { readonly message: string };
}

/**
 * What every fan-out floor shares: understands the handshake, Subscribe and the two triggers, and turns each
 * trigger into events as long as those of the target. How they are written to N clients is the floor's own.
 */
export const createHubFloor = <C extends FloorClient>(
  messageBytes: number,
  publish: (events: readonly string[], subscribers: readonly C[]) => void,
) => {
  const subscribers: C[] = [];
  const wrap = eventTemplate(messageBytes);

  const onMessage = (client: C, message: ClientMessage) => {
    if (message.type === undefined) return client.answer('{}');
    if (message.type !== 1) return;
    if (message.target === 'SendAction') {
      publish([wrap(message.arguments[0] as Command)], subscribers);
    } else if (message.target === 'SendActionBatch') {
      publish((message.arguments[0] as Command[]).map(wrap), subscribers);
    } else if (message.target === 'Subscribe') {
      subscribers.push(client);
      client.answer(JSON.stringify({ type: 3, invocationId: message.invocationId, result: null }));
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

/** Text around a message, padded once, so that an event costs no more than joining three strings. */
const eventTemplate = (messageBytes: number): ((command: Command) => string) => {
  const typicalMessage = 'bench00000probe#00000000'.length;
  const head = '{"type":1,"target":"ReceiveEvent","arguments":[{"type":"console.log","data":{"message":"';
  const open = '","pad":"';
  const tail = `"}}]}${recordSeparator}`;
  const pad = ' '.repeat(
    Math.max(0, messageBytes - head.length - typicalMessage - open.length - tail.length),
  );
  const rest = open + pad + tail;
  return ({ Parameters }) => head + Parameters.message + rest;
};
