/**
 * The event kinds that the service raises (description: 'Events'). Payload fields that the description doesn't state
 * are the project's choice (C-12).
 */
import * as z from 'zod';
import { defineEvent } from './contract/event-and-message-spec.ts';
import { deviceEvents } from './device-events.ts';
import { playbackEvents } from './playback-events.ts';
import { JsonValue, PortTypeName } from './values.ts';
import { listKeys } from './list-keys.ts';
import type { EventSpec } from './contract/event-and-message-spec.ts';
import type { EventKind } from './event-channels.ts';

const graphId = z.string().describe('Id of the graph');
const nodeId = z.string().describe('Id of the node');

/** Why a graph stopped. */
const stopReasons = ['explicit', 'executionLimit', 'error', 'unloaded', 'lost'] as const;

export const severities = ['log', 'warning', 'error'] as const;
export type Severity = (typeof severities)[number];

export const contextTypes = ['graph', 'node', 'none'] as const;
export type ContextType = (typeof contextTypes)[number];

export const Caller = z
  .object({
    call: z.int().describe('Number of the call'),
    graphId: z.string().describe('Id of the graph that has made the call'),
    nodeId: z.string().describe('Id of the RunGraph node that has made the call'),
    outerCall: z
      .int()
      .optional()
      .describe('Number of the call in which the call was made; absent if its graph is not called itself'),
  })
  .meta({ id: 'Caller' });

const caller = Caller.optional().describe(
  'The call to which the node belongs; absent unless another graph has called the graph',
);

export const ConsoleEntry = z
  .object({
    id: z.string(),
    timestamp: z.iso.datetime(),
    severity: z.enum(severities),
    contextType: z.enum(contextTypes),
    graphId: z.string().optional(),
    nodeId: z.string().optional(),
    caller,
    message: z.string(),
    truncated: z
      .int()
      .optional()
      .describe('Length of the full text if the message is truncated; otherwise absent'),
  })
  .meta({ id: 'ConsoleEntry' });

const graphFields = { graphId, name: z.string().describe('Name of the graph') };

const nodeExecutionFields = z.object({
  graphId,
  nodeId,
  category: z.string().describe('Node type'),
  port: z
    .string()
    .describe('The trigger that activated the node; for a node that starts by itself, the one that it fires'),
  caller,
});

const variableFields = {
  id: z.string().describe('Id of the variable'),
  name: z.string(),
  graphId: z
    .string()
    .optional()
    .describe('Id of the graph that the variable belongs to; absent for a global variable'),
};

const tweenEndEvent = z.object({
  tweenId: z.string(),
  object: z
    .string()
    .optional()
    .describe('Tag of the object; absent for the fade of a sound without an object'),
  property: z.string().describe('The tweened property'),
  group: z.string().optional().describe('Group of the tween'),
});

const projectFields = z.object({
  projectName: z.string(),
  path: z.string().describe('Folder of the project'),
});

const runtimeFields = z.object({
  kind: z.enum(['embedded', 'remote']).describe('Whether it runs within the service or in its own process'),
});

const exampleGraph = { graphId: '95c6b7b1-0b28-4d53-ba32-861dc2dec94b', name: 'Counting' };

