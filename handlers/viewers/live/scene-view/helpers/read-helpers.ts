import { requestInBatches } from './request-in-batches.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Placement } from '../gizmo/object-drag.ts';
import type { SceneObjectRecord } from '../objects/object-tree.ts';
import type { BatchOperation } from './request-in-batches.ts';

/** The components that are invisible in the scene, but that the view can show. */
export type HelperKind = 'Collider' | 'Light' | 'Camera';

/** A component that is invisible in the scene, but that the view shows. */
export interface SceneHelper {
  /** The tag of the component's object. */
  readonly object: string;
  readonly kind: HelperKind;
  /** The component's properties, keyed by name. */
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
