import { getItemAt } from '../harness/get-item-at.ts';
import { percentile } from '../harness/statistics.ts';
import { createLogCommand } from './event-trigger-frames.ts';
import { type HubProtocolName, hubProtocols } from './hub-protocols.ts';
import { readDigits } from './read-digits.ts';
import { defaultIdleTimeoutMs } from './send-and-count-events.ts';
import { encodeFrame } from './ws-frames.ts';
import type { EventConnection, HubAddress, HubProtocol } from './event-connection.ts';

/** Common prefix of the request ids. A twelve-digit number follows, so that each id is a GUID. */
const requestIdPrefix = '00000000-0000-4000-8000-';
const requestIdDigits = 12;

/** Placeholder for the number of a request. The placeholder is larger than any real request number. */
const placeholder = 987_654_321_987;

/**
 * Creates a function that returns the frame of a command that requests a response. Only the number changes, so
 * everything else is encoded only once.
 */
const createActionFrames = ({ call }: Pick<HubProtocol, 'call'>): ((number: number) => Buffer) => {
  const command = { ...createLogCommand('bench action'), RequestId: `${requestIdPrefix}${placeholder}` };
  const parts = call('SendAction', [command], placeholder).split(String(placeholder));
  return (number) => encodeFrame(parts.join(String(number).padStart(requestIdDigits, '0')), 'client');
};

/** Finds the request numbers in a payload without parsing it. The payload may contain many responses. */
const findCompletedRequests = (
  bytes: Buffer,
  start: number,
  end: number,
  recordEnd: number | undefined,
  onResponse: (number: number) => void,
): void => {
  let at = bytes.indexOf(requestIdPrefix, start, 'latin1');
  while (at !== -1 && at < end) {
    at += requestIdPrefix.length;
    onResponse(readDigits(bytes, at, requestIdDigits));
    // A response may contain its id more than once, but each response is counted only once.
    const next = recordEnd === undefined ? -1 : bytes.indexOf(recordEnd, at);
    at = next === -1 ? -1 : bytes.indexOf(requestIdPrefix, next, 'latin1');
  }
};

export interface ActionLoadTarget {
  readonly hub: HubAddress;
  readonly protocol: HubProtocolName;
  readonly connections: number;
}

export interface ActionLoadOptions {
  /** Maximum number of unanswered commands on each connection. */
  readonly maxInFlight: number;
  readonly ms: number;
  /** Maximum number of commands in total. */
  readonly count: number;
}

export interface ActionLoadResult {
  readonly completed: number;
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly generatorCpu: number;
  readonly failure?: string;
}

const rejectionPattern = /"success" *: *false/;

/**
 * Creates a load generator for commands with request ids. Whenever a response arrives, the generator sends the next
 * command.
 */
export const createActionLoad = () => {
  const readBuffer = Buffer.allocUnsafe(65_536);
  let protocol: HubProtocol = hubProtocols.signalr;
  let connections: EventConnection[] = [];
  const close = () => {
    for (const connection of connections) connection.close();
    connections = [];
  };
  return {
    /** Opens all connections and checks with one command that responses arrive. Returns the text of the response. */
    async open({
      hub,
      connections: connectionCount,
      ...options
    }: ActionLoadTarget): Promise<{ response: string }> {
      close();
      protocol = hubProtocols[options.protocol];
      while (connections.length < connectionCount) connections.push(await protocol.connect(hub, readBuffer));
      return { response: await checkCommand(protocol, getItemAt(connections, 0)) };
    },
    async run(options: ActionLoadOptions): Promise<ActionLoadResult> {
      if (connections.length === 0) throw new Error('the load generator is not connected');
      return sendCommands(protocol, connections, options);
    },
    close: async () => close(),
  };
};

/** @throws Error when the command is rejected or receives no response */
const checkCommand = (protocol: HubProtocol, connection: EventConnection): Promise<string> =>
  new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error('a command with a request id got no response')),
      defaultIdleTimeoutMs,
    );
    connection.receive((bytes, start, end) => {
      findCompletedRequests(bytes, start, end, protocol.recordTerminator, () => {
        clearTimeout(timeout);
        const text = bytes.toString('utf8', start, end);
        if (rejectionPattern.test(text)) reject(new Error(`log.console was refused: ${text.slice(0, 300)}`));
        else resolve(text);
      });
    });
    connection.write(createActionFrames(protocol)(0));
  });

const sendCommands = (
  protocol: HubProtocol,
  connections: readonly EventConnection[],
  options: ActionLoadOptions,
): Promise<ActionLoadResult> =>
  new Promise((resolve) => {
    const createRequest = createActionFrames(protocol);
    const latencies: number[] = [];
    /** The time at which each command was sent; NaN after its response has arrived. */
    const sentAt: number[] = [];
    const cpu = process.cpuUsage();
    const start = performance.now();
    let lastAt = start;
    let failure: string | undefined;

    const send = (connection: EventConnection): boolean => {
      const now = performance.now();
      if (sentAt.length >= options.count || now - start > options.ms) return false;
      connection.write(createRequest(sentAt.length));
      sentAt.push(now);
      return true;
    };
    const finish = () => {
      clearInterval(watchdog);
      for (const connection of connections) connection.receive(() => {});
      const cpuUsage = process.cpuUsage(cpu);
      const ms = lastAt - start;
      resolve({
        completed: latencies.length,
        ms,
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
        generatorCpu: (cpuUsage.user + cpuUsage.system) / 1000 / ms,
        ...(failure !== undefined && { failure }),
      });
    };
    const resolveWhenDone = () => {
      if (
        latencies.length === sentAt.length &&
        (sentAt.length >= options.count || lastAt - start > options.ms)
      )
        finish();
    };
    const watchdog = setInterval(() => {
      const closedConnection = connections.find(({ ended }) => ended !== undefined);
      const missing = sentAt.length - latencies.length;
      if (closedConnection !== undefined) failure = closedConnection.ended;
      else if (missing > 0 && performance.now() - lastAt > defaultIdleTimeoutMs)
        failure = `${missing} commands got no response`;
      if (failure !== undefined || missing === 0) finish();
    }, 50);

    for (const connection of connections) {
      connection.receive((bytes, from, to) => {
        lastAt = performance.now();
        if (bytes.subarray(from, to).includes('"success":false')) {
          failure ??= `refused: ${bytes.toString('utf8', from, Math.min(to, from + 300))}`;
        }
        findCompletedRequests(bytes, from, to, protocol.recordTerminator, (number) => {
          const sentTime = sentAt[number] ?? Number.NaN;
          if (Number.isNaN(sentTime)) failure ??= `command ${number} got two responses`;
          latencies.push(lastAt - sentTime);
          sentAt[number] = Number.NaN;
          send(connection);
        });
        resolveWhenDone();
      });
      for (let i = 0; i < options.maxInFlight; i += 1) send(connection);
    }
  });
