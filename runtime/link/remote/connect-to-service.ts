/** Connects a runtime to its service, and reconnects after failures. */
import { createRuntimeEndpoint, createVersionedEndpoint } from '../runtime-endpoint.ts';
import { serveRuntimeConnection } from './serve-runtime-connection.ts';
import type { Hello, Welcome } from '#spec/runtime-link/messages.ts';
import type { Timers } from '../../shared/scheduler.ts';
import type { RuntimeTarget } from '../runtime-link.ts';
import type { LinkTransport } from './link-transport.ts';

/**
 * Opens a WebSocket. Exactly one of the two functions is called, unless the attempt is cancelled.
 * @returns a function that cancels the attempt
 */
export type OpenTransport = (
  url: string,
  onOpen: (transport: LinkTransport) => void,
  onFailed: (reason: string) => void,
) => () => void;

interface ConnectToServiceOptions {
  /** Address of the runtime link, such as ws://127.0.0.1:8787/runtime. */
  readonly url: string;
  readonly target: RuntimeTarget;
  readonly hello: Hello;
  readonly scheduler: Timers;
  readonly openTransport: OpenTransport;
  /** Called with the service's response to hello. */
  onConnected(welcome: Welcome): void;
  /**
   * Called when the connection is lost or can't be established. Repeated failures with the same reason are reported
   * only once.
   */
  onDisconnected(reason: string): void;
}

const minRetryMs = 100;
const maxRetryMs = 2_000;

/**
 * Connects to the service, and reconnects whenever the connection is lost.
 * @returns a function that ends the connection and stops reconnecting
 */
export const connectToService = ({
  url,
  target,
  hello,
  scheduler,
  openTransport,
  onConnected,
  onDisconnected,
}: ConnectToServiceOptions): (() => void) => {
  const endpoint = createVersionedEndpoint(createRuntimeEndpoint(target, scheduler), target);
  let retryDelayMs = minRetryMs;
  let reportedReason: string | undefined;
  let isStopped = false;
  let cancelRetry = (): void => {};
  let closeConnection = (): void => {};

  const reportDisconnect = (reason: string): void => {
    if (reason !== reportedReason) onDisconnected(reason);
    reportedReason = reason;
  };
  const scheduleRetry = (reason: string): void => {
    if (isStopped) return;
    reportDisconnect(reason);
    cancelRetry = scheduler.after(retryDelayMs, connect);
    retryDelayMs = Math.min(2 * retryDelayMs, maxRetryMs);
  };
  const serve = (transport: LinkTransport): void => {
    closeConnection = () => transport.close(1001, 'The runtime is shutting down.');
    void serveRuntimeConnection({
      ...{ transport, target, endpoint, hello, scheduler },
      onWelcome(welcome) {
        retryDelayMs = minRetryMs;
        reportedReason = undefined;
        onConnected(welcome);
      },
    }).then(scheduleRetry);
  };
  const connect = (): void => {
    closeConnection = openTransport(url, serve, scheduleRetry);
  };
  connect();
  return () => {
    isStopped = true;
    cancelRetry();
    closeConnection();
  };
};
