import { type ReadonlySignal, signal } from '@preact/signals';
import { createLatestValueWriter } from './latest-value-writer.ts';
import type { Actions } from '#spec/client/index.ts';
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
  /** Forgets the drag, because the object was moved back. */
  cancel(): void;
  close(): void;
}

interface ObjectDragOptions {
  readonly selection: ReadonlySignal<string | undefined>;
  /** Reads the world position of an object. */
  readonly read: (object: string) => Promise<Placement>;
  readonly write: (move: TransformUpdate) => Promise<unknown>;
  readonly notices: Pick<Notices, 'showError'>;
  /**
   * Called after a drag that has moved the object, with the last update, and the one that would revert it.
   * @param written whether the service has accepted the last update, as soon as this is known
   */
  readonly onMoved?: (update: TransformUpdate, previous: TransformUpdate, written: Promise<boolean>) => void;
  readonly clock?: Clock;
}

export const createObjectDrag = ({
  selection,
  read,
  write,
  notices,
  onMoved,
  clock,
}: ObjectDragOptions): ObjectDrag => {
  const placement = signal<Placement>();
  const isDragging = signal(false);
  /** Incremented by everything that makes a pending response outdated. */
  let generation = 0;
  let isReading = false;
  /** The placement at the start of the drag, and the last update since. */
  let startPlacement: Placement | undefined;
  let lastUpdate: TransformUpdate | undefined;

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
      return await read(object);
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
      startPlacement = placement.value;
      lastUpdate = undefined;
      isDragging.value = true;
    },
    move(move) {
      if (!isDragging.value) return;
      generation += 1;
      lastUpdate = move;
      writer.enqueue(move);
    },
    end() {
      const [update, start] = isDragging.value ? [lastUpdate, startPlacement] : [];
      isDragging.value = false;
      lastUpdate = undefined;
      if (update && start) onMoved?.(update, revertUpdate(update, start), writer.flush());
    },
    cancel() {
      lastUpdate = undefined;
    },
    close,
  };
};

/** Returns the update that sets the same fields as another one to their values in a placement. */
const revertUpdate = (
  { object, space, position, rotation, scale }: TransformUpdate,
  start: Placement,
): TransformUpdate => ({
  object,
  ...(space && { space }),
  ...(position && { position: start.position }),
  ...(rotation && { rotation: start.rotation }),
  ...(scale && { scale: start.scale }),
});
