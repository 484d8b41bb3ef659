import { ApiError } from '#spec/errors.ts';
import { linkCloseCodes } from '#spec/runtime-link/errors.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { systemScheduler } from '../../frame/timer-scheduler.ts';
import { defaultCommandTimeoutMs } from '../in-process-link.ts';
import {
  openControllerConnection,
  getRequiredCapability,
  type ControllerConnection,
} from './controller-connection.ts';
import type { Hello, HeldState } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { RuntimeCapabilities } from '../capabilities.ts';
import type { RuntimeLink, RuntimeListener } from '../runtime-link.ts';
import type { RuntimeRequest } from '../runtime-requests.ts';
import type { LinkTransport } from './link-transport.ts';

/** The service's end of a link to runtimes in other processes. One runtime is connected at a time; it may reconnect. */
export interface RemoteLink extends RuntimeLink {
  /** Accepts a connection from a runtime. */
  accept(wire: LinkTransport): void;
  /** Disconnects the connected runtime. */
  close(reason: string): void;
}

interface RemoteLinkOptions {
  readonly serviceVersion: string;
  readonly scheduler?: Scheduler;
  /** Called with the reason when a runtime violates the protocol or is disconnected. */
  onWarning(message: string): void;
}

/** A runtime that has sent hello. */
interface ConnectedRuntime {
  readonly hello: Hello;
  readonly connection: ControllerConnection;
  /** Requests that the runtime sent before the link was up. */
  readonly earlyRequests: RuntimeRequest[];
  isUp: boolean;
}

export const createRemoteLink = ({
  serviceVersion,
  scheduler = systemScheduler,
  onWarning,
}: RemoteLinkOptions): RemoteLink => {
  const listeners: RuntimeListener[] = [];
  const changes: Parameters<RuntimeLink['onChange']>[0][] = [];
  let settle: Parameters<RuntimeLink['onHeldState']>[0] = async () => {};
  let guest: ConnectedRuntime | undefined;
  let abilities: RuntimeCapabilities | undefined;
  const unfinished = new Set<ControllerConnection>();

  const change = (connected: boolean): void => {
    for (const changed of changes) changed(connected);
  };
  const skip = (count: number): void => {
    for (const { onEventsSkipped } of listeners) onEventsSkipped?.(count);
  };
  const ask = (question: RuntimeRequest): void => {
    for (const { onRuntimeRequest } of listeners) onRuntimeRequest?.(question);
  };

  /** Disconnects the previous runtime if it doesn't respond. @throws ApiError for the new one otherwise */
  const makeRoom = async (): Promise<void> => {
    for (let present = guest; present; present = guest) {
      const { hello, connection } = present;
      if (await connection.isResponsive(linkLimits.knockMs))
        throw new ApiError('ACTION_FAILED', `Another runtime is connected: ${hello.name}.`);
      connection.close(
        linkCloseCodes.replaced,
        'Another runtime has taken over, as this one no longer answered.',
      );
    }
  };

  const comeUp = async (present: ConnectedRuntime, holdings: HeldState): Promise<void> => {
    const { connection, hello, earlyRequests } = present;
    try {
      await settle(holdings, (command, params) =>
        connection.request(command, params, defaultCommandTimeoutMs),
      );
    } catch (failure) {
      const reason = `The state of the runtime could not be compared: ${(failure as Error).message}`;
      connection.close(linkCloseCodes.silent, reason);
    }
    if (guest !== present) return;
    present.isUp = true;
    abilities = toRuntimeCapabilities(hello);
    change(true);
    for (const question of earlyRequests) ask(question);
  };

  const accept = (wire: LinkTransport): void => {
    let own: ConnectedRuntime | undefined;
    const told = new Set<string>();
    const connection = openControllerConnection({
      ...{ transport: wire, scheduler, serviceVersion },
      listener: {
        async onHello(hello) {
          await makeRoom();
          if (!unfinished.has(connection)) throw new ApiError('RUNTIME_NOT_CONNECTED');
          own = { hello, connection, earlyRequests: [], isUp: false };
          guest = own;
        },
        onHeldState: (holdings) => own && void comeUp(own, holdings),
        onEvents(batch) {
          for (const { onEvents } of listeners) onEvents(batch);
        },
        onSceneNames(names) {
          for (const { onSceneNames } of listeners) onSceneNames?.(names);
        },
        onIdleGraphs(graphIds) {
          for (const { onIdleGraphs } of listeners) onIdleGraphs?.(graphIds);
        },
        onRuntimeRequest(question) {
          if (own?.isUp) ask(question);
          else own?.earlyRequests.push(question);
        },
        onRejectedEvents(events, lost) {
          if (lost > 0) skip(lost);
          for (const [type, fault] of events) {
            if (told.has(type)) continue;
            told.add(type);
            onWarning(
              `Events of the kind ${type} from the runtime ${own?.hello.name} are dropped: ${fault}.`,
            );
          }
        },
        onEventsSkipped(count) {
          skip(count);
          onWarning(`${count} events of the runtime were dropped, because they were too many or too large.`);
        },
        onEnd(reason) {
          unfinished.delete(connection);
          if (guest !== own || !own) return;
          guest = undefined;
          if (own.isUp) change(false);
          onWarning(`The runtime ${own.hello.name} is no longer connected: ${reason}`);
        },
      },
    });
    unfinished.add(connection);
  };

  const request: RuntimeLink['request'] = async (
    command,
    params,
    { timeoutMs = defaultCommandTimeoutMs } = {},
  ) => {
    if (!guest?.isUp) throw new ApiError('RUNTIME_NOT_CONNECTED');
    const { hello, connection } = guest;
    const needed = getRequiredCapability(command);
    if (needed && isCapabilityMissing(hello.can[needed]))
      throw new ApiError(
        'ACTION_FAILED',
        `The runtime ${hello.name} has no ${needed}.`,
        undefined,
        'GET /api/actions/schema and GET /api/discovery list what it has.',
      );
    return connection.request(command, params, timeoutMs);
  };

  return {
    kind: 'remote',
    get connected() {
      return guest?.isUp ?? false;
    },
    get capabilities() {
      return abilities;
    },
    request,
    requestNow: request,
    listen: (listener) => void listeners.push(listener),
    onChange: (changed) => void changes.push(changed),
    onHeldState(compare) {
      settle = compare;
    },
    accept,
    close(reason) {
      for (const connection of unfinished) connection.close(1001, reason);
    },
  };
};

const toLowerCaseSet = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

const toRuntimeCapabilities = ({ name, can }: Hello): RuntimeCapabilities => ({
  name,
  nodeTypes: toLowerCaseSet(can.nodeTypes),
  actions: toLowerCaseSet(can.actions),
  events: new Set(can.events),
  discovery: new Set(can.discovery),
  acceptsProjects: can.projects,
});

const isCapabilityMissing = (ability: boolean | readonly string[]): boolean =>
  typeof ability === 'boolean' ? !ability : ability.length === 0;
