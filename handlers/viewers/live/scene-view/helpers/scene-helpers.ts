import { type ReadonlySignal, signal } from '@preact/signals';
import { browserClock, type Clock } from '../clock.ts';
import type { Input, SceneClient } from '#spec/client/index.ts';
import type { SceneObjectRecord } from '../scene-objects.ts';
import type { ViewOptions } from '../view-options.ts';
import type { Placement } from '../gizmo/object-drag.ts';

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

/** The components that are invisible in the scene, but that the view can show. */
export type HelperKind = 'Collider' | 'Light' | 'Camera';

/** A component that is invisible in the scene, but that the view shows. */
export interface SceneHelper {
  readonly object: string;
  readonly kind: HelperKind;
  readonly values: Readonly<Record<string, unknown>>;
  /** The local placements of the component's object and all its ancestors, from the innermost to the outermost. */
  readonly ancestorPlacements: readonly Placement[];
}

/** Reads the components of the given kinds that are enabled and belong to active objects. */
export const readHelpers = async (
  client: Pick<SceneClient, 'request'>,
  objects: readonly SceneObjectRecord[],
  kinds: readonly HelperKind[],
): Promise<SceneHelper[]> => {
  const getAncestors = createAncestorLookup(objects);
  const requested = objects
    .flatMap(({ tag, components }) =>
      kinds
        .filter((kind) => components.includes(kind))
        .map((kind) => ({ object: tag, kind, ancestors: getAncestors(tag) })),
    )
    .filter(({ ancestors }) => ancestors.every(({ active }) => active));
  const tags = [...new Set(requested.flatMap(({ ancestors }) => ancestors.map(({ tag }) => tag)))];
  const responses = await requestInBatches(client, [
    ...requested.flatMap(buildOperations),
    ...tags.map(buildPlacementOperation),
  ]);

  const placements = new Map(
    tags.map((tag, i) => [tag, parsePlacement(responses[requested.length * 2 + i])]),
  );
  return requested.flatMap(({ object, kind, ancestors }, i) => {
    const [components, properties] = responses.slice(i * 2, i * 2 + 2) as [Components?, Properties?];
    const isActive = components?.some(({ name, enabled }) => name === kind && enabled);
    const ancestorPlacements = ancestors
      .map(({ tag }) => placements.get(tag))
      .filter((placement) => placement !== undefined);
    if (!isActive || !properties || ancestorPlacements.length < ancestors.length) return [];
    const values = Object.fromEntries(properties.map(({ name, value }) => [name, value]));
    return [{ object, kind, values, ancestorPlacements }];
  });
};

type Components = readonly { readonly name: string; readonly enabled: boolean }[];
type Properties = readonly { readonly name: string; readonly value: unknown }[];

/** Creates a function that returns an object and its ancestors, from the innermost to the outermost. */
const createAncestorLookup = (
  objects: readonly SceneObjectRecord[],
): ((tag: string) => SceneObjectRecord[]) => {
  const byTag = new Map(objects.map((object) => [object.tag, object]));
  return (tag) => {
    const ancestors: SceneObjectRecord[] = [];
    for (
      let current = byTag.get(tag);
      current;
      current = current.parent === null ? undefined : byTag.get(current.parent)
    )
      ancestors.push(current);
    return ancestors;
  };
};

const buildOperations = ({ object, kind }: Pick<SceneHelper, 'object' | 'kind'>): BatchOperation[] => {
  const path = `/api/objects/${encodeURIComponent(object)}/components`;
  return [
    { method: 'GET', path: `${path}?include=name,enabled` },
    { method: 'GET', path: `${path}/${kind}?include=name,value` },
  ];
};

const buildPlacementOperation = (object: string): BatchOperation => ({
  method: 'POST',
  path: '/api/actions/transform/get',
  body: { object, space: 'local' },
});

const parsePlacement = (response: unknown): Placement | undefined =>
  (response as { readonly result: Placement } | undefined)?.result;

type BatchOperation = Input<'POST /api/batch'>['body']['operations'][number];

/** The maximum number of requests in one batch. This limit keeps the service responsive for other clients. */
const maxBatchSize = 400;

/**
 * Sends many requests in as few batches as possible.
 * @returns the responses in the order of the requests; `undefined` for each failed request
 */
const requestInBatches = async (
  client: Pick<SceneClient, 'request'>,
  requested: readonly BatchOperation[],
): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  while (bodies.length < requested.length) {
    const operations = requested.slice(bodies.length, bodies.length + maxBatchSize);
    const { results } = await client.request('POST /api/batch', { body: { operations: [...operations] } });
    bodies.push(...results.map(({ status, body }) => (status === 200 ? body : undefined)));
  }
  return bodies;
};
