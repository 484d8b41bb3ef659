import { signal } from '@preact/signals';
import { browserClock } from '../clock.ts';
import { readHelpers } from './read-helpers.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';
import type { Clock } from '../clock.ts';
import type { SceneItem } from '../objects/tree-rows.ts';
import type { Wishes } from '../wishes.ts';
import type { Helper, HelperKind } from './read-helpers.ts';

/** Colliders, lights and cameras, as far as the reader wants to see them. */
interface Helpers {
  readonly list: ReadonlySignal<readonly Helper[]>;
  /** Reads them, unless that is under way or has just taken long. */
  look(): Promise<void>;
}

interface HelpersOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneItem[]>;
  readonly wishes: Pick<Wishes, 'colliders' | 'symbols'>;
  /** Told before each reading, and what it has brought. */
  readonly onAsk?: () => void;
  readonly onAnswer?: (helpers: readonly Helper[]) => void;
  readonly clock?: Clock;
}

/** What a reading takes is rested for as many times over. */
const restShare = 8;

export const createHelpers = (options: HelpersOptions): Helpers => {
  const { client, objects, wishes, onAsk, onAnswer, clock = browserClock } = options;
  const list = signal<readonly Helper[]>([]);
  let isLooking = false;
  let restsUntil = 0;
  let lastKinds = '';

  const wantedKinds = (): HelperKind[] => [
    ...(wishes.colliders.value ? (['Collider'] as const) : []),
    ...(wishes.symbols.value ? (['Light', 'Camera'] as const) : []),
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
    onAsk?.();
    try {
      const found = await readHelpers(client, objects.value, kinds);
      onAnswer?.(found);
      list.value = found;
    } catch {
      // the stage says why nothing comes
    }
    restsUntil = clock.now() + (clock.now() - began) * restShare;
    isLooking = false;
    if (wantedKinds().join() !== lastKinds) void look();
  };

  return { list, look };
};
