/** Who learns to read a target, and the nodes that it learns from. */
import type { JsonRecord } from '../../json.ts';
import type { Fields, ParsedPort } from '../fields.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { FieldSource } from './field-source.ts';

export interface DiscoveryContext {
  readonly http: HttpClient;
  readonly source: FieldSource;
  readonly fields: Fields;
  /** The name of the graph to work on. */
  readonly graphName: string;
}

export interface SampleNode {
  readonly record: JsonRecord;
  readonly enumValue: string;
  /** Whether it was put where {@link sampleLocation} says. */
  readonly isPlaced: boolean;
  readonly ports: readonly ParsedPort[];
}

/** Where nodes are put: two numbers that stand in no record by chance. */
export const sampleLocation = { locationX: 137, locationY: 251 };

export const isPortOfType =
  (...types: readonly string[]) =>
  ({ record }: ParsedPort): boolean =>
    types.includes(String(record.type));

export const isWritablePort = ({ record, direction }: ParsedPort): boolean =>
  direction !== 'output' && record.isSensitive !== true && record.isEnabled !== false;
