import { describeReply } from '../../target/http/describe-reply.ts';
import type { Assertions } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

/** The only data type that is available without a runtime. */
export const localDataType = 'input-info';

export const dataTypes: readonly string[] = [
  'scene-objects',
  'bundled-assets',
  'scenes',
  'runtime-assets',
  localDataType,
  'input-action',
  'app-data',
  'transitions',
  'midi-devices',
  'components-info',
  'layers',
];

export const toDiscoveryPath = (dataType: string, filter?: string): string =>
  `/api/discovery/${dataType}${filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`}`;

/**
 * Asserts that a response is the envelope of a data type, and returns its items. Returns an empty list when the
 * assertion fails.
 */
export const readItems = (assertions: Assertions, reply: Reply, dataType: string): readonly unknown[] => {
  if (!assertions.must(reply.ok, `${dataType} answers`, describeReply(reply))) return [];
  const items = reply.at('items');
  assertions.mustEqual(reply.at('dataType'), dataType, `the envelope of ${dataType} has its dataType`);
  assertions.must(
    Number.isInteger(reply.at('count')),
    `the envelope of ${dataType} has a count`,
    describeReply(reply),
  );
  assertions.must(Array.isArray(items), `the envelope of ${dataType} has items`, { actual: items });
  return Array.isArray(items) ? items : [];
};
