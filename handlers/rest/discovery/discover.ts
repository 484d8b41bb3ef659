import { type DiscoveryItem, inputInfo } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { dataTypesOffered } from '../../offer.ts';
import { findDataType } from './find-data-type.ts';
import { matching } from './matching.ts';

export const discover = handle(discoveryOperations.discover, async ({ params, query }, { link }) => {
  const dataType = findDataType(params.dataType, dataTypesOffered(link));
  const all =
    dataType === 'input-info' ? inputInfo : (await link.request('discovery.list', { dataType })).items;
  const found = matching(all as DiscoveryItem[], query.filter);
  const { offset, limit = found.length } = query;
  const items = found.slice(offset, offset + limit);
  const envelope = { dataType, count: items.length, items };
  return new WithHeaders(envelope, { 'X-Total-Count': String(found.length) });
});
