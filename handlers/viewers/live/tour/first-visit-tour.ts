import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { findPressableButtons } from '../scene-view/find-pressable-buttons.ts';
import type { LayoutStore } from '../app/layout/layout-store.ts';
import type { IconName } from '../components/icon-names.ts';
import type { Notices } from '../app/notice-store.ts';
import type { FirstSteps } from '../first-run/first-steps.ts';
import type { GraphEditor } from '../canvas/graph-editor.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import type { PageStorage } from '../session/page-storage.ts';
import type { SceneStore } from '../scene-view/scene-store.ts';

/** The part of the page that a step is about. */
export type TourTarget = 'scene' | 'graph' | 'search' | 'run';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly target: TourTarget;
  /** A button that does what the step asks for. Steps without one are done by hand. */
  readonly button?: { readonly label: string; readonly icon: IconName; run(): void };
  /**
   * Starts the step.
   * @returns a function that says whether the step was done; it reads signals, so that it is asked again when they change
   */
  begin(): () => boolean;
}

/** The tour for a first visit. Each of its steps ends when the visitor has done it. */
export interface FirstVisitTour {
  readonly step: ReadonlySignal<TourStep | undefined>;
  /** The number of the step, from 1. */
  readonly number: ReadonlySignal<number>;
  readonly length: ReadonlySignal<number>;
  start(): void;
  /** Continues without doing what the step asks for. */
  skipStep(): void;
  end(): void;
}

interface TourOptions {
  readonly editor: Pick<GraphEditor, 'detail' | 'activity' | 'pressButton'>;
  readonly graphs: Pick<GraphList, 'isLoaded' | 'openId' | 'openSummary' | 'toggleRunning' | 'create'>;
  readonly scene: Pick<SceneStore, 'objects'>;
  readonly layout: Pick<LayoutStore, 'showScene' | 'showGraph'>;
  readonly firstSteps: Pick<FirstSteps, 'addCube' | 'buildBounce'>;
  readonly storage: PageStorage;
  readonly notices: Pick<Notices, 'showInfo'>;
}

const tourSeenKey = 'scene-runtime tour';

export const createFirstVisitTour = (options: TourOptions): FirstVisitTour => {
  const { editor, graphs, scene, layout, storage, notices } = options;
  const isActive = signal(storage.getItem(tourSeenKey) === null);
  const steps = signal<readonly TourStep[]>([]);
  const index = signal(0);
  const step = signal<TourStep>();
  let showsDemo = false;

  const end = (): void => {
    storage.setItem(tourSeenKey, 'seen');
    isActive.value = false;
    steps.value = [];
  };
  const goTo = (next: number): void => {
    if (next < steps.peek().length) {
      index.value = next;
      return;
    }
    end();
    if (showsDemo)
      notices.showInfo('That was the tour. Now make a graph of your own.', {
        label: 'New graph',
        run: () => void graphs.create(),
      });
  };

  /** Chooses the steps as soon as it is known what the project contains. */
  effect(() => {
    if (!isActive.value || steps.value.length > 0) return;
    if (!graphs.isLoaded.value || scene.objects.list.value.length === 0) return;
    const isGraphLoaded = graphs.openId.value === undefined || editor.detail.value !== undefined;
    if (!isGraphLoaded) return;
    showsDemo = findPressableButtons(editor.detail.value).length > 0;
    index.value = 0;
    steps.value = showsDemo ? createDemoSteps(options) : createOwnGraphSteps(options);
  });

  /** Shows the step, and continues when it was done. */
  effect(() => {
    const current = steps.value[index.value];
    step.value = current;
    if (!current) return;
    if (current.target === 'scene') layout.showScene();
    else if (current.target === 'graph') layout.showGraph();
    const isDone = current.begin();
    const position = index.peek();
    return effect(() => {
      if (isDone()) queueMicrotask(() => index.peek() === position && goTo(position + 1));
    });
  });

  return {
    step,
    number: computed(() => index.value + 1),
    length: computed(() => steps.value.length),
    start() {
      steps.value = [];
      isActive.value = true;
    },
    skipStep: () => goTo(index.peek() + 1),
    end,
  };
};

