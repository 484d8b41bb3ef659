/** Every kind of link: what is said of links holds of each. */
import { createInProcessLink } from './in-process.ts';
import { createRemoteLink } from './remote/remote-link.ts';
import { serveConnection } from './remote/runtime-connection.ts';
import { wirePair } from './remote/testing-wire.ts';
import { createTargetEnd } from './target-end.ts';
import { systemScheduler } from '../frame/scheduler.ts';
import { abilitiesOf } from '../abilities.ts';
import { definitionByEnumValue } from '../nodes/index.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../frame/scheduler.ts';
import type { RuntimeLink, RuntimeTarget } from './protocol.ts';

/** A link that a test cuts and mends. */
export interface TestLink {
  readonly link: RuntimeLink;
  cut(): void;
  /** Resolves when the link is up. */
  mend(): Promise<void>;
}

export const helloOfTests: Hello = {
  ...{ protocols: [1], name: 'test runtime', instance: 'one', stepsPerSecond: 60, encodings: ['json'] },
  can: abilitiesOf(definitionByEnumValue),
};

type MakeLink = (target: RuntimeTarget, scheduler?: Scheduler) => TestLink;

const remoteLink =
  (encodings: string[]): MakeLink =>
  (target, scheduler = systemScheduler) => {
    const link = createRemoteLink({ serviceVersion: '1.2.3', scheduler, warn() {} });
    const end = createTargetEnd(target, scheduler);
    const waiting: (() => void)[] = [];
    link.onChange((connected) => {
      if (connected) for (const up of waiting.splice(0)) up();
    });
    let cut = (): void => {};
    return {
      link,
      cut: () => cut(),
      mend: () =>
        new Promise((resolve, reject) => {
          if (link.connected) return resolve();
          waiting.push(resolve);
          const [ours, theirs] = wirePair();
          cut = () => ours.close(1001, 'cut');
          link.accept(ours);
          const hello = { ...helloOfTests, encodings };
          void serveConnection({ wire: theirs, target, end, hello, scheduler, up() {} }).then((ended) =>
            reject(new Error(ended.reason)),
          );
        }),
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
