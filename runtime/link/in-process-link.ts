import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../frame/timer-scheduler.ts';
import { createConnectionLostError, createRuntimeFailedError } from './pending-responses.ts';
import { createRuntimeEndpoint } from './runtime-endpoint.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';
import type { RuntimeRequest } from './runtime-requests.ts';
import type { RuntimeLink, RuntimeListener, RuntimeTarget } from './runtime-link.ts';

/** A link that its owner can disconnect, to simulate a lost connection. */
export interface PluggableLink extends RuntimeLink {
  /** Does nothing when there is no runtime. */
  connect(): void;
  disconnect(): void;
}

/** Default timeout of commands in milliseconds (C-09). */
export const defaultCommandTimeoutMs = 10_000;

/** Creates the link to a runtime in the same process. It is connected immediately. */
export const createInProcessLink = (
  target: RuntimeTarget,
  scheduler: Scheduler = systemScheduler,
): PluggableLink => {
  const endpoint = createRuntimeEndpoint(target, scheduler);
  const listeners: RuntimeListener[] = [];
  const changeListeners: Parameters<RuntimeLink['onChange']>[0][] = [];
  let connected = true;

  const notifyRequest = (runtimeRequest: RuntimeRequest): void => {
    for (const { onRuntimeRequest } of listeners) onRuntimeRequest?.(runtimeRequest);
  };
  const controller: RuntimeListener = {
    onEvents(batch) {
      for (const { onEvents } of listeners) onEvents(batch);
    },
    onEventsSkipped(count) {
      for (const { onEventsSkipped } of listeners) onEventsSkipped?.(count);
    },
    onSceneNames(names) {
      for (const { onSceneNames } of listeners) onSceneNames?.(names);
    },
    onIdleGraphs(graphIds) {
      for (const { onIdleGraphs } of listeners) onIdleGraphs?.(graphIds);
    },
    get onRuntimeRequest() {
      return listeners.some(({ onRuntimeRequest }) => onRuntimeRequest) ? notifyRequest : undefined;
    },
  };
  const setConnected = (next: boolean): void => {
    if (connected === next) return;
    connected = next;
    // Attached before listeners are notified, because they may send requests.
    if (connected) endpoint.attach(controller);
    else endpoint.detach(createConnectionLostError());
    for (const listener of changeListeners) listener(connected);
  };
  /** An error other than an ApiError is a bug of the runtime, not of the caller. */
  const rejectFailure = (failure: unknown): never => {
    if (failure instanceof ApiError) throw failure;
    for (const { onError } of listeners) onError?.(failure);
    throw createRuntimeFailedError('the log of the service says why');
  };
  const requestNow: RuntimeLink['requestNow'] = (
    command,
    params,
    { timeoutMs = defaultCommandTimeoutMs } = {},
  ) => {
    try {
      const result = endpoint.request(command, params, { timeoutMs });
      return result instanceof Promise ? result.catch(rejectFailure) : result;
    } catch (failure) {
      return rejectFailure(failure);
    }
  };
  endpoint.attach(controller);

  return {
    kind: 'embedded',
    get connected() {
      return connected;
    },
    request: async (command, params, options) => requestNow(command, params, options),
    requestNow,
    listen: (listener) => void listeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
    // A runtime in the same process never loses its state.
    onHeldState() {},
    connect: () => setConnected(true),
    disconnect: () => setConnected(false),
  };
};

const createNoRuntimeError = (): never => {
  throw new ApiError('RUNTIME_NOT_CONNECTED');
};

/** Creates the link for a service without a runtime. */
export const createUnconnectedLink = (): PluggableLink => ({
  kind: 'embedded',
  connected: false,
  request: async () => createNoRuntimeError(),
  requestNow: createNoRuntimeError,
  listen() {},
  onChange() {},
  onHeldState() {},
  connect() {},
  disconnect() {},
});
