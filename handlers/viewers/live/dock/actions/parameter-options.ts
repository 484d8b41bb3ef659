import { type ReadonlySignal, signal, type Signal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';
import type { ParameterField } from './parameter-form.ts';

/** Identifies the request that lists the possible values of a parameter. */
type OptionSource =
  | 'spawnables'
  | 'scene-objects'
  | 'runtime-assets'
  | 'midi-devices'
  | 'scenes'
  | 'components-info'
  | 'layers';

/** Provides the possible values of parameters. */
export interface ParameterOptions {
  /**
   * Returns the possible values of a parameter. The list is loaded on first use; the result is `undefined` until then,
   * and for parameters without a list.
   */
  getOptions(action: string, field: ParameterField): readonly string[] | undefined;
  /** Reloads every list that has been used. */
  refresh(): void;
}

const sourcesByType: Readonly<Record<string, OptionSource>> = {
  ObjectSelector: 'scene-objects',
  AssetSelector: 'runtime-assets',
};

const sourcesByName: Readonly<Record<string, OptionSource>> = {
  device: 'midi-devices',
  scene: 'scenes',
  component: 'components-info',
  layer: 'layers',
};

/** Returns the source that lists the values of a parameter, or `undefined` if there is none. */
const findOptionSource = (action: string, { name, type }: ParameterField): OptionSource | undefined => {
  if (action === 'scene.spawn' && name === 'type') return 'spawnables';
  return sourcesByType[type] ?? (type === 'String' ? sourcesByName[name] : undefined);
};

export const createParameterOptions = (client: SceneClient): ParameterOptions => {
  const cached = new Map<OptionSource, Signal<readonly string[] | undefined>>();

  /** Loads the names from a source. If the request fails, there are no options, and the user types the value. */
  const readNames = async (
    source: OptionSource,
    into: Signal<readonly string[] | undefined>,
  ): Promise<void> => {
    try {
      into.value =
        source === 'spawnables' ? await readSpawnables(client) : await discoverNames(client, source);
    } catch {
      into.value = undefined;
    }
  };
  const getNames = (source: OptionSource): ReadonlySignal<readonly string[] | undefined> => {
    const names = cached.get(source) ?? signal<readonly string[] | undefined>();
    if (!cached.has(source)) {
      cached.set(source, names);
      void readNames(source, names);
    }
    return names;
  };
  return {
    getOptions(action, field) {
      const source = findOptionSource(action, field);
      const names = source && getNames(source).value;
      return names?.length ? names : undefined;
    },
    refresh() {
      for (const [source, names] of cached) void readNames(source, names);
    },
  };
};

const readSpawnables = async (client: SceneClient): Promise<readonly string[]> =>
  (await client.request('GET /api/discovery/spawnables', { query: { limit: 1_000 } })).map(
    ({ menuPath }) => menuPath,
  );

/** Returns the values that identify the items of a data type: tags for objects, names for everything else. */
const discoverNames = async (client: SceneClient, dataType: string): Promise<readonly string[]> => {
  const { items } = await client.request('GET /api/discovery/{dataType}', { params: { dataType } });
  return items.map(({ name, tag }) => (typeof tag === 'string' ? tag : name));
};
