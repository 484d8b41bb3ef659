import { ApiError } from '#spec/errors.ts';
import { linkCloseCodes } from '#spec/runtime-link/errors.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { systemScheduler, type Timers } from '../../shared/scheduler.ts';
import { defaultCommandTimeoutMs } from '../in-process-link.ts';
import { combineListeners } from '../runtime-endpoint.ts';
import { type ControllerConnection, openControllerConnection } from './controller-connection.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { HeldState, Hello } from '#spec/runtime-link/messages.ts';
import type { RuntimeCapabilities, RuntimeLink, RuntimeListener, LoadedExtension } from '../runtime-link.ts';
import type { RuntimeRequest } from '../runtime-requests.ts';
import type { LinkTransport } from './link-transport.ts';

/**
 * The service's end of a link to runtimes in other processes. At most one runtime is connected at any time, and that
 * runtime may reconnect.
 */
export interface RemoteLink extends RuntimeLink {
  accept(transport: LinkTransport): void;
  close(reason: string): void;
}

interface RemoteLinkOptions {
  readonly serviceVersion: string;
  /** The node types of the service. */
  readonly nodeTypes: readonly NodeType[];
  readonly scheduler?: Timers;
  /** Called with the reason when a runtime violates the protocol, lists unknown names or is disconnected. */
  onWarning(message: string): void;
}

/** A runtime that has sent its hello message. */
interface ConnectedRuntime {
  readonly hello: Hello;
  readonly extension: LoadedExtension | undefined;
  readonly connection: ControllerConnection;
  /** Requests that the runtime sent before the link was up, oldest first. */
  readonly earlyRequests: RuntimeRequest[];
  isUp: boolean;
}

