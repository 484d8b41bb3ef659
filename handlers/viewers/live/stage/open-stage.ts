import { createFeed } from './feed.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import type { Wishes } from './wishes.ts';

interface StageOptions {
  readonly host: HTMLElement;
  readonly session: Session;
  readonly wishes: Wishes;
  readonly selection: Signal<string | undefined>;
  readonly family: ReadonlySignal<readonly string[]>;
}

/** The scene as it is drawn for as long as it is seen. */
export interface OpenStage {
  frame(): void;
  close(): void;
}

/** Loads what draws the scene, and follows it while the page and the stage are seen. @throws Error where the browser has no WebGL */
export const openStage = async ({ session, ...options }: StageOptions): Promise<OpenStage> => {
  const { openView } = await import('./view/view.ts');
  const view = openView(options);
  const feed = createFeed({
    ask: (since) =>
      session.client.request('GET /api/scene/changes', since === undefined ? {} : { query: { since } }),
    take: view.take,
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
    frame: view.frame,
    close() {
      observer.disconnect();
      document.removeEventListener('visibilitychange', watch);
      feed.watch(false);
      view.close();
    },
  };
};
