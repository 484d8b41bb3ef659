import { convertValue } from '#spec/convert-value.ts';
import { isDeepEqual } from '../values/json-equality.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { VariableSnapshot } from '../link/runtime-link.ts';
import type { VariableEntry } from '../nodes/dsl/handler-context.ts';

interface MutableVariableEntry extends VariableEntry {
  name: string;
  type: PortType;
  value: Json;
  direction: 'input' | 'output' | undefined;
  default: Json | undefined;
}

export interface VariableChange {
  readonly variable: VariableEntry;
  readonly value: Json;
  readonly previous: Json;
}

/** @param onChange called immediately whenever a value actually changes */
export const createRuntimeVariables = (onChange: (change: VariableChange) => void) => {
  const byId = new Map<string, MutableVariableEntry>();
  const byName = new Map<string, MutableVariableEntry>();
  const previousValues = new Map<MutableVariableEntry, Json>();
  let version = 0;
  /** The variables of each graph. Built on the first lookup after a change. */
  let byGraph: Map<string | undefined, readonly VariableEntry[]> | undefined;

  const createKey = (name: string, graphId?: string) => JSON.stringify([name, graphId ?? null]);
  const rebuildIndex = (): void => {
    byName.clear();
    for (const entry of byId.values()) byName.set(createKey(entry.name, entry.graphId), entry);
    byGraph = undefined;
    version += 1;
  };

  const write = (entry: MutableVariableEntry, value: Json): void => {
    const previous = entry.value;
    if (isDeepEqual(previous, value)) return;
    entry.value = value;
    onChange({ variable: entry, value, previous });
  };

  const assign = (entry: MutableVariableEntry, value: Json): void => {
    if (!previousValues.has(entry)) previousValues.set(entry, entry.value);
    write(entry, value);
  };

  return {
    /** A number that changes whenever a name may refer to another variable than before. */
    get version(): number {
      return version;
    },
    /** Finds the variable with this name or id. A variable of the given graph takes precedence over a global variable. */
    find: (nameOrId: string, graphId?: string): VariableEntry | undefined =>
      (graphId !== undefined ? byName.get(createKey(nameOrId, graphId)) : undefined) ??
      byName.get(createKey(nameOrId)) ??
      byId.get(nameOrId),
    /** Lists the variables of a graph, in order of creation. */
    listOfGraph(graphId: string): readonly VariableEntry[] {
      byGraph ??= groupByGraph(byId.values());
      return byGraph.get(graphId) ?? [];
    },
    assign: (variable: VariableEntry, value: Json): void =>
      assign(variable, convertValue(variable.type, value)),
    /** Applies variable edits. The editor has already reported these edits, so `takeChanges` does not return them. */
    put(images: readonly VariableSnapshot[]) {
      for (const { id, name, type, value, graphId, direction, default: initial } of images) {
        const existing = byId.get(id);
        if (!existing) {
          byId.set(id, { id, name, type, value, graphId, direction, default: initial });
        } else {
          existing.name = name;
          existing.type = type;
          existing.direction = direction;
          existing.default = initial;
          write(existing, value);
        }
      }
      rebuildIndex();
    },
    remove(ids: readonly string[]) {
      for (const entry of ids.flatMap((id) => byId.get(id) ?? [])) {
        byId.delete(entry.id);
        previousValues.delete(entry);
      }
      rebuildIndex();
    },
    /** Returns the variables that graphs have changed since the last call, each with its latest value. */
    takeChanges(): VariableChange[] {
      if (previousValues.size === 0) return [];
      const changes = [...previousValues]
        .map(([variable, previous]) => ({ variable, value: variable.value, previous }))
        .filter(({ value, previous }) => !isDeepEqual(value, previous));
      previousValues.clear();
      return changes;
    },
    /** Returns the values of all variables, in order of creation. */
    listValues: (): readonly { readonly id: string; readonly value: Json }[] =>
      [...byId.values()].map(({ id, value }) => ({ id, value })),
    /** Returns all variables as plain data, in order of creation. Between ticks there are no unreported changes. */
    state: (): unknown => [...byId.values()],
  };
};

const groupByGraph = (variables: Iterable<VariableEntry>): Map<string | undefined, VariableEntry[]> => {
  const groups = new Map<string | undefined, VariableEntry[]>();
  for (const variable of variables) {
    const group = groups.get(variable.graphId);
    if (group) group.push(variable);
    else groups.set(variable.graphId, [variable]);
  }
  return groups;
};

/** The project's variables as running graphs see them. */
export type RuntimeVariables = ReturnType<typeof createRuntimeVariables>;
