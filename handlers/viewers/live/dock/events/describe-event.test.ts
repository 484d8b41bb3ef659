import { expect, it } from 'vitest';
import { events, eventTypes } from '#spec/events.ts';
import { describeEvent, type EventSentence, getEventCategory, getEventSource } from './describe-event.ts';
import type { EventEnvelope } from './event-feed.ts';

const toEvent = (type: string, data: unknown, more: object = {}): EventEnvelope =>
  ({ type, data, ...more }) as EventEnvelope;
const toText = (sentence: EventSentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : `[${part.color}]`)).join('');

it.each(eventTypes)('describes %s in words', (type) => {
  const sentence = toText(describeEvent(toEvent(type, events[type].example)));
  expect(sentence).toMatch(/\w/);
  expect(sentence).not.toMatch(/[{}[\]]|undefined/);
});

it.each([
  [
    'tween.cancelled',
    { property: 'position', reason: 'objectDestroyed' },
    'position cancelled: object destroyed',
  ],
  [
    'variable.changed',
    { previous: 1.23456, value: { r: 1, g: 0.2, b: 0, a: 1 } },
    'changed from 1.235 to [rgb(255 51 0 / 1)]',
  ],
  ['console.log', { severity: 'warning', message: 'Too hot' }, 'warning: “Too hot”'],
  [
    'ports.updated',
    {
      ports: [
        { portId: 'n.out.Index', value: 3 },
        { portId: 'n.out.Sum', value: 4 },
      ],
    },
    'Index is 3 and 1 other port',
  ],
  ['robot.moved', { armCount: 2, position: { x: 1, y: 2, z: 3 } }, 'arm count 2, position 1, 2, 3'],
  ['ports.updated', { count: 2 }, 'count 2'],
] as const)('describes %s', (type, data, sentence) => {
  expect(toText(describeEvent(toEvent(type, data)))).toBe(sentence);
});

it('names what an event comes from', () => {
  const getNodeType = (_: string, nodeId: string) => (nodeId === 'n' ? 'LogConsole' : undefined);
  const getSource = (type: string, data: unknown, more = {}): string =>
    getEventSource(toEvent(type, data, more), getNodeType);
  expect(getSource('node.done', { category: 'Start' }, { graphId: 'g', nodeId: 'n' })).toBe('Start');
  expect(getSource('console.log', { message: 'a' }, { graphId: 'g', nodeId: 'n' })).toBe('LogConsole');
  expect(getSource('tween.completed', {}, { object: 'cube' })).toBe('cube');
  expect(getSource('variable.changed', { name: 'score' })).toBe('score');
  expect(getSource('console.log', { message: 'a' })).toBe('');
});

it('gives each family a category, and unknown families a neutral one', () => {
  expect(['tween.completed', 'camera.changed', 'robot.moved'].map(getEventCategory)).toEqual([
    'tween',
    'cameralight',
    'system',
  ]);
});
