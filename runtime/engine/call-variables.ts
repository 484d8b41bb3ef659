import { convertValue } from '#spec/convert-value.ts';
import { isDeepEqual } from '../values/json-equality.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { VariableEntry } from '../nodes/dsl/handler-context.ts';
import type { RuntimeVariables, VariableChange } from './runtime-variables.ts';

/** A copy of a graph's variable, which only the nodes of one call can see. */
class PrivateVariable implements VariableEntry {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  readonly graphId: string | undefined;
  readonly direction: VariableEntry['direction'];
  readonly default: Json | undefined;
  value: Json = null;

  constructor({ id, name, type, graphId, direction, default: initial }: VariableEntry) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.graphId = graphId;
    this.direction = direction;
    this.default = initial;
  }
}

/** The variables of a called graph: private copies of the graph's variables in the project. */
export class CallVariables {
  readonly #shared: RuntimeVariables;
  readonly #graphId: string;
  readonly #onChange: (change: VariableChange) => void;
  #originals: readonly VariableEntry[] = [];
  readonly #removed = new Set<PrivateVariable>();
  /** The copies, in the order of {@link RuntimeVariables.listOfGraph}. */
  entries: readonly PrivateVariable[] = [];
  /** The version of the project's variables from which the copies were made. */
  version = -1;
  /** A number that changes whenever a name may refer to another variable than before. */
  revision = 0;

  /** @param onChange called immediately whenever a value actually changes */
  constructor(shared: RuntimeVariables, graphId: string, onChange: (change: VariableChange) => void) {
    this.#shared = shared;
    this.#graphId = graphId;
    this.#onChange = onChange;
  }

  /** Gives the variables the values with which a call begins: their defaults, or else their current values. */
  reset(): void {
    if (this.#shared.version !== this.version) this.#copy();
    if (this.#removed.size > 0) {
      this.#removed.clear();
      this.revision += 1;
    }
    for (let index = 0; index < this.entries.length; index++) {
      const entry = this.entries[index];
      const original = this.#originals[index];
      if (entry && original) entry.value = entry.default === undefined ? original.value : entry.default;
    }
  }

  #copy(): void {
    this.version = this.#shared.version;
    this.revision += 1;
    this.#originals = this.#shared.listOfGraph(this.#graphId);
    this.entries = this.#originals.map((variable) => new PrivateVariable(variable));
  }

  /** Finds a private or global variable. The call can't see the variables of its graph in the project. */
  find(nameOrId: string): VariableEntry | undefined {
    const entries = this.entries.filter((entry) => !this.#removed.has(entry));
    const own = entries.find(({ name }) => name === nameOrId) ?? entries.find(({ id }) => id === nameOrId);
    if (own) return own;
    const shared = this.#shared.find(nameOrId);
    return shared?.graphId === this.#graphId ? undefined : shared;
  }

  /**
   * Assigns a value to a private variable.
   * @returns false if the variable belongs to the project
   */
  assign(variable: VariableEntry, value: Json): boolean {
    if (!(variable instanceof PrivateVariable)) return false;
    const previous = variable.value;
    variable.value = convertValue(variable.type, value);
    if (!isDeepEqual(variable.value, previous)) this.#onChange({ variable, value: variable.value, previous });
    return true;
  }

  /**
   * Removes a private variable from this call.
   * @returns false if the variable belongs to the project
   */
  remove(variable: VariableEntry): boolean {
    if (!(variable instanceof PrivateVariable)) return false;
    this.#removed.add(variable);
    this.revision += 1;
    return true;
  }
}
