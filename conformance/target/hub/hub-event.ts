import { isRecord } from '../../json.ts';
import { compileExpression } from '../field-readers/jsonata-expression.ts';
import { eventKinds } from './event-catalog.ts';
import type { Id } from '../id.ts';
import type { Manifest } from '../manifest.ts';
import type { Callback } from './hub-connection.ts';

/** The paths of an event's parts within the arguments of ReceiveEvent. */
export type EventPaths = Manifest['choices']['paths'];

/** A received event, regardless of the shape of its envelope. */
export interface HubEvent {
  readonly type: string | undefined;
  /** The payload, or the whole first argument if nothing looks like a payload. */
  readonly data: unknown;
  readonly args: readonly unknown[];
  readonly index: number;
}

const payloadKeys = ['data', 'Data', 'payload', 'Payload', 'body', 'Body'];

/**
 * Parses an event from a callback. Returns `undefined` for other callbacks. The description does not show the envelope,
 * so the event's type is read from the manifest's `choices.paths "event.type"`, or else from the outermost string that
 * names an event kind.
 */
export const parseHubEvent = ({ target, args, index }: Callback, paths: EventPaths): HubEvent | undefined => {
  if (target !== 'ReceiveEvent') return undefined;
  const configuredType =
    paths['event.type'] === undefined ? undefined : compileExpression(paths['event.type'])(args[0], { args });
  const type =
    typeof configuredType === 'string'
      ? configuredType
      : findOutermostText(args, (text) => eventKinds.includes(text));
  return { type, data: readPayload(args, paths), args, index };
};

const readPayload = (args: readonly unknown[], paths: EventPaths): unknown => {
  if (paths['event.data'] !== undefined) return compileExpression(paths['event.data'])(args[0], { args });
  const [envelope, second] = args;
  if (!isRecord(envelope)) return second ?? envelope;
  const payload = payloadKeys.map((name) => envelope[name]).find((value) => value !== undefined);
  return payload ?? (isRecord(second) ? second : envelope);
};

/** Returns the first matching string, searching level by level. */
const findOutermostText = (value: unknown, matches: (text: string) => boolean): string | undefined => {
  for (let level = [value]; level.length > 0; level = level.flatMap(listChildren)) {
    const found = level.find((inner) => typeof inner === 'string' && matches(inner));
    if (typeof found === 'string') return found;
  }
  return undefined;
};

const listChildren = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/**
 * Whether a JSON value mentions an id or a string. A string that contains a UUID may be part of a longer string, because
 * it occurs nowhere by chance. Any other id must be a whole string, because names contain each other: `Hero copy` is part
 * of `Hero copy 2`.
 */
export const includesText = (value: unknown, subject: Id): boolean => {
  const text = String(subject);
  if (!uuidPattern.test(text)) return someTextMatches(value, subject, (inner) => inner === text);
  const unique = text.toLowerCase();
  return someTextMatches(value, subject, (inner) => inner.toLowerCase().includes(unique));
};

/**
 * Whether a JSON value contains an id as a whole word. For example, `cube-1` is not found in `cube-10`. Names with spaces
 * contain each other as words, so this is for values in which the caller knows all ids that may occur.
 */
export const includesWord = (value: unknown, subject: Id): boolean => {
  const escaped = String(subject).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i');
  return someTextMatches(value, subject, (inner) => word.test(inner));
};

const uuidPattern = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** Matches the keys of fields in which a number is an id. In other fields, a number is a count or a measure. */
const idKeyPattern = /(id|node|graph|port|object|group|variable|playback|connection|subject)s?$/i;

const someTextMatches = (
  value: unknown,
  subject: Id,
  matches: (text: string) => boolean,
  key = '',
): boolean => {
  if (typeof value === 'string') return matches(value);
  if (typeof value === 'number') return idKeyPattern.test(key) && String(value) === String(subject);
  if (Array.isArray(value)) return value.some((inner) => someTextMatches(inner, subject, matches, key));
  return (
    isRecord(value) &&
    Object.entries(value).some(([name, inner]) => someTextMatches(inner, subject, matches, name))
  );
};
