import type { Actions } from '#spec/client/index.ts';

export type SceneItem = Actions['scene.objects.list']['result']['objects'][number];

/** A line of the list of objects. */
export interface TreeRow {
  readonly object: SceneItem;
  /** 0 at the root. */
  readonly depth: number;
  readonly hasChildren: boolean;
  /** Whether its children are not shown. */
  readonly isFolded: boolean;
}

/** Objects under their parents, or, for a search, those whose name, tag or type has what is sought. */
export const treeRows = (
  objects: readonly SceneItem[],
  folded: ReadonlySet<string>,
  search: string,
): TreeRow[] => {
  const sought = search.trim().toLowerCase();
  if (sought !== '')
    return objects
      .filter(({ name, tag, type }) => `${name}\n${tag}\n${type}`.toLowerCase().includes(sought))
      .map((object) => ({ object, depth: 0, hasChildren: false, isFolded: false }));
  const children = childrenOf(objects);
  const rows: TreeRow[] = [];
  const add = (object: SceneItem, depth: number): void => {
    const below = children.get(object.tag) ?? [];
    const isFolded = folded.has(object.tag);
    rows.push({ object, depth, hasChildren: below.length > 0, isFolded });
    if (!isFolded) for (const child of below) add(child, depth + 1);
  };
  for (const object of children.get(null) ?? []) add(object, 0);
  return rows;
};

/** The tags of an object and of all that hangs under it. */
export const familyOf = (objects: readonly SceneItem[], tag: string): string[] => {
  const children = childrenOf(objects);
  const family = [tag];
  for (const member of family) family.push(...(children.get(member) ?? []).map((child) => child.tag));
  return family;
};

const childrenOf = (objects: readonly SceneItem[]): Map<string | null, SceneItem[]> => {
  const children = new Map<string | null, SceneItem[]>();
  for (const object of objects) {
    const siblings = children.get(object.parent);
    if (siblings) siblings.push(object);
    else children.set(object.parent, [object]);
  }
  return children;
};
