import { batch, effect, signal } from '@preact/signals';
import { coalesceRuns } from '../../session/coalesce-runs.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Answer } from '#spec/client/index.ts';
import type { Notices } from '../../app/notices.ts';
import type { Session } from '../../session/session.ts';

export type ComponentRecord = Answer<'GET /api/objects/{tag}/components'>[number];
export type PropertyRecord = Answer<'GET /api/objects/{tag}/components/{component}'>[number];

/** The components of the selected object, and the properties of the expanded ones. */
export interface ObjectInspector {
  readonly components: ReadonlySignal<readonly ComponentRecord[]>;
  /** By component name. */
  readonly properties: ReadonlySignal<ReadonlyMap<string, readonly PropertyRecord[]>>;
  /** Names of collapsed components, for all objects. */
  readonly collapsed: Signal<ReadonlySet<string>>;
  /** Names of components with structural properties that were written but not applied. */
  readonly stale: ReadonlySignal<ReadonlySet<string>>;
  /** Reads everything that is visible. */
  poll(): Promise<void>;
  write(component: string, property: PropertyRecord, value: unknown): Promise<void>;
  /** Applies structural properties. */
  refresh(component: string): Promise<void>;
}

export const createObjectInspector = (
  { client }: Pick<Session, 'client'>,
  notices: Pick<Notices, 'runAndReport'>,
  selection: ReadonlySignal<string | undefined>,
): ObjectInspector => {
  const components = signal<readonly ComponentRecord[]>([]);
  const properties = signal<ReadonlyMap<string, readonly PropertyRecord[]>>(new Map());
  const folded = signal<ReadonlySet<string>>(new Set());
  const stale = signal<ReadonlySet<string>>(new Set());

  const lookAt = async (tag: string): Promise<void> => {
    const found = await client.request('GET /api/objects/{tag}/components', { params: { tag } });
    const open = found.filter(({ name }) => !folded.value.has(name));
    const read = await Promise.all(
      open.map(({ name }) =>
        client.request('GET /api/objects/{tag}/components/{component}', { params: { tag, component: name } }),
      ),
    );
    if (selection.value !== tag) return;
    const now = new Map(open.map(({ name }, i) => [name, read[i] ?? []]));
    batch(() => {
      if (hasChanged(components.value, found)) components.value = found;
      if (hasChanged([...properties.value], [...now])) properties.value = now;
    });
  };

  const look = coalesceRuns(async () => {
    const tag = selection.value;
    if (tag === undefined) return;
    try {
      await lookAt(tag);
    } catch {
      // it was destroyed, or the service is away: the next read shows which
      if (selection.value === tag) forget();
    }
  });

  const forget = (): void =>
    batch(() => {
      components.value = [];
      properties.value = new Map();
      stale.value = new Set();
    });

  effect(() => {
    void selection.value;
    forget();
    void look();
  });

  const mark = (component: string, isStale: boolean): void => {
    const marked = new Set(stale.value);
    if (isStale) marked.add(component);
    else marked.delete(component);
    stale.value = marked;
  };

  return {
    components,
    properties,
    collapsed: folded,
    stale,
    poll: look,
    async write(component, { name, structural }, value) {
      const tag = selection.value;
      if (tag === undefined) return;
      const written = await notices.runAndReport(() =>
        client.request('PUT /api/objects/{tag}/components/{component}/{property}', {
          params: { tag, component, property: name },
          body: { value: value as never },
        }),
      );
      if (written && structural) mark(component, true);
      await look();
      // renders the field again, which still shows the rejected value
      if (!written) properties.value = new Map(properties.value);
    },
    async refresh(component) {
      const object = selection.value;
      if (object === undefined) return;
      await notices.runAndReport(async () => {
        await client.act('components.refresh', { object, component });
        mark(component, false);
      });
      await look();
    },
  };
};

const hasChanged = (before: unknown, now: unknown): boolean => JSON.stringify(before) !== JSON.stringify(now);
