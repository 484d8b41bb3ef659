/** Every kind of link: what is said of links holds of each. */
import { createInProcessLink } from './in-process.ts';
import { createRemoteLink } from './remote/remote-link.ts';
import { serveConnection } from './remote/runtime-connection.ts';
import { wirePair } from './remote/testing-wire.ts';
import { createTargetEnd } from './target-end.ts';
import { type VersionedEnd, withVersions } from './remote/versioned-end.ts';
import { systemScheduler } from '../frame/timer-scheduler.ts';
import { getRuntimeCapabilities } from '../runtime-capabilities.ts';
import { definitionsByEnumValue } from '../nodes/index.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';
import type { RuntimeLink, RuntimeTarget } from './protocol.ts';

/** A link that a test cuts and mends. */
interface TestLink {
  readonly link: RuntimeLink;
  cut(): void;
  /** Resolves when the link is up. */
  mend(): Promise<void>;
}

const helloOfTests: Hello = {
  ...{ protocols: [1], name: 'test runtime', instance: 'one', stepsPerSecond: 60, encodings: ['json'] },
  can: getRuntimeCapabilities(definitionsByEnumValue),
};

type MakeLink = (target: RuntimeTarget, scheduler?: Scheduler) => TestLink;

/** The service's end of a link to runtimes that a test has come and go. */
export interface TestSocket {
  readonly link: RuntimeLink;
  /** What the service was warned of. */
  readonly warnings: readonly string[];
  /**
   * Has a runtime connect.
   * @returns resolves when the link is up, with what cuts it
   * @throws Error with the reason when the service does not take it up
   */
  connect(end: ConnectingRuntime): Promise<() => void>;
}

interface ConnectingRuntime {
  readonly target: RuntimeTarget;
  /** One for each runtime; it keeps what is told while nobody hears it. */
  readonly end: VersionedEnd;
  readonly hello?: Partial<Hello>;
}

/** The runtime's end of what a test socket connects. */
export const remoteEndOf = (target: RuntimeTarget, scheduler?: Scheduler): VersionedEnd =>
  withVersions(createTargetEnd(target, scheduler), target);

export const createTestSocket = (scheduler: Scheduler = systemScheduler): TestSocket => {
  const warnings: string[] = [];
  const link = createRemoteLink({
    ...{ serviceVersion: '1.2.3', scheduler },
    warn: (message) => void warnings.push(message),
  });
  return {
    link,
    warnings,
    connect: ({ target, end, hello }) =>
      new Promise((resolve, reject) => {
        const [ours, theirs] = wirePair();
        let isUp = false;
        link.onChange((connected) => {
          if (!connected || isUp) return;
          isUp = true;
          resolve(() => ours.close(1001, 'cut'));
        });
        link.accept(ours);
        void serveConnection({
          ...{ wire: theirs, target, end, scheduler },
          hello: { ...helloOfTests, ...hello },
          up() {},
        }).then((reason) => reject(new Error(reason)));
      }),
  };
};

const remoteLink =
  (encodings: string[]): MakeLink =>
  (target, scheduler = systemScheduler) => {
    const socket = createTestSocket(scheduler);
    const end = remoteEndOf(target, scheduler);
    let cut = (): void => {};
    return {
      link: socket.link,
      cut: () => cut(),
      async mend() {
        if (!socket.link.connected) cut = await socket.connect({ target, end, hello: { encodings } });
      },
    };
  };

/** Each is cut to begin with, so that what a test wants to hear is not missed. */
export const testLinks: Readonly<Record<string, MakeLink>> = {
  'in process': (target, scheduler) => {
    const link = createInProcessLink(target, scheduler);
    link.disconnect();
    return { link, cut: link.disconnect, mend: async () => link.connect() };
  },
  'over a wire, in JSON': remoteLink(['json']),
  'over a wire, in MessagePack': remoteLink(['messagepack']),
};
