import { splitWords } from '../../components/words.ts';
import type { EventOf } from '#spec/client/index.ts';
import type { EventKind } from '#spec/event-channels.ts';
import { type EventEnvelope, getEventFamily } from './event-feed.ts';

/** A color in a sentence, as CSS writes it. */
interface ColorSwatch {
  readonly color: string;
}

/** What happened, as words and colors. */
export type EventSentence = readonly (string | ColorSwatch)[];

type Describers = { readonly [K in EventKind]: (data: EventOf<K>['data']) => EventSentence };

const maxTextLength = 200;

const quote = (text: string): string =>
  `“${text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text}”`;

const formatNumber = (value: number): string => String(Math.round(value * 1_000) / 1_000);

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Converts a color with components from 0 to 1 to CSS, or returns `undefined` for other values. */
const toCssColor = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { r, g, b, a = 1 } = value as Readonly<Record<string, unknown>>;
  if (![r, g, b, a].every((channel) => typeof channel === 'number')) return undefined;
  const [red, green, blue] = [r, g, b].map((channel) => Math.round(Number(channel) * 255));
  return `rgb(${red} ${green} ${blue} / ${a})`;
};

/** Describes a value: a color as a swatch, a vector by its components, anything else as short JSON. */
const describeValue = (value: unknown): string | ColorSwatch => {
  const color = toCssColor(value);
  if (color !== undefined) return { color };
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return quote(value);
  const { x, y, z } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if ([x, y, z].every((component) => typeof component === 'number'))
    return [x, y, z].map((component) => formatNumber(Number(component))).join(', ');
  return (JSON.stringify(value) ?? 'nothing').slice(0, maxTextLength);
};

const inGroup = (group: string | undefined): string => (group === undefined ? '' : ` in group ${group}`);

const describePlayback =
  (text: string) =>
  ({ clip, layer }: { readonly clip: string; readonly layer: number }): EventSentence => [
    `${clip} ${text} on layer ${layer}`,
  ];

const describers: Describers = {
  'graph.running': ({ name }) => [`${name} started`],
  'graph.stopped': ({ name, reason }) => [
    `${name} stopped${reason === 'explicit' ? '' : `: ${splitWords(reason)}`}`,
  ],
  'node.executing': ({ port }) => [`reached through ${port}`],
  'node.done': ({ port }) => [`finished after ${port}`],
  'ports.updated': ({ ports }) => {
    const [first] = ports;
    const others = ports.length > 1 ? ` and ${pluralize(ports.length - 1, 'other port')}` : '';
    return first
      ? [`${first.portId.split('.').at(-1)} is `, describeValue(first.value), others]
      : ['no port changed'];
  },
  'variable.changed': ({ value, previous }) => [
    'changed from ',
    describeValue(previous),
    ' to ',
    describeValue(value),
  ],
  'variable.deleted': ({ name }) => [`${name} was deleted`],
  'console.log': ({ severity, message }) => [
    severity === 'log' ? quote(message) : `${severity}: ${quote(message)}`,
  ],
  'tween.completed': ({ property, group }) => [`${property} reached its target${inGroup(group)}`],
  'tween.cancelled': ({ property, reason, group }) => [
    `${property} cancelled: ${splitWords(reason)}${inGroup(group)}`,
  ],
  'animation.playback.started': ({ clip, layer, loopMode }) => [
    `${clip} started on layer ${layer}, ${splitWords(loopMode)}`,
  ],
  'animation.playback.completed': describePlayback('reached its end'),
  'animation.playback.stopped': ({ clip, reason }) => [`${clip} stopped: ${splitWords(reason)}`],
  'animation.playback.looped': ({ clip, loops }) => [`${clip} finished ${pluralize(loops, 'loop')}`],
  'animation.playback.direction.changed': ({ clip, direction }) => [`${clip} turned ${direction}`],
  'animation.playback.held': describePlayback('holds its last pose'),
  'animation.playback.paused': describePlayback('paused'),
  'animation.playback.resumed': describePlayback('resumed'),
  'animation.playback.marker': ({ clip, name, position }) => [
    `${clip} passed ${name} at ${formatNumber(position)} s`,
  ],
  'project.opened': ({ projectName }) => [`${projectName} was opened`],
  'project.closed': ({ projectName }) => [`${projectName} was closed`],
  'scene.activated': ({ scene }) => [`${scene} is the active scene`],
  'scene.deactivated': ({ scene }) => [`${scene} is no longer active`],
  'runtime.connected': ({ kind }) => [`the ${kind} runtime connected`],
  'runtime.disconnected': ({ kind }) => [`the ${kind} runtime disconnected`],
  'camera.changed': ({ camera, previous }) => [
    `main camera is ${camera ?? 'none'}, was ${previous ?? 'none'}`,
  ],
  'process.loaded': ({ processId }) => [`process ${processId} finished loading`],
  'process.exited': ({ processId, exitCode }) => [`process ${processId} exited with code ${exitCode}`],
  'midi.input': ({ message, channel, data1, data2 }) => [
    [splitWords(message), data1, data2, channel === undefined ? undefined : `on channel ${channel}`]
      .filter((part) => part !== undefined)
      .join(' '),
  ],
  'webhook.received': ({ method, path }) => [`${method} ${path}`],
  'streaming.event': ({ kind, user, message, simulated }) => [
    [splitWords(kind), user && `by ${user}`, message && quote(message), simulated && '(simulated)']
      .filter(Boolean)
      .join(' '),
  ],
};

/** Lists the fields of an event of a kind that the page doesn't know. */
const describeUnknown = (data: EventEnvelope['data']): EventSentence =>
  Object.entries(data).flatMap(([name, value], i) => [
    `${i === 0 ? '' : ', '}${splitWords(name)} `,
    describeValue(value),
  ]);

const isKnownKind = (type: string): type is EventKind => Object.hasOwn(describers, type);

/** Describes what happened in a sentence. */
export const describeEvent = ({ type, data }: EventEnvelope): EventSentence => {
  if (!isKnownKind(type)) return describeUnknown(data);
  try {
    return describers[type](data as never);
  } catch {
    // another version of the service may send other data
    return describeUnknown(data);
  }
};

/** What an event comes from: a node type, an object, a device, or whatever else its data names. */
export const getEventSource = (
  { nodeId, object, graphId, data }: EventEnvelope,
  getNodeType: (graphId: string, nodeId: string) => string | undefined,
): string => {
  const { category, name, device, platform, processName, projectName, listenerId } = data as Readonly<
    Record<string, unknown>
  >;
  if (typeof category === 'string') return category;
  if (graphId !== undefined && nodeId !== undefined) return getNodeType(graphId, nodeId) ?? nodeId;
  const named = [object, device, platform, processName, projectName, listenerId, name];
  return named.find((candidate): candidate is string => typeof candidate === 'string') ?? '';
};

/** The node category whose icon and color stand for each family of events. */
const familyCategories: Readonly<Record<string, string>> = {
  graph: 'events',
  node: 'flowcontrol',
  ports: 'variables',
  variable: 'variables',
  tween: 'tween',
  animation: 'animation',
  scene: 'scene',
  camera: 'cameralight',
  midi: 'input',
  input: 'input',
  webhook: 'network',
  streaming: 'network',
};

export const getEventCategory = (type: string): string => familyCategories[getEventFamily(type)] ?? 'system';
