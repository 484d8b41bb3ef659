/**
 * The values that undocumented fields can have. The kit reads an undeclared field only where it finds such a value. It
 * treats a field as absent only if the record contains no such value at all.
 */
import { isRecord, walkJson } from '../../json.ts';
import { isId } from '../id.ts';
import type { FieldName } from './field-catalog.ts';

type Domain = (value: unknown) => boolean;

const isText: Domain = (value) => typeof value === 'string';
const isNumber: Domain = (value) => typeof value === 'number';
const isBoolean: Domain = (value) => typeof value === 'boolean';
const isList: Domain = (value) => Array.isArray(value) || isRecord(value);

const isOneOf =
  (...words: readonly string[]): Domain =>
  (value) =>
    typeof value === 'string' && words.includes(value.toLowerCase());

/** A ratio as a number or as a text, such as 16:9. */
const isRatio: Domain = (value) => isNumber(value) || isText(value);

/** A number, or the list of what is counted. */
const isCount: Domain = (value) => isNumber(value) || isList(value);

/** A timestamp in any notation, in which a digit must occur. */
const isTimestamp: Domain = (value) => isNumber(value) || (typeof value === 'string' && /\d/.test(value));

const domains: Readonly<Partial<Record<FieldName, Domain>>> = {
  'node.ports': isList,
  'node.locationX': isNumber,
  'node.locationY': isNumber,
  'port.name': isText,
  options: isList,
  'option.label': isText,
  'type.name': isText,
  'connection.id': isId,
  'layout.aspectRatio': isRatio,
  'graph.state': isText,
  'graph.running': isBoolean,
  'category.name': isText,
  'category.nodes': isList,
  'category.count': isNumber,
  'search.hint': isText,
  'console.severity': isOneOf('log', 'warning', 'error'),
  'console.contextType': isOneOf('graph', 'node', 'none'),
  'console.timestamp': isTimestamp,
  'variable.type': isText,
  'toc.method': isText,
  'toc.route': isText,
  'toc.purpose': isText,
  'action.name': isText,
  'action.route': isText,
  'parameter.name': isText,
  'discovery.name': isText,
  'component.name': isText,
  'component.count': isCount,
  'component.properties': isList,
  'property.name': isText,
  'property.type': isText,
  'property.structural': isBoolean,
  'asset.tag': isText,
  'clip.duration': isNumber,
  'clip.tracks': isList,
  'playback.id': isId,
  'playback.weight': isNumber,
};

/**
 * Fields that a target need not have, because another field can state the same, or because the kit understands records
 * without them.
 */
const dispensableFields: ReadonlySet<FieldName> = new Set([
  'option.index',
  'graph.state',
  'graph.running',
  'action.result',
  'action.route',
  'action.answer',
  'action.parameters',
  'action.name',
  'parameter.name',
  'parameter.required',
  'parameter.optional',
  'parameter.type',
]);

/** Whether a value may be the value of a field. */
export const isInDomain = (key: FieldName, value: unknown): boolean =>
  value !== undefined && (domains[key]?.(value) ?? true);

/**
 * Whether a record shows that it lacks a field: nothing in the record can be the value of the field. Always false for a
 * field that can have any value.
 */
export const isProvablyAbsent = (key: FieldName, record: unknown): boolean => {
  const domain = domains[key];
  if (dispensableFields.has(key)) return true;
  if (domain === undefined) return false;
  for (const value of walkJson(record)) if (value !== record && domain(value)) return false;
  return true;
};
