import { inShort } from '../../target/http/in-short.ts';
import type { Judgements } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

/** The one data type that is known without a runtime. */
export const localType = 'input-info';

export const dataTypes: readonly string[] = [
  'scene-objects',
  'bundled-assets',
  'scenes',
  'runtime-assets',
  localType,
  'input-action',
  'app-data',
  'transitions',
  'midi-devices',
  'components-info',
  'layers',
];

export const discoveryPath = (dataType: string, filter?: string): string =>
  `/api/discovery/${dataType}${filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`}`;

/** The items in an answer that has to be the envelope of a data type; none where it is not. */
export const itemsIn = (judge: Judgements, reply: Reply, dataType: string): readonly unknown[] => {
  if (!judge.must(reply.ok, `${dataType} answers`, inShort(reply))) return [];
  const items = reply.at('items');
  judge.mustEqual(reply.at('dataType'), dataType, `the envelope of ${dataType} tells its dataType`);
  judge.must(Number.isInteger(reply.at('count')), `the envelope of ${dataType} has a count`, inShort(reply));
  judge.must(Array.isArray(items), `the envelope of ${dataType} has items`, { actual: items });
  return Array.isArray(items) ? items : [];
};
