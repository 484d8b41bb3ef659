/** Who learns to read a target, and the nodes that it learns from. */
import type { JsonRecord } from '../../json.ts';
import type { Fields, ReadPort } from '../fields.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Source } from './source.ts';

export interface Pupil {
  readonly http: HttpClient;
  readonly source: Source;
  readonly fields: Fields;
  /** The name of the graph to work on. */
  readonly graphName: string;
}

export interface SampleNode {
  readonly record: JsonRecord;
  readonly enumValue: string;
  /** Whether it was put where {@link location} says. */
  readonly isPlaced: boolean;
  readonly ports: readonly ReadPort[];
}

/** Where nodes are put: two numbers that stand in no record by chance. */
export const location = { locationX: 137, locationY: 251 };

export const isOfType =
  (...types: readonly string[]) =>
  ({ record }: ReadPort): boolean =>
    types.includes(String(record.type));

export const isWritable = ({ record, direction }: ReadPort): boolean =>
  direction !== 'output' && record.isSensitive !== true && record.isEnabled !== false;
