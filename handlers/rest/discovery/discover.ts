import { type DiscoveryItem, inputInfo } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { listSupportedDataTypes } from '../../service-capabilities.ts';
import { findDataType } from './find-data-type.ts';
import { filterItems } from './filter-items.ts';

export const discover = defineHandler(discoveryOperations.discover, async ({ params, query }, { link }) => {
  const dataType = findDataType(params.dataType, listSupportedDataTypes(link));
  const all =
    dataType === 'input-info' ? inputInfo : (await link.request('discovery.list', { dataType })).items;
  const found = filterItems(all as DiscoveryItem[], query.filter);
  const { offset, limit = found.length } = query;
  const items = found.slice(offset, offset + limit);
  const envelope = { dataType, count: items.length, items };
  return new WithHeaders(envelope, { 'X-Total-Count': String(found.length) });
});
