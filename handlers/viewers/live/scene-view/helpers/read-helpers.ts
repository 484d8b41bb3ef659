import { requestInBatches } from './request-in-batches.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Placement } from '../gizmo/object-drag.ts';
import type { SceneObjectRecord } from '../objects/object-tree.ts';
import type { BatchOperation } from './request-in-batches.ts';

/** Kinds of components that are invisible in the scene but can be shown. */
export type HelperKind = 'Collider' | 'Light' | 'Camera';

/** An otherwise invisible component to show. */
export interface SceneHelper {
  /** Tag of its object. */
  readonly object: string;
  readonly kind: HelperKind;
  /** Its properties by name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Local placements of its object and all ancestors, from the inside out. */
  readonly ancestorPlacements: readonly Placement[];
}

/** Reads the enabled components of some kinds on active objects. */
export const readHelpers = async (
  client: Pick<SceneClient, 'request'>,
  objects: readonly SceneObjectRecord[],
  kinds: readonly HelperKind[],
): Promise<SceneHelper[]> => {
  const lineOf = createAncestorLookup(objects);
  const wanted = objects
    .flatMap(({ tag, components }) =>
      kinds
        .filter((kind) => components.includes(kind))
        .map((kind) => ({ object: tag, kind, line: lineOf(tag) })),
    )
    .filter(({ line }) => line.every(({ active }) => active));
  const tags = [...new Set(wanted.flatMap(({ line }) => line.map(({ tag }) => tag)))];
  const answers = await requestInBatches(client, [
    ...wanted.flatMap(buildOperations),
    ...tags.map(buildPlacementOperation),
  ]);

  const placements = new Map(tags.map((tag, i) => [tag, parsePlacement(answers[wanted.length * 2 + i])]));
  return wanted.flatMap(({ object, kind, line }, i) => {
    const [components, properties] = answers.slice(i * 2, i * 2 + 2) as [Components?, Properties?];
    const takesPart = components?.some(({ name, enabled }) => name === kind && enabled);
    const placed = line.map(({ tag }) => placements.get(tag)).filter((one) => one !== undefined);
    if (!takesPart || !properties || placed.length < line.length) return [];
    const values = Object.fromEntries(properties.map(({ name, value }) => [name, value]));
    return [{ object, kind, values, ancestorPlacements: placed }];
  });
};

type Components = readonly { readonly name: string; readonly enabled: boolean }[];
type Properties = readonly { readonly name: string; readonly value: unknown }[];

/** Returns an object and its ancestors, from the inside out. */
const createAncestorLookup = (
  objects: readonly SceneObjectRecord[],
): ((tag: string) => SceneObjectRecord[]) => {
  const byTag = new Map(objects.map((object) => [object.tag, object]));
  return (tag) => {
    const line: SceneObjectRecord[] = [];
    for (let one = byTag.get(tag); one; one = one.parent === null ? undefined : byTag.get(one.parent))
      line.push(one);
    return line;
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

const parsePlacement = (answer: unknown): Placement | undefined =>
  (answer as { readonly result: Placement } | undefined)?.result;
