import type { ComponentInfo, ComponentAddress, PropertyInfo } from '#runtime/link/runtime-link.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { z } from 'zod';

/** Names may contain spaces and reserved characters. */
const formatComponentPath = (basePath: string, { object, component }: ComponentAddress): string =>
  `${basePath}/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const toComponentRecord = (
  basePath: string,
  object: string,
  facts: ComponentInfo,
): z.input<typeof ComponentRecord> => ({
  ...facts,
  url: formatComponentPath(basePath, { object, component: facts.name }),
});

/** Creates the record of a property with its URL. */
export const toPropertyRecord = (
  basePath: string,
  position: ComponentAddress,
  { options, ...facts }: PropertyInfo,
): z.input<typeof PropertyRecord> => ({
  ...facts,
  ...(options && { options: [...options] }),
  url: `${formatComponentPath(basePath, position)}/${encodeURIComponent(facts.name)}`,
});
