import { signal } from '@preact/signals';
import { browserClock } from '../clock.ts';
import { readHelpers } from './read-helpers.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';
import type { Clock } from '../clock.ts';
import type { SceneObjectRecord } from '../objects/object-tree.ts';
import type { ViewOptions } from '../view-options.ts';
import type { SceneHelper, HelperKind } from './read-helpers.ts';

/** Colliders, lights and cameras, if the reader shows them. */
interface SceneHelpers {
  readonly list: ReadonlySignal<readonly SceneHelper[]>;
  /** Reads them, unless a read is running or the last one took long. */
  refresh(): Promise<void>;
}

interface SceneHelpersOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly viewOptions: Pick<ViewOptions, 'colliders' | 'symbols'>;
  /** Called before each read. */
  readonly onBeforeRead?: () => void;
  readonly onRead?: (helpers: readonly SceneHelper[]) => void;
  readonly clock?: Clock;
}

/** The pause after a read, in multiples of its duration. */
const restFactor = 8;

export const createSceneHelpers = (options: SceneHelpersOptions): SceneHelpers => {
  const { client, objects, viewOptions, onBeforeRead, onRead, clock = browserClock } = options;
  const list = signal<readonly SceneHelper[]>([]);
  let isLooking = false;
  let restsUntil = 0;
  let lastKinds = '';

  const wantedKinds = (): HelperKind[] => [
    ...(viewOptions.colliders.value ? (['Collider'] as const) : []),
    ...(viewOptions.symbols.value ? (['Light', 'Camera'] as const) : []),
  ];

  const look = async (): Promise<void> => {
    const kinds = wantedKinds();
    const areOthers = kinds.join() !== lastKinds;
    if (isLooking || (!areOthers && clock.now() < restsUntil)) return;
    lastKinds = kinds.join();
    if (areOthers) list.value = list.value.filter(({ kind }) => kinds.includes(kind));
    if (kinds.length === 0) return;
    isLooking = true;
    const began = clock.now();
    onBeforeRead?.();
    try {
      const found = await readHelpers(client, objects.value, kinds);
      onRead?.(found);
      list.value = found;
    } catch {
      // the stage says why nothing comes
    }
    restsUntil = clock.now() + (clock.now() - began) * restFactor;
    isLooking = false;
    if (wantedKinds().join() !== lastKinds) void look();
  };

  return { list, refresh: look };
};
