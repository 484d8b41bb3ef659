import { type ReadonlySignal, signal } from '@preact/signals';
import { createLatestValueWriter } from './latest-value-writer.ts';
import type { Actions, SceneClient } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Clock } from '../clock.ts';

export type Placement = Actions['transform.get']['result'];
export type TransformUpdate = Actions['transform.set']['parameters'];

/** The state of dragging the selected object, and the object's position as known to the service. */
export interface ObjectDrag {
  /** The object's world position when it was last read, or `undefined` if the position is unknown. */
  readonly placement: ReadonlySignal<Placement | undefined>;
  /** Whether the user is dragging the object. Meanwhile, its position is not read. */
  readonly isDragging: ReadonlySignal<boolean>;
  refresh(): Promise<void>;
  start(): void;
  /** Moves the dragged object. If the service returns an error, the error is shown and the drag ends. */
  move(move: TransformUpdate): void;
  end(): void;
  close(): void;
}

interface ObjectDragOptions {
  readonly selection: ReadonlySignal<string | undefined>;
  readonly client: Pick<SceneClient, 'act'>;
  readonly write: (move: TransformUpdate) => Promise<unknown>;
  readonly notices: Pick<Notices, 'showError'>;
  readonly clock?: Clock;
}

export const createObjectDrag = ({
  selection,
  client,
  write,
  notices,
  clock,
}: ObjectDragOptions): ObjectDrag => {
  const placement = signal<Placement>();
  const isDragging = signal(false);
  /** Incremented by everything that makes a pending response outdated. */
  let generation = 0;
  let isReading = false;

  const writer = createLatestValueWriter<TransformUpdate>({
    write,
    onFailure(failure) {
      isDragging.value = false;
      notices.showError(failure);
    },
    ...(clock && { clock }),
  });

  const fetchPlacement = async (object: string): Promise<Placement | undefined> => {
    try {
      return (await client.act('transform.get', { object, space: 'world' })).result;
    } catch {
      // either the object was destroyed, or the service is unreachable; the view shows both
      return undefined;
    }
  };

  const refresh = async (): Promise<void> => {
    const object = selection.value;
    if (object === undefined || isReading || isDragging.value || writer.isBusy) return;
    isReading = true;
    const requestGeneration = generation;
    const received = await fetchPlacement(object);
    isReading = false;
    if (requestGeneration === generation) placement.value = received;
    else void refresh();
  };

  const close = selection.subscribe(() => {
    generation += 1;
    placement.value = undefined;
    isDragging.value = false;
    void refresh();
  });

  return {
    placement,
    isDragging,
    refresh,
    start() {
      generation += 1;
      isDragging.value = true;
    },
    move(move) {
      if (!isDragging.value) return;
      generation += 1;
      writer.enqueue(move);
    },
    end() {
      isDragging.value = false;
    },
    close,
  };
};
