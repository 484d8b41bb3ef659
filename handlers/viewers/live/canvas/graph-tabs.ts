import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { GraphList, GraphSummary } from '../graphs/graph-list-store.ts';

/** The graphs that have a tab above the canvas. */
export interface GraphTabs {
  readonly list: ReadonlySignal<readonly GraphSummary[]>;
  /** Removes a graph's tab. If the graph is open, the graph beside it is opened. */
  close(graphId: string): void;
  /** Opens the graph that is a number of tabs after the open one. After the last tab comes the first. */
  move(steps: number): void;
}

/** With more graphs than this, only those that run or were opened in this session have tabs. */
const maxGraphsWithTabs = 8;

export const createGraphTabs = ({ list, openId }: Pick<GraphList, 'list' | 'openId'>): GraphTabs => {
  const openedIds = signal<ReadonlySet<string>>(new Set());
  const closedIds = signal<ReadonlySet<string>>(new Set());
  effect(() => {
    const id = openId.value;
    if (id === undefined) return;
    openedIds.value = new Set([...openedIds.peek(), id]);
    closedIds.value = new Set([...closedIds.peek()].filter((closed) => closed !== id));
  });
  const tabs = computed(() => {
    const graphs = list.value.filter(({ id }) => !closedIds.value.has(id));
    if (list.value.length <= maxGraphsWithTabs) return graphs;
    const running = graphs.filter(({ state }) => state === 'running');
    const opened = graphs.filter(({ id, state }) => state !== 'running' && openedIds.value.has(id));
    return [...running, ...opened];
  });
  const getOpenIndex = (): number => tabs.peek().findIndex(({ id }) => id === openId.peek());
  return {
    list: tabs,
    close(graphId) {
      const shown = tabs.peek();
      if (shown.length <= 1) return;
      const at = shown.findIndex(({ id }) => id === graphId);
      if (graphId === openId.peek()) openId.value = (shown[at + 1] ?? shown[at - 1])?.id;
      closedIds.value = new Set([...closedIds.peek(), graphId]);
    },
    move(steps) {
      const shown = tabs.peek();
      if (shown.length > 0) openId.value = shown.at((getOpenIndex() + steps) % shown.length)?.id;
    },
  };
};

/** The width of a tab beside its name, and of a letter, in pixels. They are estimates. */
const tabPadding = 56;
const letterWidth = 7.5;
/** The length up to which a name is shown completely. */
const maxNameLength = 22;
/** How much of the end of a longer name is shown, because similar names often differ there. */
const shownEndLength = 8;
/** The widths of the buttons behind the tabs: for a new graph, and for the menu of the other graphs. */
const newGraphButtonWidth = 30;
const menuButtonWidth = 46;

/** Shortens a long name in the middle. */
export const shortenGraphName = (name: string): string => {
  const letters = [...name];
  if (letters.length <= maxNameLength) return name;
  const start = letters.slice(0, maxNameLength - shownEndLength - 1).join('');
  return `${start.trimEnd()}…${letters.slice(-shownEndLength).join('').trimStart()}`;
};

/**
 * Splits tabs into those that fit into a width and the others. The open graph's tab is always among the first.
 */
export const splitTabs = <T extends { readonly id: string; readonly name: string }>(
  tabs: readonly T[],
  { openId, width }: { readonly openId: string | undefined; readonly width: number },
): readonly [shown: readonly T[], hidden: readonly T[]] => {
  const getWidth = ({ name }: T): number => tabPadding + shortenGraphName(name).length * letterWidth;
  const roomForAll = width - newGraphButtonWidth;
  if (tabs.reduce((sum, tab) => sum + getWidth(tab), 0) <= roomForAll) return [tabs, []];
  const open = tabs.find(({ id }) => id === openId);
  let room = roomForAll - menuButtonWidth - (open ? getWidth(open) : 0);
  const shown = tabs.filter((tab) => {
    if (tab === open) return true;
    room -= getWidth(tab);
    return room >= 0;
  });
  return [shown, tabs.filter((tab) => !shown.includes(tab))];
};
