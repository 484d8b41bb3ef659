/** The event kinds that the service emits (description: 'Events'). Payload fields beyond the stated are choice C-12. */
import { z } from 'zod';
import { event } from './contract/message.ts';
import { JsonValue, PortTypeName } from './values.ts';

const graphId = z.string();
const nodeId = z.string();

/** Why a graph stopped. */
export const stopReasons = ['explicit', 'executionLimit', 'error', 'unloaded'] as const;

export const severities = ['log', 'warning', 'error'] as const;
export type Severity = (typeof severities)[number];

export const contextTypes = ['graph', 'node', 'none'] as const;
export type ContextType = (typeof contextTypes)[number];

export const ConsoleEntry = z
  .object({
    id: z.string(),
    timestamp: z.iso.datetime(),
    severity: z.enum(severities),
    contextType: z.enum(contextTypes),
    graphId: z.string().optional(),
    nodeId: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'ConsoleEntry' });

const tweenEnd = z.object({ tweenId: z.string(), object: z.string(), property: z.string() });

export const events = {
  'graph.running': event({
    channel: 'graph.running',
    summary: 'A graph started running',
    data: z.object({ graphId, name: z.string() }),
    carries: ['graphId'],
    example: { graphId: '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa', name: 'Countdown' },
  }),
  'graph.stopped': event({
    channel: 'graph.stopped',
    summary: 'A graph stopped',
    data: z.object({ graphId, name: z.string(), reason: z.enum(stopReasons) }),
    carries: ['graphId'],
    example: { graphId: '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa', name: 'Countdown', reason: 'explicit' },
  }),
  'node.executing': event({
    channel: 'node.executing',
    summary: 'A node began executing',
    data: z.object({ graphId, nodeId, category: z.string(), port: z.string() }),
    carries: ['graphId', 'nodeId'],
    highVolume: true,
    example: {
      graphId: '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa',
      nodeId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e001',
      category: 'LogConsole',
      port: 'In',
    },
  }),
  'node.done': event({
    channel: 'node.done',
    summary: 'A node finished',
    data: z.object({ graphId, nodeId, category: z.string(), port: z.string() }),
    carries: ['graphId', 'nodeId'],
    highVolume: true,
    example: {
      graphId: '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa',
      nodeId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e001',
      category: 'LogConsole',
      port: 'In',
    },
  }),
  'ports.updated': event({
    channel: 'ports.updated',
    summary: 'Port values changed during execution: the latest value of each changed port',
    data: z.object({
      graphId,
      ports: z.array(z.object({ portId: z.string(), nodeId, value: JsonValue })),
    }),
    carries: ['graphId'],
    highVolume: true,
    example: {
      graphId: '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa',
      ports: [
        {
          portId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e002.out.Count',
          nodeId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e002',
          value: 3,
        },
      ],
    },
  }),
  'variable.changed': event({
    channel: 'variable.changed',
    summary: 'A variable value was updated',
    data: z.object({
      id: z.string(),
      name: z.string(),
      type: PortTypeName,
      value: JsonValue,
      previous: JsonValue,
      graphId: z.string().optional(),
    }),
    carries: ['graphId'],
    example: {
      id: 'c1c4c1de-6d0a-4f57-9a4e-0a1f7c1f1a11',
      name: 'score',
      type: 'Integer',
      value: 2,
      previous: 1,
    },
  }),
  'variable.deleted': event({
    channel: 'variable.deleted',
    summary: 'A variable was removed',
    data: z.object({ id: z.string(), name: z.string(), graphId: z.string().optional() }),
    carries: ['graphId'],
    example: { id: 'c1c4c1de-6d0a-4f57-9a4e-0a1f7c1f1a11', name: 'score' },
  }),
  'console.log': event({
    channel: 'console.log',
    summary: 'A console entry was written',
    data: ConsoleEntry,
    carries: ['graphId', 'nodeId'],
    example: {
      id: '41',
      timestamp: '2026-01-02T03:04:05.678Z',
      severity: 'log',
      contextType: 'none',
      message: 'Hello',
    },
  }),
  'tween.completed': event({
    channel: 'tween',
    summary: 'A tween settled',
    data: tweenEnd,
    carries: ['object'],
    example: { tweenId: 'tween-1', object: 'cube', property: 'position' },
  }),
  'tween.cancelled': event({
    channel: 'tween',
    summary: 'A tween was cancelled',
    data: tweenEnd.extend({ reason: z.enum(['explicit', 'replaced', 'objectDestroyed']) }),
    carries: ['object'],
    example: { tweenId: 'tween-1', object: 'cube', property: 'position', reason: 'explicit' },
  }),
  'project.opened': event({
    channel: 'project',
    summary: 'A project was loaded',
    data: z.object({ projectName: z.string(), path: z.string() }),
    example: { projectName: 'demo', path: '/home/me/demo' },
  }),
  'project.closed': event({
    channel: 'project',
    summary: 'A project was unloaded',
    data: z.object({ projectName: z.string(), path: z.string() }),
    example: { projectName: 'demo', path: '/home/me/demo' },
  }),
  'runtime.connected': event({
    channel: 'runtime',
    summary: 'The runtime client connected',
    data: z.object({ kind: z.enum(['embedded', 'remote']) }),
    example: { kind: 'embedded' },
  }),
  'runtime.disconnected': event({
    channel: 'runtime',
    summary: 'The runtime client disconnected',
    data: z.object({ kind: z.enum(['embedded', 'remote']) }),
    example: { kind: 'embedded' },
  }),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.output<(typeof events)[T]['data']>;

export const eventTypes = Object.keys(events) as EventType[];

/** What stands around the data of every event, as `ReceiveEvent` delivers it (choice C-12). */
export const EventEnvelope = z
  .object({
    type: z.string(),
    id: z.string(),
    streamId: z.string(),
    seq: z.int().min(1),
    tick: z.int().min(0),
    /** Simulated seconds. */
    time: z.number(),
    graphId: z.string().optional(),
    nodeId: z.string().optional(),
    object: z.string().optional(),
    group: z.string().optional(),
    clip: z.string().optional(),
    coalesced: z.int().optional(),
    gap: z.object({ from: z.int(), to: z.int() }).optional(),
    replay: z.boolean().optional(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventEnvelope' });

export type Envelope = z.output<typeof EventEnvelope>;
