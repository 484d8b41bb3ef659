import type { ComponentFacts, ComponentPlace, PropertyFacts } from '#runtime/link/protocol.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { z } from 'zod';

/** Names may contain spaces and reserved characters. */
const formatComponentPath = (basePath: string, { object, component }: ComponentPlace): string =>
  `${basePath}/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const toComponentRecord = (
  basePath: string,
  object: string,
  facts: ComponentFacts,
): z.input<typeof ComponentRecord> => ({
  ...facts,
  url: formatComponentPath(basePath, { object, component: facts.name }),
});

/** Creates the record of a property with its URL. */
export const toPropertyRecord = (
  basePath: string,
  position: ComponentPlace,
  { options, ...facts }: PropertyFacts,
): z.input<typeof PropertyRecord> => ({
  ...facts,
  ...(options && { options: [...options] }),
  url: `${formatComponentPath(basePath, position)}/${encodeURIComponent(facts.name)}`,
});
