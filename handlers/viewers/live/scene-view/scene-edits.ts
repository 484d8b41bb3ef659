import { performUndo, type EditSource } from '../app/edit-history.ts';
import { createUndoHistory } from '../app/undo-history.ts';
import { createSerialQueue } from '../session/store-helpers.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Notices } from '../app/notice-store.ts';
import type { TransformUpdate } from './gizmo/object-drag.ts';

/** A change of a scene object by this page: a part of its world transform, or a property of a component. */
export type SceneChange =
  | { readonly kind: 'transform'; readonly update: TransformUpdate }
  | {
      readonly kind: 'property';
      readonly object: string;
      readonly component: string;
      readonly property: string;
      /** Whether the property takes effect only after the component was refreshed. */
      readonly isStructural: boolean;
      readonly value: unknown;
    };

interface SceneStep {
  readonly change: SceneChange;
  /** The opposite change, whose values the scene still has if nobody else has changed them. */
  readonly inverse: SceneChange;
}

/** Changes objects of the scene, and undoes these changes. */
export interface SceneEdits extends EditSource {
  /** Makes a change, which can be undone by setting the previous value. */
  perform(change: SceneChange, previous: SceneChange): Promise<void>;
  /** Adds a change that is being made by other means, and that may still be refused. */
  record(change: SceneChange, previous: SceneChange, isMade: Promise<boolean>): Promise<void>;
}

type SceneEditClient = Pick<SceneClient, 'act' | 'request'>;

export const createSceneEdits = (
  client: SceneEditClient,
  notices: Pick<Notices, 'runAndReport' | 'showInfo'>,
): SceneEdits => {
  const history = createUndoHistory<SceneStep>(async ({ change, inverse }, force) => {
    const isDone = await notices.runAndReport(async () => {
      if (!force && !(await hasValueOf(client, inverse))) return 'stale' as const;
      await applyChange(client, change);
      return 'done' as const;
    });
    return isDone === 'done' ? { change: inverse, inverse: change } : isDone;
  });
  const add = (change: SceneChange, previous: SceneChange): void =>
    history.add({ change: previous, inverse: change });
  const enqueue = createSerialQueue();
  const stepHistory = (direction: 'undo' | 'redo'): Promise<void> =>
    performUndo(direction, (force) => enqueue(() => history[direction](force)), notices);
  return {
    stamps: history.stamps,
    settle: () => enqueue(async () => {}),
    undo: () => stepHistory('undo'),
    redo: () => stepHistory('redo'),
    record: (change, previous, isMade) =>
      enqueue(async () => {
        if (await isMade) add(change, previous);
      }),
    perform: (change, previous) =>
      enqueue(async () => {
        const isDone = await notices.runAndReport(async () => {
          await applyChange(client, change);
          return true;
        });
        if (isDone) add(change, previous);
      }),
  };
};

const applyChange = async (client: SceneEditClient, change: SceneChange): Promise<void> => {
  if (change.kind === 'transform') {
    await client.act('transform.set', change.update);
    return;
  }
  const { object, component, property, isStructural, value } = change;
  await client.request('PUT /api/objects/{tag}/components/{component}/{property}', {
    params: { tag: object, component, property },
    body: { value: value as never },
  });
  if (isStructural) await client.act('components.refresh', { object, component });
};

/** Whether the scene still has what a change has set. */
const hasValueOf = async (client: SceneEditClient, change: SceneChange): Promise<boolean> => {
  if (change.kind === 'transform') {
    const { object, position, scale } = change.update;
    // the rotation may have been written as a quaternion, but is read as Euler angles
    const expected = { ...(position && { position }), ...(scale && { scale }) };
    const { result } = await client.act('transform.get', { object, space: 'world' });
    return isClose(result, expected);
  }
  const { object, component, property, value } = change;
  const current = await client.request('GET /api/objects/{tag}/components/{component}/{property}', {
    params: { tag: object, component, property },
  });
  return isClose(current.value, value);
};

const tolerance = 1e-4;

/** Whether a value contains all that is expected, with numbers that differ at most by rounding. */
const isClose = (value: unknown, expected: unknown): boolean => {
  if (typeof expected === 'number' && typeof value === 'number')
    return Math.abs(value - expected) <= tolerance * Math.max(1, Math.abs(expected));
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(expected).every(([key, part]) =>
    isClose((value as Readonly<Record<string, unknown>>)[key], part),
  );
};
