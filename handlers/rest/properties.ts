import { propertyOperations } from '#spec/rest/properties.ts';
import { rethrowAsDeclared } from '../perform-action.ts';
import { toComponentRecord, toPropertyRecord } from './records.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const propertyHandlers: Handlers<typeof propertyOperations> = {
  async listComponents({ params: { tag } }, { link, basePath }) {
    const { components } = await link.request('components.list', { object: tag });
    return components.map((component) => toComponentRecord(basePath, tag, component));
  },

  async listProperties({ params: { tag: object, component } }, { link, basePath }) {
    const position = { object, component };
    const { properties } = await link
      .request('properties.read', position)
      .catch(rethrowAsDeclared(propertyOperations.listProperties));
    return properties.map((property) => toPropertyRecord(basePath, position, property));
  },

  async getProperty({ params: { tag: object, component, property } }, { link, basePath }) {
    const position = { object, component };
    const { properties } = await link.request('properties.read', { ...position, property });
    const [found] = properties;
    if (!found) throw new Error(`The runtime returned nothing for the property '${property}'.`);
    return { ...position, ...toPropertyRecord(basePath, position, found) };
  },

  async setProperties({ params: { tag: object, component }, body }, { link }) {
    const written = await link.request('properties.write', { object, component, ...body });
    const { totalCount, succeededCount, failedCount, results } = written;
    return { totalCount, succeededCount, failedCount, results };
  },

  async setProperty({ params: { tag: object, component, property }, body }, { link }) {
    const write = { object, component, property, value: body.value };
    const { previous, value } = await link.request('property.write', write);
    return { name: property, previous, value };
  },
};
