import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns } from '../session/store-helpers.ts';
import type { Answer } from '#spec/client/index.ts';
import type { LivePage } from '../app/live-page-context.ts';

export type AssetRecord = Answer<'GET /api/discovery/{dataType}'>['items'][number];
export type AssetProperty = Answer<'GET /api/assets/{tag}/properties'>[number];

/** The assets of the project, and the properties of the selected one. */
export interface AssetsStore {
  /** The assets, or `undefined` until they have been read. */
  readonly list: ReadonlySignal<readonly AssetRecord[] | undefined>;
  /** The reason why the assets can't be read, as the service words it. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** The name of the selected asset. */
  readonly selected: ReadonlySignal<string | undefined>;
  /** The import settings and facts of the selected asset. */
  readonly properties: ReadonlySignal<readonly AssetProperty[]>;
  select(name: string | undefined): void;
  refresh(): Promise<void>;
  write(property: AssetProperty, value: unknown): Promise<void>;
}

export const propertiesRoute = 'GET /api/assets/{tag}/properties';

export const createAssetsStore = ({
  session: { client, capabilities },
  notices,
}: Pick<LivePage, 'session' | 'notices'>): AssetsStore => {
  const list = signal<readonly AssetRecord[]>();
  const failure = signal<string>();
  const selected = signal<string>();
  const properties = signal<readonly AssetProperty[]>([]);

  const readProperties = async (): Promise<void> => {
    const tag = selected.peek();
    if (tag === undefined || capabilities.peek()?.hasRoute(propertiesRoute) === false) return;
    const read = await client.request(propertiesRoute, { params: { tag } }).catch(() => []);
    if (selected.peek() === tag) assignIfChanged(properties, read);
  };
  return {
    list,
    failure,
    selected,
    properties,
    select(name) {
      batch(() => {
        selected.value = name;
        properties.value = [];
      });
      void readProperties();
    },
    refresh: coalesceRuns(async () => {
      try {
        const params = { dataType: 'runtime-assets' };
        const { items } = await client.request('GET /api/discovery/{dataType}', { params });
        assignIfChanged(list, items);
        failure.value = undefined;
        if (!items.some(({ name }) => name === selected.peek())) selected.value = undefined;
      } catch (error) {
        failure.value = error instanceof Error ? error.message : String(error);
      }
    }),
    async write({ name: property }, value) {
      const tag = selected.peek();
      if (tag === undefined) return;
      await notices.runAndReport(() =>
        client.request('PUT /api/assets/{tag}/properties/{property}', {
          params: { tag, property },
          body: { value: value as never },
        }),
      );
      await readProperties();
    },
  };
};
