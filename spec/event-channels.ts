/** The channels in the event catalog with their event kinds, as listed in the description (description: 'Events'). */

/** Channels that have a single event kind with the same name. */
const singleKindChannels = [
  'graph.running',
  'graph.stopped',
  'node.executing',
  'node.done',
  'ports.updated',
  'variable.changed',
  'variable.deleted',
  'console.log',
  'webhook.received',
  'streaming.event',
  'midi.input',
  'camera.changed',
] as const;

/** Channels that have several event kinds. The names of these kinds begin with the channel's name. */
const multiKindChannels = {
  tween: { summary: 'Tweens that end', kinds: ['completed', 'cancelled'] },
  process: { summary: 'Processes that start and end', kinds: ['loaded', 'exited'] },
  'animation.playback': {
    summary: 'Playback of animations',
    kinds: [
      'started',
      'completed',
      'stopped',
      'looped',
      'direction.changed',
      'held',
      'paused',
      'resumed',
      'marker',
    ],
  },
  project: { summary: 'Projects that are opened and closed', kinds: ['opened', 'closed'] },
  scene: { summary: 'Changes of the active scene', kinds: ['activated', 'deactivated'] },
  runtime: {
    summary: 'The runtime client connecting and disconnecting',
    kinds: ['connected', 'disconnected'],
  },
} as const;

type MultiKindChannel = keyof typeof multiKindChannels;
type SingleKindChannel = (typeof singleKindChannels)[number];

export type EventChannel = SingleKindChannel | MultiKindChannel;

/** A channel's topic, which is its name up to the first dot. */
export type EventTopic = EventChannel extends infer C ? (C extends `${infer T}.${string}` ? T : C) : never;

export const eventTopics: Readonly<Record<EventTopic, string>> = {
  graph: 'Graphs that start and stop',
  node: 'Nodes as they execute',
  ports: 'Port values while graphs run',
  variable: 'Variables of the project and of graphs',
  console: 'Console entries',
  webhook: 'Requests from outside to registered listeners',
  streaming: 'Live-streaming platforms',
  midi: 'MIDI devices',
  camera: 'The main camera',
  tween: 'Tweens of the scene',
  process: 'Processes that were started',
  animation: 'Animation playback',
  project: 'The open project',
  scene: 'The active scene',
  runtime: 'The link to the runtime',
};

export type EventKind =
  | SingleKindChannel
  | { [F in MultiKindChannel]: `${F}.${(typeof multiKindChannels)[F]['kinds'][number]}` }[MultiKindChannel];

export interface ChannelDescription {
  readonly name: EventChannel;
  /** Absent if the channel has a single event kind, which then has the summary. */
  readonly summary?: string;
  /** The pattern that matches exactly the channel's events. */
  readonly pattern: string;
  readonly kinds: readonly EventKind[];
}

export const eventChannels: readonly ChannelDescription[] = [
  ...singleKindChannels.map((name) => ({ name, pattern: name, kinds: [name] })),
  ...Object.entries(multiKindChannels).map(([name, { summary, kinds }]) => ({
    name: name as MultiKindChannel,
    summary,
    pattern: `${name}.*`,
    kinds: kinds.map((kind) => `${name}.${kind}` as EventKind),
  })),
];
