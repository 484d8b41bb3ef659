import { createFeed } from './feed.ts';
import { createGrip } from './gizmo/grip.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Session } from '../session/session.ts';
import type { Move } from './gizmo/grip.ts';
import type { Steering } from './keys.ts';
import type { SceneItem } from './objects/tree-rows.ts';
import type { Wishes } from './wishes.ts';

interface StageOptions {
  readonly host: HTMLElement;
  readonly session: Session;
  readonly wishes: Wishes;
  readonly selection: Signal<string | undefined>;
  readonly family: ReadonlySignal<readonly string[]>;
  readonly objects: ReadonlySignal<readonly SceneItem[]>;
  readonly notices: Pick<Notices, 'fail'>;
}

/** The scene as it is drawn for as long as it is seen. */
export interface OpenStage extends Steering {
  /** Reads what is not told as it changes. */
  look(): void;
  close(): void;
}

/** Loads what draws the scene, and follows it while the page and the stage are seen. @throws Error where the browser has no WebGL */
export const openStage = async ({ session, notices, ...options }: StageOptions): Promise<OpenStage> => {
  const { openView } = await import('./view/view.ts');
  const { client, hub } = session;
  const { selection } = options;
  const write = (move: Move): Promise<unknown> => (hub.value ?? client).act('transform.set', move);
  const grip = createGrip({ selection, client, write, notices });
  const view = openView({ ...options, client, grip, onHold: () => feed.hurry() });
  const feed = createFeed({
    ask: (since) => client.request('GET /api/scene/changes', since === undefined ? {} : { query: { since } }),
    take(changes) {
      void grip.look();
      return view.take(changes);
    },
  });
  let isOnScreen = false;
  const watch = (): void => feed.watch(isOnScreen && document.visibilityState === 'visible');
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? false;
    watch();
  });
  observer.observe(options.host);
  document.addEventListener('visibilitychange', watch);
  return {
    ...view,
    close() {
      observer.disconnect();
      document.removeEventListener('visibilitychange', watch);
      feed.watch(false);
      grip.close();
      view.close();
    },
  };
};
