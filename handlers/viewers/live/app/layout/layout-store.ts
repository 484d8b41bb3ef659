import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type PageStorage, readStoredJson } from '../../session/page-storage.ts';

/** The layouts. Each gives one pane most of the room: the scene, the graph, or the activity. */
export const layoutNames = ['stage', 'build', 'debug'] as const;
export type LayoutName = (typeof layoutNames)[number];

/** The panes that can be resized and collapsed. All others take the room that is left. */
export type ResizablePane = 'left' | 'right' | 'graph' | 'dock' | 'scene' | 'properties';

export type LeftPanel = 'graphs' | 'nodes' | 'actions' | 'assets' | 'variables';
export type DockTabId = 'events' | 'console' | 'timeline' | 'metrics' | 'devices';
/** The pane that is shown on a phone, where only one fits. */
export type PhoneTab = 'scene' | 'graph' | 'activity';
/** What covers the lower part of a phone's screen: objects and properties, or the panel that is on the left elsewhere. */
export type PhoneSheet = 'objects' | 'panel';

/** The arrangement of the panes, which the browser keeps for each layout. */
export interface LayoutStore {
  readonly name: Signal<LayoutName>;
  /** The panel on the left, or `undefined` while the left side is closed. */
  readonly leftPanel: Signal<LeftPanel | undefined>;
  readonly dockTab: Signal<DockTabId>;
  readonly phoneTab: Signal<PhoneTab>;
  readonly phoneSheet: Signal<PhoneSheet | undefined>;
  readonly isDockOpen: ReadonlySignal<boolean>;
  /** Whether the open dock takes the place of the graph, as it does in the layout for the scene. */
  readonly isGraphReplaced: ReadonlySignal<boolean>;
  /** Whether the panes fit side by side. */
  readonly isPhone: ReadonlySignal<boolean>;
  isOpen(pane: ResizablePane): boolean;
  setOpen(pane: ResizablePane, isOpen: boolean): void;
  /** Returns a pane's size in pixels, or `undefined` if the pane has the default size of the layout. */
  getSize(pane: ResizablePane): number | undefined;
  /** Resizes a pane. A pane below the minimum size collapses, and keeps its previous size for later. */
  resize(pane: ResizablePane, pixels: number): void;
  /** Restores a pane's default size, and opens it. */
  resetSize(pane: ResizablePane): void;
  /** Opens the dock at a tab. On a phone, opens the activity tab. */
  showActivity(tab?: DockTabId): void;
  toggleDock(): void;
  /** Shows or hides objects and properties. On a phone, they are a sheet. */
  toggleObjects(): void;
  /** Opens a panel on the left, or closes it if it is open. */
  toggleLeftPanel(panel: LeftPanel): void;
  showLeftPanel(panel: LeftPanel): void;
  closeLeftPanel(): void;
  /** Shows the scene, if another pane hides it. */
  showScene(): void;
  /**
   * Shows the graph, if another pane hides it.
   * @param keepsDock whether an open dock stays open, if necessary in another layout
   */
  showGraph(keepsDock?: boolean): void;
}

/** Below this size, a pane collapses. */
export const collapseBelowPx = 120;

interface PaneArrangement {
  readonly sizes: Readonly<Partial<Record<ResizablePane, number>>>;
  readonly closed: readonly ResizablePane[];
}

interface StoredLayout {
  readonly name: LayoutName;
  readonly leftPanel: LeftPanel | undefined;
  readonly dockTab: DockTabId;
  readonly panes: Readonly<Record<LayoutName, PaneArrangement>>;
}

const defaultLayout: StoredLayout = {
  name: 'stage',
  leftPanel: undefined,
  dockTab: 'events',
  panes: {
    stage: { sizes: {}, closed: ['dock'] },
    build: { sizes: {}, closed: ['dock'] },
    debug: { sizes: {}, closed: [] },
  },
};

const storageKey = 'scene-runtime layout';

const readStoredLayout = (storage: PageStorage): StoredLayout => {
  const stored = (readStoredJson(storage, storageKey) ?? {}) as Partial<StoredLayout>;
  return {
    ...defaultLayout,
    ...stored,
    name: layoutNames.find((name) => name === stored.name) ?? defaultLayout.name,
    panes: {
      stage: { ...defaultLayout.panes.stage, ...stored.panes?.stage },
      build: { ...defaultLayout.panes.build, ...stored.panes?.build },
      debug: { ...defaultLayout.panes.debug, ...stored.panes?.debug },
    },
  };
};

