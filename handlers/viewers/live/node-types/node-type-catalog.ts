import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { endSubscription } from '../session/store-helpers.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Session } from '../session/session.ts';

export type NodeType = Answer<'GET /api/node-types/search'>[number];
export type NodeTypeCategory = Answer<'GET /api/node-types'>[number];

/** The node types that the service currently has. */
export interface NodeTypeCatalog {
  readonly categories: ReadonlySignal<readonly NodeTypeCategory[]>;
  /** All node types, keyed by the name that nodes of the type have. */
  readonly types: ReadonlySignal<ReadonlyMap<string, NodeType>>;
  /**
   * Finds node types by name and description, best match first.
   * @throws the request's error, also if the request is aborted
   */
  search(query: string, signal: AbortSignal): Promise<readonly NodeType[]>;
}

const maxSearchResults = 30;
/** The limit for categories in a request, high enough to include all of them. */
const maxCategories = 1_000;

export const createNodeTypeCatalog = ({
  client,
  hub,
  reconnectCount,
}: Pick<Session, 'client' | 'hub' | 'reconnectCount'>): NodeTypeCatalog => {
  const categories = signal<readonly NodeTypeCategory[]>([]);
  const refresh = async (): Promise<void> => {
    categories.value = await client.request('GET /api/node-types', { query: { limit: maxCategories } });
  };
  /**
   * Reads the categories again whenever the runtime changes, because another runtime may have other types. A failed
   * read is repeated after a reconnect.
   */
  effect(() => {
    const connected = hub.value;
    void reconnectCount.value;
    if (!connected) return;
    void refresh().catch(() => {});
    const following = connected.subscribe(['runtime.*'], () => void refresh().catch(() => {}));
    return () => endSubscription(following);
  });
  return {
    categories,
    types: computed(
      () =>
        new Map(
          categories.value.flatMap(({ nodes }) => nodes.map((type) => [type.enumValue, type] as const)),
        ),
    ),
    async search(query, signal) {
      const q = query.trim();
      if (q === '') return [];
      const matches = await client.request('GET /api/node-types/search', {
        query: { q, limit: maxSearchResults },
        signal,
      });
      return sortByRelevance(matches, q.toLowerCase());
    },
  };
};

/** Sorts node types so that those whose names match come before all others. */
const sortByRelevance = (types: readonly NodeType[], query: string): readonly NodeType[] => {
  const rank = ({ name, enumValue }: NodeType): number => {
    const names = [name, enumValue].map((text) => text.toLowerCase());
    if (names.includes(query)) return 0;
    return names.some((text) => text.startsWith(query)) ? 1 : 2;
  };
  return [...types].sort((a, b) => rank(a) - rank(b));
};
