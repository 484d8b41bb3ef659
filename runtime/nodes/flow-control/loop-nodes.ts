import { defineFlowNode } from '../dsl/define-node.ts';
import { boolean, generic, integer, list, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';

/** One entry into a ForLoop. Entries can be nested, because the body of a loop may enter the same loop again. */
interface ForLoopEntry {
  next: number;
  last: number;
  readonly step: number;
}

const isWithinBounds = ({ next, last, step }: ForLoopEntry): boolean =>
  step > 0 ? next <= last : next >= last;

export const forLoopNode = defineFlowNode({
  description:
    'Fires Body once for every Index from First to Last, both included, in increments of Step, then Completed. The bounds are read once on entry; a negative Step counts down and a Step of 0 counts as 1. Break ends the loop after the current pass.',
  inputs: { In: trigger, First: integer(), Last: integer(9), Step: integer(1), Break: trigger },
  outputs: { Body: trigger, Index: integer(), Completed: trigger },
  state: (): { entries: ForLoopEntry[] } => ({ entries: [] }),
  on: {
    In: ({ inputs, state, resume }) => {
      state.entries.push({ next: inputs.First, last: inputs.Last, step: inputs.Step || 1 });
      resume();
    },
    Break: ({ state }) => {
      const entry = state.entries.at(-1);
      if (entry) entry.last = entry.step > 0 ? -Infinity : Infinity;
    },
  },
  resume: ({ state, outputs, emit, resume }) => {
    const entry = state.entries.at(-1);
    if (!entry) return;
    if (isWithinBounds(entry)) {
      outputs.Index = entry.next;
      entry.next += entry.step;
      emit.Body();
      resume();
    } else {
      state.entries.pop();
      emit.Completed();
    }
  },
});

interface ForEachEntry {
  items: readonly Json[];
  next: number;
}

export const forEachNode = defineFlowNode({
  description:
    'Fires Body once for every item of List, in order, with the Item and its Index from 0, then Completed. The list is read once on entry, so later changes of a variable that holds it have no effect. Break ends the loop after the current pass.',
  inputs: { In: trigger, List: list(), Break: trigger },
  outputs: { Body: trigger, Item: generic(), Index: integer(), Completed: trigger },
  state: (): { entries: ForEachEntry[] } => ({ entries: [] }),
  on: {
    In: ({ inputs, state, resume }) => {
      state.entries.push({ items: inputs.List, next: 0 });
      resume();
    },
    Break: ({ state }) => {
      const entry = state.entries.at(-1);
      if (entry) entry.items = [];
    },
  },
  resume: ({ state, outputs, emit, resume }) => {
    const entry = state.entries.at(-1);
    if (!entry) return;
    if (entry.next < entry.items.length) {
      outputs.Item = entry.items[entry.next] ?? null;
      outputs.Index = entry.next;
      entry.next += 1;
      emit.Body();
      resume();
    } else {
      state.entries.pop();
      emit.Completed();
    }
  },
});

export const whileLoopNode = defineFlowNode({
  description:
    'Fires Body as long as Condition, which is evaluated before each pass, is true, then Completed. Break ends the loop after the current pass.',
  inputs: { In: trigger, Condition: boolean(false, { lazy: true }), Break: trigger },
  outputs: { Body: trigger, Completed: trigger },
  state: (): { entries: { broken: boolean }[] } => ({ entries: [] }),
  on: {
    In: ({ state, resume }) => {
      state.entries.push({ broken: false });
      resume();
    },
    Break: ({ state }) => {
      const entry = state.entries.at(-1);
      if (entry) entry.broken = true;
    },
  },
  resume: ({ state, inputs, emit, resume }) => {
    if (!state.entries.at(-1)?.broken && inputs.Condition) {
      emit.Body();
      resume();
    } else {
      state.entries.pop();
      emit.Completed();
    }
  },
});
