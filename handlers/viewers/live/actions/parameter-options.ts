import { type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { discoveryListsByType, readDiscoveredNames } from '../session/discovery.ts';
import { getOrCreate } from '../session/store-helpers.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { ParameterField } from './parameter-fields.ts';

export interface ParameterOptions {
  /**
   * Returns the possible values of a parameter. The list is loaded on first use; the result is `undefined` until then,
   * and for parameters without a list.
   */
  getOptions(field: ParameterField): readonly string[] | undefined;
  /** Reloads every list that has been used. */
  refresh(): void;
}

/** The discovery lists that contain the values for text parameters, keyed by parameter name. */
const listsByName: Readonly<Record<string, string>> = {
  device: 'midi-devices',
  scene: 'scenes',
  component: 'components-info',
  layer: 'layers',
};

/** Returns the discovery list that contains the values of a parameter, or `undefined` if there is none. */
const findOptionList = ({ name, type, list }: ParameterField): string | undefined =>
  list ?? discoveryListsByType[type] ?? (type === 'String' ? listsByName[name] : undefined);

export const createParameterOptions = (client: SceneClient): ParameterOptions => {
  const cached = new Map<string, Signal<readonly string[] | undefined>>();

  /** Reads the names in a list. If the request fails, there are no options, and the user types the value. */
  const readNames = async (list: string, into: Signal<readonly string[] | undefined>): Promise<void> => {
    const reading = list === 'spawnables' ? readSpawnables(client) : readDiscoveredNames(client, list);
    into.value = await reading.catch(() => undefined);
  };
  const getNames = (list: string): ReadonlySignal<readonly string[] | undefined> =>
    getOrCreate(cached, list, () => {
      const names = signal<readonly string[]>();
      void readNames(list, names);
      return names;
    });
  return {
    getOptions(field) {
      if (field.options) return field.options;
      const list = findOptionList(field);
      const names = list === undefined ? undefined : getNames(list).value;
      return names?.length ? names : undefined;
    },
    refresh() {
      for (const [list, names] of cached) void readNames(list, names);
    },
  };
};

const readSpawnables = async (client: SceneClient): Promise<readonly string[]> =>
  (await client.request('GET /api/discovery/spawnables', { query: { limit: 1_000 } })).map(
    ({ menuPath }) => menuPath,
  );
