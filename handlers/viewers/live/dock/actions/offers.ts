import { signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';
import type { Field } from './fields.ts';

/** Where the service tells what there is of something. */
type Source =
  | 'spawnables'
  | 'scene-objects'
  | 'runtime-assets'
  | 'midi-devices'
  | 'scenes'
  | 'components-info'
  | 'layers';

/** What there is to choose from. */
export interface Offers {
  /** What a parameter may name, read when it is first asked for; undefined where it is not told, or not yet. */
  of(action: string, field: Field): readonly string[] | undefined;
  /** Reads anew what was asked for. */
  refresh(): void;
}

const byType: Readonly<Record<string, Source>> = {
  ObjectSelector: 'scene-objects',
  AssetSelector: 'runtime-assets',
};

const byName: Readonly<Record<string, Source>> = {
  device: 'midi-devices',
  scene: 'scenes',
  component: 'components-info',
  layer: 'layers',
};

/** Where to ask for what a parameter may name. */
const sourceOf = (action: string, { name, type }: Field): Source | undefined => {
  if (action === 'scene.spawn' && name === 'type') return 'spawnables';
  return byType[type] ?? (type === 'String' ? byName[name] : undefined);
};

export const createOffers = (client: SceneClient): Offers => {
  const known = new Map<Source, Signal<readonly string[] | undefined>>();

  /** What cannot be told is typed in. */
  const read = async (source: Source, into: Signal<readonly string[] | undefined>): Promise<void> => {
    try {
      into.value = source === 'spawnables' ? await readSpawnables(client) : await discover(client, source);
    } catch {
      into.value = undefined;
    }
  };
  const ask = (source: Source): ReadonlySignal<readonly string[] | undefined> => {
    const names = known.get(source) ?? signal<readonly string[] | undefined>();
    if (!known.has(source)) {
      known.set(source, names);
      void read(source, names);
    }
    return names;
  };
  return {
    of(action, field) {
      const source = sourceOf(action, field);
      const names = source && ask(source).value;
      return names?.length ? names : undefined;
    },
    refresh() {
      for (const [source, names] of known) void read(source, names);
    },
  };
};

const readSpawnables = async (client: SceneClient): Promise<readonly string[]> =>
  (await client.request('GET /api/discovery/spawnables', { query: { limit: 1_000 } })).map(
    ({ menuPath }) => menuPath,
  );

/** Objects are named by their tags, anything else by its name. */
const discover = async (client: SceneClient, dataType: string): Promise<readonly string[]> => {
  const { items } = await client.request('GET /api/discovery/{dataType}', { params: { dataType } });
  return items.map(({ name, tag }) => (typeof tag === 'string' ? tag : name));
};
