import { batch, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns } from '../session/store-helpers.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Session } from '../session/session.ts';
import type { SceneEdits } from './scene-edits.ts';

export type ComponentRecord = Answer<'GET /api/objects/{tag}/components'>[number];
export type PropertyRecord = Answer<'GET /api/objects/{tag}/components/{component}'>[number];

/** The selected object's components, and the properties of those that are expanded. */
export interface ObjectInspector {
  readonly components: ReadonlySignal<readonly ComponentRecord[]>;
  readonly properties: ReadonlySignal<ReadonlyMap<string, readonly PropertyRecord[]>>;
  /** The names of collapsed components. They apply to all objects. */
  readonly collapsed: Signal<ReadonlySet<string>>;
  /** Reads everything that is currently visible. */
  poll(): Promise<void>;
  /** Writes a property, and applies it if it is structural. The write can be undone. */
  write(component: string, property: PropertyRecord, value: unknown): Promise<void>;
}

export const createObjectInspector = (
  { client }: Pick<Session, 'client'>,
  edits: Pick<SceneEdits, 'perform'>,
  selection: ReadonlySignal<string | undefined>,
): ObjectInspector => {
  const components = signal<readonly ComponentRecord[]>([]);
  const properties = signal<ReadonlyMap<string, readonly PropertyRecord[]>>(new Map());
  const collapsed = signal<ReadonlySet<string>>(new Set());

  const readObject = async (tag: string): Promise<void> => {
    const records = await client.request('GET /api/objects/{tag}/components', { params: { tag } });
    const open = records.filter(({ name }) => !collapsed.value.has(name));
    const propertyLists = await Promise.all(
      open.map(({ name }) =>
        client.request('GET /api/objects/{tag}/components/{component}', { params: { tag, component: name } }),
      ),
    );
    if (selection.value !== tag) return;
    const current = open.map(({ name }, i) => [name, propertyLists[i] ?? []] as const);
    batch(() => {
      assignIfChanged(components, records);
      if (JSON.stringify([...properties.value]) !== JSON.stringify(current))
        properties.value = new Map(current);
    });
  };

  const refresh = coalesceRuns(async () => {
    const tag = selection.value;
    if (tag === undefined) return;
    try {
      await readObject(tag);
    } catch {
      // either the object was destroyed, or the service is unreachable; the next read shows which
      if (selection.value === tag) forget();
    }
  });

  const forget = (): void =>
    batch(() => {
      components.value = [];
      properties.value = new Map();
    });

  effect(() => {
    void selection.value;
    forget();
    void refresh();
  });

  return {
    components,
    properties,
    collapsed,
    poll: refresh,
    async write(component, { name, structural, value: previousValue }, value) {
      const object = selection.value;
      if (object === undefined) return;
      const property = {
        kind: 'property' as const,
        ...{ object, component, property: name, isStructural: structural },
      };
      await edits.perform({ ...property, value }, { ...property, value: previousValue });
      await refresh();
    },
  };
};
