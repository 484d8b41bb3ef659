import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createFirstVisitTour } from './first-visit-tour.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

/** A running graph with a manual button, and with a number to change. */
const createDemoGraph = (factor: number) =>
  ({
    ...{ id: 'demo', name: 'Demo', state: 'running', connections: [] },
    nodes: [
      {
        ...{ id: 'button', category: 'ManualButton' },
        ports: [
          { id: 'label', name: 'Label', direction: 'input', type: 'String', value: 'Pulse' },
          { id: 'pressed', name: 'Pressed', direction: 'output', type: 'Button' },
        ],
      },
      {
        ...{ id: 'multiply', category: 'Multiply' },
        ports: [{ id: 'b', name: 'B', direction: 'input', type: 'Float', value: factor }],
      },
    ],
  }) as unknown as GraphDetail;

const otherGraph = { id: 'other', nodes: [], connections: [] } as unknown as GraphDetail;

/** Starts the tour while the demo graph is open. The page then opens the graphs that `openId` names. */
const startTour = (options: { readonly acceptsPress?: boolean } = {}) => {
  const openId = signal<string | undefined>('demo');
  const detail = signal<GraphDetail | undefined>(createDemoGraph(90));
  const pressedIn: (string | undefined)[] = [];
  const offers: (string | undefined)[] = [];
  const tour = createFirstVisitTour({
    editor: {
      detail,
      activity: { getNodePulse: () => signal(undefined) } as never,
      async pressButton() {
        pressedIn.push(openId.value);
        return options.acceptsPress ?? true;
      },
    },
    graphs: {
      ...{ openId, isLoaded: signal(true), openSummary: signal(undefined), toggleRunning() {} },
      async create() {},
    },
    scene: { objects: { list: signal([{ tag: 'main-camera' }]) } as never },
    layout: { showScene() {}, showGraph() {} },
    firstSteps: { addCube: async () => {}, buildBounce: async () => {} },
    storage: { getItem: () => null, setItem() {} },
    notices: { showInfo: (_, action) => void offers.push(action?.label) },
  });
  return { tour, openId, detail, pressedIn, offers };
};

it('opens the graph of the button before it presses the button, and continues when it was pressed', async () => {
  const { tour, openId, detail, pressedIn } = startTour();
  openId.value = 'other';
  detail.value = otherGraph;
  expect(tour.number.value).toBe(1);
  tour.step.value?.button?.run();
  await expect.poll(() => tour.number.value).toBe(2);
  expect(pressedIn).toEqual(['demo']);
});

it('stays at the button if it could not be pressed', async () => {
  const { tour, pressedIn } = startTour({ acceptsPress: false });
  tour.step.value?.button?.run();
  await expect.poll(() => pressedIn.length).toBe(1);
  expect(tour.number.value).toBe(1);
});

it('waits until the number was changed, whichever graph is open', async () => {
  const { tour, openId, detail } = startTour();
  openId.value = 'other';
  tour.skipStep();
  expect([tour.number.value, openId.value]).toEqual([2, 'demo']);
  detail.value = otherGraph;
  await Promise.resolve();
  expect(tour.number.value).toBe(2);
  detail.value = createDemoGraph(360);
  await expect.poll(() => tour.number.value).toBe(3);
});

it('offers a new graph after the last step, unless the tour was ended before', () => {
  const ended = startTour();
  ended.tour.end();
  expect(ended.offers).toEqual([]);
  const { tour, offers } = startTour();
  for (let steps = 0; steps < 3; steps += 1) tour.skipStep();
  expect(tour.step.value).toBeUndefined();
  expect(offers).toEqual(['New graph']);
});