/** Creates the store. The phone layout follows a media query, so that a rotated tablet changes at once. */
export const createLayoutStore = (
  storage: PageStorage,
  phoneQuery: Pick<MediaQueryList, 'matches' | 'addEventListener'>,
): LayoutStore => {
  const stored = readStoredLayout(storage);
  const name = signal(stored.name);
  const leftPanel = signal(stored.leftPanel);
  const dockTab = signal(stored.dockTab);
  const panes = signal(stored.panes);
  const phoneTab = signal<PhoneTab>('scene');
  const phoneSheet = signal<PhoneSheet>();
  const isPhone = signal(phoneQuery.matches);
  phoneQuery.addEventListener('change', ({ matches }) => {
    isPhone.value = matches;
  });
  effect(() => {
    const layout: StoredLayout = {
      ...{ name: name.value, leftPanel: leftPanel.value, dockTab: dockTab.value, panes: panes.value },
    };
    storage.setItem(storageKey, JSON.stringify(layout));
  });

  const current = computed(() => panes.value[name.value]);
  const update = (change: (arrangement: PaneArrangement) => PaneArrangement): void => {
    panes.value = { ...panes.peek(), [name.peek()]: change(current.peek()) };
  };
  const isOpen = (pane: ResizablePane): boolean =>
    pane === 'left' ? leftPanel.value !== undefined : !current.value.closed.includes(pane);
  const setOpen = (pane: ResizablePane, shouldOpen: boolean): void => {
    if (pane === 'left') leftPanel.value = shouldOpen ? (leftPanel.peek() ?? 'graphs') : undefined;
    else
      update(({ sizes, closed }) => {
        const others = closed.filter((other) => other !== pane);
        return { sizes, closed: shouldOpen ? others : [...others, pane] };
      });
  };
  const isGraphReplaced = computed(() => name.value === 'stage' && isOpen('dock'));
  const showLeftPanel = (panel: LeftPanel): void => {
    leftPanel.value = panel;
    if (isPhone.peek()) phoneSheet.value = 'panel';
  };
  const closeLeftPanel = (): void => {
    leftPanel.value = undefined;
    if (phoneSheet.peek() === 'panel') phoneSheet.value = undefined;
  };

  return {
    name,
    leftPanel,
    dockTab,
    phoneTab,
    phoneSheet,
    isPhone,
    isDockOpen: computed(() => isOpen('dock')),
    isGraphReplaced,
    isOpen,
    setOpen,
    getSize: (pane) => current.value.sizes[pane],
    resize(pane, pixels) {
      if (pixels < collapseBelowPx) {
        if (isOpen(pane)) setOpen(pane, false);
        return;
      }
      batch(() => {
        setOpen(pane, true);
        update(({ sizes, closed }) => ({ closed, sizes: { ...sizes, [pane]: Math.round(pixels) } }));
      });
    },
    resetSize(pane) {
      batch(() => {
        setOpen(pane, true);
        update(({ sizes: { [pane]: _, ...sizes }, closed }) => ({ closed, sizes }));
      });
    },
    showActivity(tab) {
      batch(() => {
        if (tab) dockTab.value = tab;
        phoneTab.value = 'activity';
        setOpen('dock', true);
      });
    },
    toggleDock: () => setOpen('dock', !isOpen('dock')),
    toggleObjects() {
      if (isPhone.peek()) phoneSheet.value = phoneSheet.peek() === 'objects' ? undefined : 'objects';
      else setOpen('right', !isOpen('right'));
    },
    toggleLeftPanel(panel) {
      if (leftPanel.peek() === panel) closeLeftPanel();
      else showLeftPanel(panel);
    },
    showLeftPanel,
    closeLeftPanel,
    showScene() {
      phoneTab.value = 'scene';
    },
    showGraph(keepsDock = false) {
      batch(() => {
        phoneTab.value = 'graph';
        if (isGraphReplaced.peek()) {
          if (keepsDock) name.value = 'debug';
          else setOpen('dock', false);
        }
        setOpen('graph', true);
      });
    },
  };
};
