import type { Session } from '../session/session.ts';

/** What kinds of ports name, as discovery lists it. */
const discoverySourcesByType = { ObjectSelector: 'scene-objects', AssetSelector: 'runtime-assets' } as const;

type SuggestValues = () => Promise<readonly string[]>;

/** What a port of a type could hold, as the service knows it at the moment; undefined for types of which it knows nothing. */
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