export const events = {
  'graph.running': defineEvent({
    summary: 'A graph started running',
    data: () => graphFields,
    subject: ['graphId'],
    example: exampleGraph,
  }),
  'graph.stopped': defineEvent({
    summary: 'A graph stopped',
    data: () => ({
      ...graphFields,
      reason: z
        .enum(stopReasons)
        .describe(
          'Why: it was stopped, reached a limit or was removed, a node failed, or the runtime reconnected without it',
        ),
    }),
    subject: ['graphId'],
    example: { ...exampleGraph, reason: 'explicit' },
  }),
  'node.executing': defineEvent({
    summary: 'A node began executing',
    data: () => nodeExecutionFields,
    subject: ['graphId', 'nodeId'],
    highVolume: true,
    example: {
      graphId: exampleGraph.graphId,
      nodeId: '58b9a9dd-df7c-41e4-aec6-e2327929ff56',
      category: 'LogConsole',
      port: 'In',
    },
  }),
  'node.done': defineEvent({
    summary: 'A node finished',
    data: () => nodeExecutionFields,
    subject: ['graphId', 'nodeId'],
    highVolume: true,
    example: {
      graphId: exampleGraph.graphId,
      nodeId: '58b9a9dd-df7c-41e4-aec6-e2327929ff56',
      category: 'LogConsole',
      port: 'In',
    },
  }),
  'ports.updated': defineEvent({
    summary: 'Port values changed during execution: the latest value of each changed port',
    data: () => ({
      graphId,
      ports: z.array(z.object({ portId: z.string(), nodeId, value: JsonValue })),
      caller,
    }),
    subject: ['graphId'],
    highVolume: true,
    example: {
      graphId: exampleGraph.graphId,
      ports: [
        {
          portId: 'ed16529f-b354-4f67-9bea-b91136a401bf.out.Index',
          nodeId: 'ed16529f-b354-4f67-9bea-b91136a401bf',
          value: 3,
        },
      ],
    },
  }),
  'variable.changed': defineEvent({
    summary: 'A variable value was updated',
    data: () => ({ ...variableFields, type: PortTypeName, value: JsonValue, previous: JsonValue }),
    subject: ['graphId'],
    byService: true,
    example: {
      id: 'a541b87a-79c5-4c2a-9c08-ce6377b4c155',
      name: 'score',
      type: 'Integer',
      value: 2,
      previous: 1,
    },
  }),
  'variable.deleted': defineEvent({
    summary: 'A variable was removed',
    data: () => variableFields,
    subject: ['graphId'],
    byService: true,
    example: { id: 'a541b87a-79c5-4c2a-9c08-ce6377b4c155', name: 'score' },
  }),
  'console.log': defineEvent({
    summary: 'A console entry was written',
    data: () => ConsoleEntry,
    subject: ['graphId', 'nodeId'],
    byService: true,
    example: {
      id: 'r5',
      timestamp: '2026-11-21T03:17:37.014Z',
      contextType: 'none',
      message: 'Hello',
      severity: 'log',
    },
  }),
  'tween.completed': defineEvent({
    summary: 'A tween settled',
    data: () => tweenEndEvent,
    subject: ['object', 'group'],
    example: { tweenId: 'tween-1', object: 'cube', property: 'position' },
  }),
  'tween.cancelled': defineEvent({
    summary: 'A tween was cancelled',
    data: () =>
      tweenEndEvent.extend({
        reason: z
          .enum(['explicit', 'replaced', 'objectDestroyed', 'componentRemoved', 'soundEnded'])
          .describe(
            'Why: it was cancelled, another tween of the property started, its object or component was removed, or the fading sound ended',
          ),
      }),
    subject: ['object', 'group'],
    example: { tweenId: 'tween-2', object: 'cube', property: 'position', reason: 'explicit' },
  }),
  ...playbackEvents,
  ...deviceEvents,
  'scene.activated': defineEvent({
    summary: 'A scene became the active scene',
    data: () => ({ scene: z.string().describe('Name of the scene') }),
    example: { scene: 'Stage' },
  }),
  'scene.deactivated': defineEvent({
    summary: 'A scene stopped being the active scene',
    data: () => ({ scene: z.string().describe('Name of the scene') }),
    example: { scene: 'Default' },
  }),
  'camera.changed': defineEvent({
    summary: 'The main camera of the active scene changed',
    data: () => ({
      object: z.string().optional().describe('The main camera, for filters; absent if there is none'),
      camera: z.string().nullable().describe('Tag of the main camera; null if there is none'),
      previous: z.string().nullable().describe('Tag of the previous main camera; null if there was none'),
    }),
    subject: ['object'],
    example: { object: 'camera', camera: 'camera', previous: 'main-camera' },
  }),
  'project.opened': defineEvent({
    summary: 'A project was loaded',
    data: () => projectFields,
    byService: true,
    example: { projectName: 'demo', path: '/home/me/demo' },
  }),
  'project.closed': defineEvent({
    summary: 'A project was unloaded',
    data: () => projectFields,
    byService: true,
    example: { projectName: 'demo', path: '/home/me/demo' },
  }),
  'runtime.connected': defineEvent({
    summary: 'The runtime client connected',
    data: () => runtimeFields,
    byService: true,
    example: { kind: 'embedded' },
  }),
  'runtime.disconnected': defineEvent({
    summary: 'The runtime client disconnected',
    data: () => runtimeFields,
    byService: true,
    example: { kind: 'embedded' },
  }),
} as const satisfies Readonly<Record<EventKind, EventSpec>>;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.output<(typeof events)[T]['data']>;

export const eventTypes = listKeys(events);

const seqRange = z.object({
  from: z.int().describe('The first sequence number'),
  to: z.int().describe('The last sequence number'),
});

/** The envelope fields that every event has, regardless of its kind. */
export const EventEnvelopeFields = z
  .object({
    type: z.string().describe('The kind of the event'),
    id: z.string().describe('Unique id of the event'),
    streamId: z.string().describe('Id of the event stream; a restarted service begins a new stream'),
    seq: z
      .int()
      .min(1)
      .describe(
        'Sequence number in the stream. Every event of the service counts, including events that the client has not subscribed to',
      ),
    tick: z
      .int()
      .min(0)
      .describe(
        'The runtime tick in which it happened. Events of the service itself, such as edits of variables, have the tick of the previous event, or 0 if there is none',
      ),
    time: z.number().describe('Simulated time of the event in seconds'),
    gap: seqRange
      .optional()
      .describe(
        'Range of sequence numbers in which events were skipped, because the client was too slow, the runtime lost them, or they are no longer retained for Resume',
      ),
    replay: z.boolean().optional().describe('True for a past event that Resume delivers again'),
    data: z.record(z.string(), z.unknown()).describe('Payload of this kind'),
  })
  .meta({ id: 'EventEnvelope' });

/** Envelope fields that only some event kinds have, or only some events of a kind. */
export const optionalEnvelopeFields = {
  graphId: z.string().describe('Id of the graph that the event is about'),
  nodeId: z.string().describe('Id of the node that the event is about'),
  object: z.string().describe('Tag of the scene object that the event is about'),
  group: z.string().describe('The group that the event is about'),
  clip: z.string().describe('The clip that the event is about'),
  coalesced: z
    .int()
    .min(2)
    .describe(
      'Number of events of one source that were coalesced into this one, the latest of them, including itself',
    ),
};

/** An event as `ReceiveEvent` delivers it (C-12). */
export const EventEnvelope = EventEnvelopeFields.extend(z.object(optionalEnvelopeFields).partial().shape);

export type Envelope = z.output<typeof EventEnvelope>;