/** The steps in a project whose running graph has a manual button. */
const createDemoSteps = ({ editor, graphs, scene }: TourOptions): TourStep[] => {
  const graph = editor.detail.peek();
  const [button] = findPressableButtons(graph);
  const label = button?.label ?? 'Press';
  const factor = findFactor(graph);
  const wasPressed = signal(false);
  const openDemoGraph = (): void => {
    graphs.openId.value = graph?.id;
  };
  const press = async ({ portId }: NonNullable<typeof button>): Promise<void> => {
    openDemoGraph();
    wasPressed.value = await editor.pressButton(portId);
  };
  return [
    {
      title: `This is live. Press ${label}.`,
      text: `The service draws the scene, and the graph moves it. ${label} runs a few nodes: watch them light up.`,
      target: 'scene',
      button: {
        ...{ label: `Press ${label}`, icon: 'zap' },
        run: () => void (button && press(button)),
      },
      begin: () => () =>
        wasPressed.value ||
        (button !== undefined && editor.activity.getNodePulse(button.nodeId).value !== undefined),
    },
    ...(factor
      ? [
          {
            title: `Change ${factor.value} in ${factor.nodeType}.`,
            text: `Type ${factor.value * 4} into ${factor.portName} and press Enter. The graph keeps running, and the scene follows at once.`,
            target: 'graph' as const,
            begin() {
              openDemoGraph();
              return () => {
                const current = editor.detail.value;
                return current?.id === graph?.id && findFactor(current)?.value !== factor.value;
              };
            },
          },
        ]
      : []),
    {
      title: 'Add something of your own.',
      text: 'Open the search at the top, type “spawn”, choose the action, and run it. Everything here is a call that your program can make, too.',
      target: 'search',
      begin() {
        const count = scene.objects.list.peek().length;
        return () => scene.objects.list.value.length > count;
      },
    },
  ];
};

/** Finds a number that scales something in a graph: an input of a Multiply node that nothing is connected to. */
const findFactor = (graph: GraphDetail | undefined) => {
  const connected = new Set(graph?.connections.map(({ inputPortId }) => inputPortId));
  for (const { category, ports } of graph?.nodes ?? [])
    for (const { id, name, direction, value } of ports)
      if (category === 'Multiply' && direction === 'input' && typeof value === 'number' && !connected.has(id))
        return { nodeType: category, portName: name, value };
  return undefined;
};

/** The steps in a project that has nothing to press: a cube and a graph of the visitor's own. */
const createOwnGraphSteps = ({ editor, graphs, scene, firstSteps }: TourOptions): TourStep[] => [
  {
    title: scene.objects.isEmpty.peek() ? 'An empty stage. Add a cube.' : 'Add a cube of your own.',
    text: 'Objects come from actions, such as scene.spawn. The search at the top finds all of them.',
    target: 'scene',
    button: { label: 'Add a cube', icon: 'box', run: () => void firstSteps.addCube() },
    begin() {
      const count = scene.objects.list.peek().length;
      return () => scene.objects.list.value.length > count;
    },
  },
  {
    title: 'A graph moves it.',
    text: 'Build the graph with the button, or drag a wire from Start, let go, and choose a node.',
    target: 'graph',
    button: { label: 'Build the graph', icon: 'workflow', run: () => void firstSteps.buildBounce() },
    begin() {
      const { id, connections } = editor.detail.peek() ?? {};
      return () => {
        const graph = editor.detail.value;
        const previous = graph?.id === id ? (connections?.length ?? 0) : 0;
        return graph !== undefined && graph.connections.length > previous;
      };
    },
  },
  {
    title: 'Run it.',
    text: 'Run sends your edits to the runtime and starts the graph. Nodes glow while they execute.',
    target: 'run',
    button: { label: 'Run', icon: 'play', run: () => graphs.toggleRunning() },
    begin: () => () => graphs.openSummary.value?.state === 'running',
  },
];
