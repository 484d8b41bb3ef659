import { signal } from '@preact/signals';
import { browserClock } from '../clock.ts';
import { readHelpers } from './read-helpers.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';
import type { Clock } from '../clock.ts';
import type { SceneObjectRecord } from '../objects/object-tree.ts';
import type { ViewOptions } from '../view-options.ts';
import type { SceneHelper, HelperKind } from './read-helpers.ts';

/** The colliders, lights and cameras that the user has chosen to show. */
interface SceneHelpers {
  readonly list: ReadonlySignal<readonly SceneHelper[]>;
  /** Reads the components, unless a read is running, or the pause after a long read isn't over. */
  refresh(): Promise<void>;
}

interface SceneHelpersOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly viewOptions: Pick<ViewOptions, 'colliders' | 'symbols'>;
  readonly onBeforeRead?: () => void;
  readonly onRead?: (helpers: readonly SceneHelper[]) => void;
  readonly clock?: Clock;
}

/** The length of the pause after a read, as a multiple of the read's duration. */
const restFactor = 8;

export const createSceneHelpers = (options: SceneHelpersOptions): SceneHelpers => {
  const { client, objects, viewOptions, onBeforeRead, onRead, clock = browserClock } = options;
  const list = signal<readonly SceneHelper[]>([]);
  let isReading = false;
  let pauseUntil = 0;
  let lastKinds = '';

  const getSelectedKinds = (): HelperKind[] => [
    ...(viewOptions.colliders.value ? (['Collider'] as const) : []),
    ...(viewOptions.symbols.value ? (['Light', 'Camera'] as const) : []),
  ];

  const refresh = async (): Promise<void> => {
    const kinds = getSelectedKinds();
    const haveKindsChanged = kinds.join() !== lastKinds;
    if (isReading || (!haveKindsChanged && clock.now() < pauseUntil)) return;
    lastKinds = kinds.join();
    if (haveKindsChanged) list.value = list.value.filter(({ kind }) => kinds.includes(kind));
    if (kinds.length === 0) return;
    isReading = true;
    const startedAt = clock.now();
    onBeforeRead?.();
    try {
      const helpers = await readHelpers(client, objects.value, kinds);
      onRead?.(helpers);
      list.value = helpers;
    } catch {
      // the stage says why nothing comes
    }
    pauseUntil = clock.now() + (clock.now() - startedAt) * restFactor;
    isReading = false;
    if (getSelectedKinds().join() !== lastKinds) void refresh();
  };

  return { list, refresh };
};
