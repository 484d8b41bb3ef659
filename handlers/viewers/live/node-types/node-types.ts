import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Answer } from '#spec/client/index.ts';
import type { Session } from '../session/session.ts';

export type NodeType = Answer<'GET /api/node-types/search'>[number];
export type Category = Answer<'GET /api/node-types'>[number];

/** The node types that the service has at the moment. */
export interface NodeTypes {
  readonly categories: ReadonlySignal<readonly Category[]>;
  /** Finds types by what they are called and what they do, best first. @throws as a call does, also when it is given up */
  search(query: string, signal: AbortSignal): Promise<readonly NodeType[]>;
}

/** Most types that a search brings. */
const mostFound = 30;
/** A list of everything is not cut short. */
const mostCategories = 1_000;

export const createNodeTypes = ({
  client,
  hub,
  returns,
}: Pick<Session, 'client' | 'hub' | 'returns'>): NodeTypes => {
  const categories = signal<readonly Category[]>([]);
  const read = async (): Promise<void> => {
    categories.value = await client.request('GET /api/node-types', { query: { limit: mostCategories } });
  };
  /** Another runtime has other types. What cannot be read now is read when the connection is back. */
  effect(() => {
    const connected = hub.value;
    void returns.value;
    if (!connected) return;
    void read().catch(() => {});
    const following = connected.subscribe(['runtime.*'], () => void read().catch(() => {}));
    return () => void following.then(({ end }) => end()).catch(() => {});
  });
  return {
    categories,
    async search(query, signal) {
      const q = query.trim();
      if (q === '') return [];
      const found = await client.request('GET /api/node-types/search', {
        query: { q, limit: mostFound },
        signal,
      });
      return bestFirst(found, q.toLowerCase());
    },
  };
};

/** What is called as was searched comes before what has that somewhere. */
const bestFirst = (types: readonly NodeType[], query: string): readonly NodeType[] => {
  const rank = ({ name, enumValue }: NodeType): number => {
    const names = [name, enumValue].map((text) => text.toLowerCase());
    if (names.includes(query)) return 0;
    return names.some((text) => text.startsWith(query)) ? 1 : 2;
  };
  return [...types].sort((a, b) => rank(a) - rank(b));
};
