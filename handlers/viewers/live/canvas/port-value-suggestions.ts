import type { Session } from '../session/session.ts';

/** The names of the discovery lists that contain the values for a port type. */
const discoverySourcesByType = { ObjectSelector: 'scene-objects', AssetSelector: 'runtime-assets' } as const;

type SuggestValues = () => Promise<readonly string[]>;

/**
 * Creates a function that returns the values that the service currently lists for a port type, or `undefined` for types
 * without a list.
 */
export const createPortValueSuggestions = ({ client }: Pick<Session, 'client'>) => {
  const suggest =
    (dataType: string): SuggestValues =>
    async () => {
      try {
        const { items } = await client.request('GET /api/discovery/{dataType}', { params: { dataType } });
        return items.flatMap(({ name, tag }) => (typeof tag === 'string' ? tag : name));
      } catch {
        return [];
      }
    };
  const byType = Object.fromEntries(
    Object.entries(discoverySourcesByType).map(([type, dataType]) => [type, suggest(dataType)]),
  ) as Readonly<Record<string, SuggestValues>>;
  return (type: string): SuggestValues | undefined => byType[type];
};
