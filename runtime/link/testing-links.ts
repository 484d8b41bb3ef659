/** Creates links of all kinds, for tests that must pass with each kind. */
import { definitionsByEnumValue, nodeTypes } from '../nodes/index.ts';
import { getRuntimeCapabilities } from '../runtime-options.ts';
import { systemScheduler, type Timers } from '../shared/scheduler.ts';
import { createInProcessLink } from './in-process-link.ts';
import { createRemoteLink } from './remote/remote-link.ts';
import { serveRuntimeConnection } from './remote/serve-runtime-connection.ts';
import { createTransportPair } from './remote/testing-transport.ts';
import {
  createRuntimeEndpoint,
  createVersionedEndpoint,
  type VersionedEndpoint,
} from './runtime-endpoint.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { RuntimeLink, RuntimeTarget } from './runtime-link.ts';

interface TestLink {
  readonly link: RuntimeLink;
  disconnect(): void;
  /** Reconnects the link. Resolves when the link is up. */
  reconnect(): Promise<void>;
}

const testHello: Hello = {
  ...{ protocols: [1], name: 'test runtime', instance: 'one', stepsPerSecond: 60, encodings: ['json'] },
  can: getRuntimeCapabilities(definitionsByEnumValue),
};

type CreateTestLink = (target: RuntimeTarget, scheduler?: Timers) => TestLink;

/** The service's end of a link. Tests can connect runtimes to it. */
export interface TestServiceLink {
  readonly link: RuntimeLink;
  /** Warnings that the service's end has reported. */
  readonly warnings: readonly string[];
  /**
   * Connects a runtime, and resolves when the link is up.
   * @returns a function that disconnects the runtime
   * @throws Error with the reason when the service rejects the runtime
   */
  connect(end: ConnectingRuntime): Promise<() => void>;
}

interface ConnectingRuntime {
  readonly target: RuntimeTarget;
  /** The endpoint of a runtime, which buffers events while no controller is connected. */
  readonly endpoint: VersionedEndpoint;
  readonly hello?: Partial<Hello>;
}

/** Creates the runtime's end of a link. */
export const createRemoteEndpoint = (target: RuntimeTarget, scheduler?: Timers): VersionedEndpoint =>
  createVersionedEndpoint(createRuntimeEndpoint(target, scheduler), target);

export const createTestServiceLink = (scheduler: Timers = systemScheduler): TestServiceLink => {
  const warnings: string[] = [];
  const link = createRemoteLink({
    ...{ serviceVersion: '1.2.3', scheduler },
    nodeTypes,
    onWarning: (message) => void warnings.push(message),
  });
  return {
    link,
    warnings,
    connect: ({ target, endpoint, hello }) =>
      new Promise((resolve, reject) => {
        const [serviceEnd, runtimeEnd] = createTransportPair();
        let isUp = false;
        link.onChange((connected) => {
          if (!connected || isUp) return;
          isUp = true;
          resolve(() => serviceEnd.close(1001, 'cut'));
        });
        link.accept(serviceEnd);
        void serveRuntimeConnection({
          ...{ transport: runtimeEnd, target, endpoint, scheduler },
          hello: { ...testHello, ...hello },
          onWelcome() {},
        }).then((reason) => reject(new Error(reason)));
      }),
  };
};

const createRemoteTestLink =
  (encodings: string[]): CreateTestLink =>
  (target, scheduler = systemScheduler) => {
    const socket = createTestServiceLink(scheduler);
    const end = createRemoteEndpoint(target, scheduler);
    let disconnect = (): void => {};
    return {
      link: socket.link,
      disconnect: () => disconnect(),
      async reconnect() {
        if (!socket.link.connected)
          disconnect = await socket.connect({ target, endpoint: end, hello: { encodings } });
      },
    };
  };

/** One function for each kind of link. All links are disconnected at first, so that tests don't miss any events. */
export const testLinks: Readonly<Record<string, CreateTestLink>> = {
  'in process': (target, scheduler) => {
    const link = createInProcessLink(target, scheduler);
    link.disconnect();
    return { link, disconnect: link.disconnect, reconnect: async () => link.connect() };
  },
  'over a wire, in JSON': createRemoteTestLink(['json']),
  'over a wire, in MessagePack': createRemoteTestLink(['messagepack']),
};
