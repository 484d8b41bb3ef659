import { request } from 'node:http';
import { JsonHubProtocol, MessageType, NullLogger } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { WebSocket } from 'ws';
import type { HubMessage, IHubProtocol } from '@microsoft/signalr';
import type { Encoding } from '../fuzz-hub/generate-frames.ts';

export interface HubAddress {
  /** Has the form `http://host:port`. */
  readonly url: string;
  readonly token: string;
}

/** A hub client that can misbehave. The client pings the hub every 10 s, so that the hub doesn't time it out. */
export interface SoakClient {
  /**
   * The reason in the hub's Close message, or a note that the hub gave no reason; `undefined` while the connection is
   * open.
   */
  readonly endReason: string | undefined;
  /** Whether a Close message with a reason has arrived. */
  readonly closeReason: boolean;
  readonly closed: Promise<void>;
  /**
   * Calls a hub method and waits for its completion.
   * @throws Error if the method completes with an error, or the connection ends
   */
  call(target: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a hub method several times in one frame, without requesting completions. */
  post(target: string, calls: readonly (readonly unknown[])[]): void;
  /** Stops reading until `resumeReading` is called. */
  stopReading(): void;
  resumeReading(): void;
  /** Stops reading and writing, as if the machine had lost its network connection. */
  disappear(): void;
  /** Closes the socket without a Close message. */
  drop(): void;
  close(): Promise<void>;
}

interface SoakClientOptions {
  readonly encoding: Encoding;
  /** Connection token from the negotiation. */
  readonly id?: string;
  /** When false, the connection stops before the handshake. */
  readonly handshake?: boolean;
  /** Called for each invocation that the hub sends. */
  readonly onCall?: (target: string, argument: unknown) => void;
}

const protocols: Readonly<Record<Encoding, IHubProtocol>> = {
  json: new JsonHubProtocol(),
  messagepack: new MessagePackHubProtocol(),
};

const pingMs = 10_000;

/**
 * Opens a connection to the hub.
 * @throws Error if the upgrade or the handshake is rejected
 */
export const openSoakClient = async (
  hub: HubAddress,
  { encoding, id, handshake = true, onCall = () => {} }: SoakClientOptions,
): Promise<SoakClient> => {
  const protocol = protocols[encoding];
  const socket = openSocket(hub, id);
  socket.binaryType = 'arraybuffer';
  const pendingCalls = new Map<string, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let calls = 0;
  let closeError: string | undefined;
  let endReason: string | undefined;
  let hasHandshake = false;
  let finishHandshake = (_reason?: Error) => {};

  const onMessage = (message: HubMessage) => {
    if (message.type === MessageType.Invocation) onCall(message.target, message.arguments[0]);
    else if (message.type === MessageType.Close) closeError = message.error ?? '';
    else if (message.type === MessageType.Completion) {
      const pendingCall = pendingCalls.get(message.invocationId);
      pendingCalls.delete(message.invocationId);
      if (message.error === undefined) pendingCall?.resolve(message.result);
      else pendingCall?.reject(new Error(message.error));
    }
  };
  socket.on('message', (data: Buffer | ArrayBuffer, binary: boolean) => {
    if (!hasHandshake) {
      hasHandshake = true;
      closeError = parseHandshakeError(data);
      finishHandshake(closeError === undefined ? undefined : new Error(closeError));
      return;
    }
    const input = binary ? (data as ArrayBuffer) : data.toString();
    for (const message of protocol.parseMessages(input, NullLogger.instance)) onMessage(message);
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', (code) => {
      clearInterval(pings);
      endReason = closeError ?? `closed with code ${code} and without a reason`;
      for (const { reject } of pendingCalls.values()) reject(new Error(endReason));
      finishHandshake(new Error(endReason));
      resolve();
    });
  });
  const pings = setInterval(() => write([{ type: MessageType.Ping }]), pingMs);
  pings.unref();
  const write = (messages: readonly HubMessage[]) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeMessages(protocol, messages));
  };

  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
  });
  if (handshake) {
    const handshakeDone = new Promise<void>((resolve, reject) => {
      finishHandshake = (reason) => (reason ? reject(reason) : resolve());
    });
    socket.send(`{"protocol":"${encoding}","version":1}\x1e`);
    await handshakeDone;
  } else clearInterval(pings);

  return {
    get endReason() {
      return endReason;
    },
    get closeReason() {
      return closeError !== undefined && closeError !== '';
    },
    closed,
    call: (target, ...args) =>
      new Promise((resolve, reject) => {
        if (endReason !== undefined) return reject(new Error(endReason));
        calls += 1;
        const invocationId = String(calls);
        pendingCalls.set(invocationId, { resolve, reject });
        write([{ type: MessageType.Invocation, invocationId, target, arguments: args }]);
      }),
    post: (target, argumentLists) =>
      write(argumentLists.map((args) => ({ type: MessageType.Invocation, target, arguments: [...args] }))),
    stopReading: () => socket.pause(),
    resumeReading: () => socket.resume(),
    disappear() {
      clearInterval(pings);
      socket.pause();
    },
    drop: () => socket.terminate(),
    async close() {
      socket.resume();
      socket.close();
      await closed;
    },
  };
};

/** Returns the error in the hub's handshake response, or `undefined` if the hub accepts the connection. */
const parseHandshakeError = (handshakeResponse: Buffer | ArrayBuffer): string | undefined =>
  JSON.parse(
    Buffer.from(handshakeResponse as ArrayBuffer)
      .toString()
      .slice(0, -1),
  ).error;

const encodeMessages = (protocol: IHubProtocol, messages: readonly HubMessage[]): string | Buffer => {
  const encoded = messages.map((message) => protocol.writeMessage(message));
  return protocol.name === 'json'
    ? encoded.join('')
    : Buffer.concat(encoded.map((part) => Buffer.from(part as ArrayBuffer)));
};

const openSocket = ({ url, token }: HubAddress, id?: string): WebSocket => {
  const query = new URLSearchParams({ access_token: token, ...(id !== undefined && { id }) });
  return new WebSocket(`${url.replace(/^http/, 'ws')}/api/events?${query}`, { perMessageDeflate: false });
};

/** Whether the hub accepts a connection that uses the given connection token. */
export const isConnectionKnown = (hub: HubAddress, id: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(hub, id);
    socket.once('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.once('error', (error) => (error.message.includes('404') ? resolve(false) : reject(error)));
  });

/**
 * Negotiates a connection.
 * @returns the connection token
 */
export const negotiate = ({ url }: HubAddress, stateful: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const query = `negotiateVersion=1&useStatefulReconnect=${stateful}`;
    // The request must not use a kept-alive connection, which would count as one of the hub's connections.
    const negotiateRequest = request(
      `${url}/api/events/negotiate?${query}`,
      { method: 'POST', agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.once('error', reject);
        response.once('end', () => resolve(JSON.parse(text).connectionToken));
      },
    );
    negotiateRequest.once('error', reject);
    negotiateRequest.end();
  });
