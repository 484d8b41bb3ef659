import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';

interface Layer {
  readonly index: number;
  readonly name: string;
}

/** The layers that a scene has before any layer is created (C-43). */
export const defaultLayers: readonly Layer[] = [
  { index: 0, name: 'Default' },
  { index: 1, name: 'Transparent' },
  { index: 2, name: 'Background' },
  { index: 5, name: 'UI' },
];

/** The layers to which objects can be assigned (description: 'Layer 2 actions', scene.createLayer). */
export const createLayers = () => {
  const names = new Map(defaultLayers.map(({ index, name }) => [index, name]));
  const list = (): Layer[] =>
    [...names].map(([index, name]) => ({ index, name })).sort((a, b) => a.index - b.index);
  const byIndex = (index: number): Layer | undefined => {
    const name = names.get(index);
    return name === undefined ? undefined : { index, name };
  };
  const byName = (name: string): Layer | undefined => list().find((layer) => layer.name === name);

  const find = (nameOrIndex: string | number): Layer => {
    const layer = typeof nameOrIndex === 'number' ? byIndex(nameOrIndex) : byName(nameOrIndex);
    if (layer) return layer;
    throw new ApiError(
      'ACTION_FAILED',
      `There is no layer '${nameOrIndex}'. Use scene.createLayer to create one at a free index.`,
      { layer: nameOrIndex, nearest: suggestNames(String(nameOrIndex), names.values()), layers: list() },
    );
  };

  return {
    list,
    has: (index: number): boolean => names.has(index),
    /**
     * Returns a configured layer by name or index.
     * @throws ApiError ACTION_FAILED for an unknown layer; the message lists the configured layers
     */
    get: find,
    /**
     * Sets the name of the layer at a usable index.
     * @returns the layer's previous name; `undefined` for a new layer
     * @throws ApiError ACTION_FAILED when another layer has the name
     */
    set({ index, name }: Layer): string | undefined {
      const existing = byName(name);
      if (existing && existing.index !== index) {
        throw new ApiError(
          'ACTION_FAILED',
          `The name '${name}' is already used by layer ${existing.index}.`,
          { name, index: existing.index },
        );
      }
      const previous = names.get(index);
      names.set(index, name);
      return previous;
    },
    /**
     * Removes a layer.
     * @throws ApiError ACTION_FAILED for layer 0 and for an index without a layer
     */
    remove(index: number) {
      if (index === 0) {
        throw new ApiError(
          'ACTION_FAILED',
          'Layer 0 cannot be removed: objects of removed layers fall back to it.',
          { index },
        );
      }
      find(index);
      names.delete(index);
    },
  };
};

export type Layers = ReturnType<typeof createLayers>;
