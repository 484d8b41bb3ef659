/** The runtime under test. The runtime connects, sends hello, and reconnects after it has been disconnected. */
import { filterRecords, filterStrings, isRecord, type JsonRecord } from '../json.ts';
import { AuditStop } from '../runner/audit-outcome.ts';
import {
  delay,
  encodeMessage,
  type Encoding,
  type LinkConnection,
  type ReceivedMessage,
} from './link-connection.ts';
import { closeCodes, findDefinitionError, limits, protocols } from './link-schemas.ts';
import type { LinkServer } from './link-server.ts';

/** The abilities that a runtime claims in hello, parsed leniently. Audits check whether the claims are valid. */
export interface RuntimeCapabilities {
  readonly name: string;
  readonly version: string | undefined;
  readonly instance: unknown;
  readonly stepsPerSecond: number;
  readonly encodings: readonly string[];
  readonly nodeTypes: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly discovery: readonly string[];
  /** What the runtime offers besides the service's catalog. The sets above contain these names, too. */
  readonly own: {
    readonly nodeTypes: readonly string[];
    /** The JSON schemas of the data of event kinds, keyed by kind. */
    readonly events: ReadonlyMap<string, JsonRecord>;
  };
  /** The other abilities that the runtime lists in `can`: properties, playbacks, input, projects. */
  readonly flags: ReadonlySet<string>;
}

/** A connection whose handshake is complete. */
export interface EstablishedLink {
  readonly connection: LinkConnection;
  readonly hello: ReceivedMessage;
  readonly holding: ReceivedMessage;
}

/** How long the kit waits for each step, in milliseconds. */
export interface LinkTimeouts {
  /** Waiting time for the reconnection of a runtime that was disconnected or rejected. */
  readonly reconnectMs: number;
  /** Waiting time for an event. */
  readonly eventMs: number;
  /** Waiting time for hello, and for the runtime's held state. */
  readonly helloMs: number;
  /** Waiting time for the response to a command. */
  readonly responseMs: number;
}

export const defaultTimeouts: LinkTimeouts = {
  reconnectMs: 30_000,
  eventMs: 5_000,
  helloMs: limits.helloMs,
  responseMs: 10_000,
};

/** Maximum number of steps for which an audit waits at a time. */
const maxWaitSteps = 40;

/** Increases the timeouts for a runtime with a low step rate. */
export const scaleTimeouts = (
  timeouts: LinkTimeouts,
  { stepsPerSecond }: RuntimeCapabilities,
): LinkTimeouts => {
  const extraMs = (maxWaitSteps * 1_000) / stepsPerSecond;
  return { ...timeouts, eventMs: timeouts.eventMs + extraMs, responseMs: timeouts.responseMs + extraMs };
};

/** Creates a function that checks whether a message is a call of this method. */
const isMethodCall =
  (method: string) =>
  ({ message }: ReceivedMessage): boolean =>
    message?.method === method;

