import { convertValue } from './convert-value.ts';
import { isDeepEqual } from '../values/json-equality.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { VariableSnapshot } from '../link/runtime-link.ts';
import type { VariableEntry } from '../nodes/dsl/handler-context.ts';

interface MutableVariableEntry extends VariableEntry {
  name: string;
  type: PortType;
  value: Json;
}

export interface VariableChange {
  readonly variable: VariableEntry;
  readonly value: Json;
  readonly previous: Json;
}

/** The variables of the project as running graphs see them. */
export interface RuntimeVariables {
  /** Changes whenever a name may mean another variable. */
  readonly version: number;
  /** Finds the variable with this name or id. A variable of the graph takes precedence over a global one. */
  find(nameOrId: string, graphId?: string): VariableEntry | undefined;
  assign(variable: VariableEntry, value: Json): void;
  /** Applies edits of an editor. The editor has reported them, so they are not among the changes to report. */
  put(images: readonly VariableSnapshot[]): void;
  remove(ids: readonly string[]): void;
  /** The variables that graphs have changed since the last call, each with its latest value. */
  takeChanges(): VariableChange[];
  /** All variables with their values, in order of creation. */
  listValues(): readonly { readonly id: string; readonly value: Json }[];
  /** All variables as plain data, in order of creation. Between ticks there are no changes to report. */
  state(): unknown;
}

/** @param changed called at once for every real change. */
export const createRuntimeVariables = (changed: (change: VariableChange) => void): RuntimeVariables => {
  const byId = new Map<string, MutableVariableEntry>();
  const byName = new Map<string, MutableVariableEntry>();
  const before = new Map<MutableVariableEntry, Json>();
  let version = 0;

  const key = (name: string, graphId?: string) => JSON.stringify([name, graphId ?? null]);
  const index = (): void => {
    byName.clear();
    for (const cell of byId.values()) byName.set(key(cell.name, cell.graphId), cell);
    version += 1;
  };

  const write = (cell: MutableVariableEntry, value: Json): void => {
    const previous = cell.value;
    if (isDeepEqual(previous, value)) return;
    cell.value = value;
    changed({ variable: cell, value, previous });
  };

  const assign = (cell: MutableVariableEntry, value: Json): void => {
    if (!before.has(cell)) before.set(cell, cell.value);
    write(cell, value);
  };

  return {
    get version() {
      return version;
    },
    find: (nameOrId, graphId) =>
      (graphId !== undefined ? byName.get(key(nameOrId, graphId)) : undefined) ??
      byName.get(key(nameOrId)) ??
      byId.get(nameOrId),
    assign: (variable, value) => assign(variable, convertValue(variable.type, value)),
    put(images) {
      for (const { id, name, type, value, graphId } of images) {
        const existing = byId.get(id);
        if (!existing) {
          byId.set(id, { id, name, type, value, graphId });
        } else {
          existing.name = name;
          existing.type = type;
          write(existing, value);
        }
      }
      index();
    },
    remove(ids) {
      for (const cell of ids.flatMap((id) => byId.get(id) ?? [])) {
        byId.delete(cell.id);
        before.delete(cell);
      }
      index();
    },
    takeChanges() {
      if (before.size === 0) return [];
      const changes = [...before]
        .map(([variable, previous]) => ({ variable, value: variable.value, previous }))
        .filter(({ value, previous }) => !isDeepEqual(value, previous));
      before.clear();
      return changes;
    },
    listValues: () => [...byId.values()].map(({ id, value }) => ({ id, value })),
    state: () => [...byId.values()],
  };
};
