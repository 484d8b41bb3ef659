import type { ComponentInfo, ComponentAddress, PropertyInfo } from '#runtime/link/runtime-link.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { z } from 'zod';

/** Formats a component's path. Names may contain spaces and reserved characters, so they are encoded. */
const formatComponentPath = (basePath: string, { object, component }: ComponentAddress): string =>
  `${basePath}/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const toComponentRecord = (
  basePath: string,
  object: string,
  component: ComponentInfo,
): z.input<typeof ComponentRecord> => ({
  ...component,
  url: formatComponentPath(basePath, { object, component: component.name }),
});

/** Creates a property's record, including its URL. */
export const toPropertyRecord = (
  basePath: string,
  position: ComponentAddress,
  { options, ...property }: PropertyInfo,
): z.input<typeof PropertyRecord> => ({
  ...property,
  ...(options && { options: [...options] }),
  url: `${formatComponentPath(basePath, position)}/${encodeURIComponent(property.name)}`,
});
