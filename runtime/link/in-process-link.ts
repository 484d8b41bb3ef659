import { ApiError } from '#spec/errors.ts';
import { systemScheduler, type Timers } from '../shared/scheduler.ts';
import { createConnectionLostError, createRuntimeFailedError } from './pending-responses.ts';
import { combineListeners, createRuntimeEndpoint } from './runtime-endpoint.ts';
import type { RuntimeLink, RuntimeListener, RuntimeTarget } from './runtime-link.ts';

/** A link that its owner can disconnect to simulate a lost connection. */
export interface PluggableLink extends RuntimeLink {
  /** Connects the link. Does nothing when there is no runtime. */
  connect(): void;
  disconnect(): void;
}

/** Default timeout of commands, in milliseconds (C-09). */
export const defaultCommandTimeoutMs = 10_000;

/** Creates a link to a runtime in the same process. The link is connected immediately. */
export const createInProcessLink = (
  target: RuntimeTarget,
  scheduler: Timers = systemScheduler,
): PluggableLink => {
  const endpoint = createRuntimeEndpoint(target, scheduler);
  const listeners: RuntimeListener[] = [];
  const changeListeners: Parameters<RuntimeLink['onChange']>[0][] = [];
  let connected = true;

  const { onRuntimeRequest: notifyRequest, ...notifyListeners } = combineListeners(listeners);
  const controller: RuntimeListener = {
    ...notifyListeners,
    get onRuntimeRequest() {
      return listeners.some(({ onRuntimeRequest }) => onRuntimeRequest) ? notifyRequest : undefined;
    },
  };
  const setConnected = (next: boolean): void => {
    if (connected === next) return;
    connected = next;
    // The controller is attached before listeners are notified, because the listeners may send requests.
    if (connected) endpoint.attach(controller);
    else endpoint.detach(createConnectionLostError());
    for (const listener of changeListeners) listener(connected);
  };
  /** An error that is not an ApiError is caused by a bug in the runtime, not by the caller. */
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
    // The callback is ignored, because a runtime in the same process never loses its state.
    onHeldState() {},
    connect: () => setConnected(true),
    disconnect: () => setConnected(false),
  };
};

const createNoRuntimeError = (): never => {
  throw new ApiError('RUNTIME_NOT_CONNECTED');
};

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