export const createRuntimeUnderTest = (host: LinkServer, timeouts: LinkTimeouts, serviceVersion: string) => {
  let current: EstablishedLink | undefined;
  let abilities: RuntimeCapabilities | undefined;
  /** The kit no longer uses connections before this position. */
  let from = 0;
  /** Whether the runtime has failed to reconnect. After a failure, later waits are short. */
  let isConnectionMissed = false;

  const throwUnverified = (what: string): never => {
    throw new AuditStop('NOT_VERIFIED', `Not given: ${what}`);
  };

  const disconnect = async (): Promise<void> => {
    from = host.connections.length;
    current = undefined;
    const open = host.connections.filter(({ closeInfo }) => closeInfo === undefined);
    for (const connection of open) connection.close(1001, 'The kit closes the connection.');
    await Promise.all(open.map((connection) => Promise.race([connection.closed, delay(closeTimeoutMs)])));
    for (const connection of open) if (!connection.closeInfo) await connection.terminate();
  };

  const acceptConnection = async (): Promise<LinkConnection> => {
    const connection = await host.waitForConnection(
      from,
      isConnectionMissed ? absentTimeoutMs : timeouts.reconnectMs,
    );
    isConnectionMissed = connection === undefined;
    return connection ?? throwUnverified('a runtime that connects');
  };

  const receive = async (
    connection: LinkConnection,
    encoding: Encoding = 'json',
  ): Promise<EstablishedLink> => {
    const { inbox } = connection;
    const hello =
      (await inbox.until(isMethodCall('hello'), timeouts.helloMs)) ??
      throwUnverified('a runtime that sends hello');
    abilities ??= parseCapabilities(hello.message?.params);
    connection.helloAnsweredAtIndex = inbox.all.length;
    const response = { id: hello.message?.id, result: createHelloResult(encoding, serviceVersion) };
    connection.sendRaw(encodeMessage(response, 'json'));
    connection.encoding = encoding;
    const holding = await Promise.race([
      inbox.until(isMethodCall('holding'), timeouts.helloMs),
      connection.closed.then(() => undefined),
    ]);
    if (!holding) {
      connection.close(closeCodes.silent, 'The runtime did not send what it holds.');
      return throwUnverified('a runtime that sends what it holds');
    }
    return { connection, hello, holding };
  };

  return {
    server: host,
    timeouts,
    /** The abilities that the first hello claimed, or `undefined` before the first hello. */
    get capabilities() {
      return abilities;
    },
    /**
     * Returns the current connection. If no connection is open, waits for the next one.
     * @throws AuditStop if no runtime connects
     */
    async getLink(encoding: Encoding = 'json'): Promise<EstablishedLink> {
      if (current && !current.connection.closeInfo && current.connection.encoding === encoding)
        return current;
      if (current && !current.connection.closeInfo) await disconnect();
      current = undefined;
      const connection = await acceptConnection();
      from = host.connections.indexOf(connection) + 1;
      current = await receive(connection, encoding);
      return current;
    },
    /**
     * Ends the current connection. Returns the next connection before any messages are exchanged.
     * @throws AuditStop
     */
    async acceptConnection(): Promise<LinkConnection> {
      await disconnect();
      const connection = await acceptConnection();
      from = host.connections.indexOf(connection) + 1;
      return connection;
    },
    /**
     * Performs the handshake on a connection.
     * @throws AuditStop if the runtime does not send hello or its held state
     */
    async handshake(connection: LinkConnection, encoding?: Encoding): Promise<EstablishedLink> {
      current = await receive(connection, encoding);
      return current;
    },
    /** Closes the current connection normally. */
    disconnect,
  };
};

export type RuntimeUnderTest = ReturnType<typeof createRuntimeUnderTest>;

const closeTimeoutMs = 2_000;

/** How long to wait for a runtime that failed to reconnect earlier, in milliseconds. */
const absentTimeoutMs = 500;

export const createHelloResult = (
  encoding: Encoding,
  version: string,
  protocol: number | undefined = protocols[0],
): JsonRecord => {
  const { heartbeatMs, silenceMs, messageBytes } = limits;
  return { protocol, encoding, service: { version }, heartbeatMs, silenceMs, messageBytes };
};

const parseCapabilities = (params: unknown): RuntimeCapabilities => {
  const hello = isRecord(params) ? params : {};
  const capabilities = isRecord(hello.can) ? hello.can : {};
  const extension = isRecord(hello.extension) ? hello.extension : {};
  const listOwn = (list: string, nameField: string): readonly string[] =>
    filterStrings(filterRecords(extension[list]).map((item) => item[nameField]));
  const ownNodeTypes = listOwn('nodeTypes', 'enumValue');
  const ownEvents = filterRecords(extension.events).flatMap(({ type, data }) =>
    typeof type === 'string' && isRecord(data) ? [[type, data] as const] : [],
  );
  const { name, version, instance, stepsPerSecond } = hello;
  return {
    name: typeof name === 'string' ? name : 'a runtime without a name',
    version: typeof version === 'string' ? version : undefined,
    instance,
    stepsPerSecond: typeof stepsPerSecond === 'number' && stepsPerSecond > 0 ? stepsPerSecond : 60,
    encodings: filterStrings(hello.encodings),
    nodeTypes: new Set([...filterStrings(capabilities.nodeTypes), ...ownNodeTypes]),
    actions: new Set([...filterStrings(capabilities.actions), ...listOwn('actions', 'name')]),
    events: new Set([...filterStrings(capabilities.events), ...ownEvents.map(([type]) => type)]),
    discovery: [...new Set([...filterStrings(capabilities.discovery), ...listOwn('dataTypes', 'name')])],
    own: { nodeTypes: ownNodeTypes, events: new Map(ownEvents) },
    flags: new Set(Object.keys(capabilities).filter((key) => capabilities[key] === true)),
  };
};

/**
 * Returns a description of what is wrong with the hello that a runtime sent. Returns `undefined` if the hello is valid.
 */
export const findHelloError = ({ message }: ReceivedMessage): string | undefined =>
  findDefinitionError('hello.params', message?.params);