export const createRemoteLink = ({
  serviceVersion,
  nodeTypes,
  scheduler = systemScheduler,
  onWarning,
}: RemoteLinkOptions): RemoteLink => {
  const listeners: RuntimeListener[] = [];
  const changeListeners: Parameters<RuntimeLink['onChange']>[0][] = [];
  let compareHeldState: Parameters<RuntimeLink['onHeldState']>[0] = async () => {};
  let connectedRuntime: ConnectedRuntime | undefined;
  let capabilities: RuntimeCapabilities | undefined;
  const openConnections = new Set<ControllerConnection>();

  const notifyChange = (connected: boolean): void => {
    for (const listener of changeListeners) listener(connected);
  };
  const combined = combineListeners(listeners);
  /** Reports a problem both to the operator of the service and to its clients. */
  const warn = (message: string): void => {
    onWarning(message);
    combined.onWarning(message);
  };

  /**
   * Disconnects the previous runtime if it doesn't respond.
   * @throws ApiError for the new runtime if the previous one does respond
   */
  const requireUnresponsive = async (): Promise<void> => {
    for (let runtime = connectedRuntime; runtime; runtime = connectedRuntime) {
      const { hello, connection } = runtime;
      if (await connection.isResponsive(linkLimits.knockMs)) throw createOccupiedError(hello);
      connection.close(
        linkCloseCodes.replaced,
        'Another runtime has taken over, as this one no longer answered.',
      );
    }
  };

  const completeConnection = async (runtime: ConnectedRuntime, heldState: HeldState): Promise<void> => {
    const { connection, hello, extension, earlyRequests } = runtime;
    try {
      await compareHeldState(heldState, (command, params) =>
        connection.request(command, params, defaultCommandTimeoutMs),
      );
    } catch (failure) {
      const reason = `The state of the runtime could not be compared: ${(failure as Error).message}`;
      connection.close(linkCloseCodes.silent, reason);
    }
    if (connectedRuntime !== runtime) return;
    runtime.isUp = true;
    capabilities = toRuntimeCapabilities(hello, extension);
    notifyChange(true);
    for (const runtimeRequest of earlyRequests) combined.onRuntimeRequest(runtimeRequest);
  };

  const accept = (transport: LinkTransport): void => {
    let runtime: ConnectedRuntime | undefined;
    const reportedTypes = new Set<string>();
    const connection = openControllerConnection({
      ...{ transport, scheduler, serviceVersion, nodeTypes },
      listener: {
        ...combined,
        requireVacancy: requireUnresponsive,
        onHello({ hello, unknown, extension }) {
          // Another runtime may have said hello in the same turn of the event loop.
          if (connectedRuntime) throw createOccupiedError(connectedRuntime.hello);
          const lists = Object.entries(unknown).map(([list, names = []]) => `${list} ${names.join(', ')}`);
          if (lists.length > 0) {
            const catalog =
              hello.catalog === undefined ? '' : `, which was written for catalog ${hello.catalog},`;
            warn(
              `The service does not know, and ignores, what the runtime ${hello.name}${catalog} lists: ${truncateMiddle(lists.join('; '))}.`,
            );
          }
          runtime = { hello, extension, connection, earlyRequests: [], isUp: false };
          connectedRuntime = runtime;
          if (extension) combined.onExtension(extension);
        },
        onHeldState: (heldState) => runtime && void completeConnection(runtime, heldState),
        onRuntimeRequest(runtimeRequest) {
          if (runtime?.isUp) combined.onRuntimeRequest(runtimeRequest);
          else runtime?.earlyRequests.push(runtimeRequest);
        },
        onRejectedEvents(events, lostCount) {
          if (lostCount > 0) combined.onEventsSkipped(lostCount);
          for (const [type, error] of events) {
            if (reportedTypes.has(type)) continue;
            reportedTypes.add(type);
            warn(`Events of the kind ${type} from the runtime ${runtime?.hello.name} are dropped: ${error}.`);
          }
        },
        onEventsSkipped(count) {
          combined.onEventsSkipped(count);
          onWarning(`${count} events of the runtime were dropped, because they were too many or too large.`);
        },
        onEnd(reason) {
          openConnections.delete(connection);
          if (connectedRuntime !== runtime || !runtime) return;
          connectedRuntime = undefined;
          if (runtime.isUp) notifyChange(false);
          onWarning(`The runtime ${runtime.hello.name} is no longer connected: ${reason}`);
        },
      },
    });
    openConnections.add(connection);
  };

  const request: RuntimeLink['request'] = async (
    command,
    params,
    { timeoutMs = defaultCommandTimeoutMs } = {},
  ) => {
    if (!connectedRuntime?.isUp) throw new ApiError('RUNTIME_NOT_CONNECTED');
    const { hello, extension, connection } = connectedRuntime;
    const capability = getRequiredCapability(command);
    const hasOwnItems = capability === 'discovery' && extension && extension.dataTypes.length > 0;
    if (capability && isCapabilityMissing(hello.can[capability]) && !hasOwnItems)
      throw new ApiError(
        'ACTION_FAILED',
        `The runtime ${hello.name} has no ${capability}.`,
        undefined,
        'GET /api/actions/schema and GET /api/discovery list what it has.',
      );
    return connection.request(command, params, timeoutMs);
  };

  return {
    kind: 'remote',
    get connected() {
      return connectedRuntime?.isUp ?? false;
    },
    get capabilities() {
      return capabilities;
    },
    request,
    requestNow: request,
    listen: (listener) => void listeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
    onHeldState(compare) {
      compareHeldState = compare;
    },
    accept,
    close(reason) {
      for (const connection of openConnections) connection.close(1001, reason);
    },
  };
};

const createOccupiedError = ({ name }: Hello): ApiError =>
  new ApiError('ACTION_FAILED', `Another runtime is connected: ${name}.`);

const toLowerCaseSet = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

const toRuntimeCapabilities = (
  { name, instance, can }: Hello,
  extension: LoadedExtension | undefined,
): RuntimeCapabilities => ({
  name,
  instance,
  extension,
  nodeTypes: toLowerCaseSet([
    ...can.nodeTypes,
    ...(extension?.nodeTypes ?? []).map(({ enumValue }) => enumValue),
  ]),
  actions: new Set([...toLowerCaseSet(can.actions), ...(extension?.actions.keys() ?? [])]),
  events: new Set([...can.events, ...(extension?.events.keys() ?? [])]),
  discovery: new Set([...can.discovery, ...(extension?.dataTypes ?? []).map(({ name }) => name)]),
  acceptsProjects: can.projects,
  callsGraphs: can.calls,
  takesPictures: can.pictures,
});

const isCapabilityMissing = (capability: boolean | readonly string[]): boolean =>
  typeof capability === 'boolean' ? !capability : capability.length === 0;

/**
 * Returns the capability that a runtime needs for this command; `undefined` for commands that every runtime supports.
 */
const getRequiredCapability = (command: LinkCommand): keyof Hello['can'] | undefined => {
  const spec = linkCommands[command];
  return 'needs' in spec ? spec.needs : undefined;
};
