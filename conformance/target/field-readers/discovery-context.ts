/** The context of a discovery, and the nodes that the discovery examines. */
import type { JsonRecord } from '../../json.ts';
import type { Fields, ParsedPort } from '../undocumented-fields.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { FieldSource } from './field-source.ts';

export interface DiscoveryContext {
  readonly http: HttpClient;
  readonly source: FieldSource;
  readonly fields: Fields;
  /** The name of the graph that the discovery creates. */
  readonly graphName: string;
}

export interface SampleNode {
  readonly record: JsonRecord;
  readonly enumValue: string;
  /** Whether the node was placed at {@link sampleLocation}. */
  readonly isPlaced: boolean;
  readonly ports: readonly ParsedPort[];
}

/** The location at which sample nodes are placed. These two numbers are unlikely to occur by chance. */
export const sampleLocation = { locationX: 137, locationY: 251 };

export const isPortOfType =
  (...types: readonly string[]) =>
  ({ record }: ParsedPort): boolean =>
    types.includes(String(record.type));

export const isWritablePort = ({ record, direction }: ParsedPort): boolean =>
  direction !== 'output' && record.isSensitive !== true && record.isEnabled !== false;
