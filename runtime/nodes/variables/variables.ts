import { valueLimits } from '#spec/value-limits.ts';
import { isModest } from '../grammar/list-limits.ts';
import { finite } from '../../finite.ts';
import { category, node, pureNode } from '../grammar/node.ts';
import { boolean, choiceOf, float, generic, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices, VariableCell } from '../grammar/context.ts';
import type { PortDeclaration, ProjectView } from '../grammar/node-type.ts';

const variableInput = choiceOf('variables');
const retypingInput = choiceOf('variables', { affectsNodePorts: true });

/** The variable a node was given, or a warning when there is none. */
const find = (name: string, { variable, warnOnce }: NodeServices): VariableCell | undefined => {
  const found = variable(name);
  if (!found) warnOnce(name === '' ? 'No variable is chosen.' : `No variable is named "${name}".`);
  return found;
};

const carriers = new Set(['Value', 'Previous']);

/** Gives the ports that carry the variable's value the variable's type. */
const retypeValue = (
  { Variable }: Readonly<Record<string, Json>>,
  declared: readonly PortDeclaration[],
  project: ProjectView | undefined,
): readonly PortDeclaration[] => {
  const type = typeof Variable === 'string' ? project?.variableType(Variable) : undefined;
  if (!type) return declared;
  return declared.map((port) =>
    carriers.has(port.name) ? { name: port.name, direction: port.direction, type } : port,
  );
};

export const variables = category('Variables', {
  GetVariable: pureNode({
    description:
      'The value of a variable. A variable of the graph comes before a global one of the same name.',
    inputs: { Variable: retypingInput },
    outputs: { Value: generic() },
    portsFor: retypeValue,
    evaluate: ({ Variable }, services) => find(Variable, services)?.value ?? null,
  }),
  SetVariable: node({
    description:
      'Writes a variable, converted to its type, then fires Out. Previous holds the value before. A value of more than 100 levels of lists and objects inside each other, or more than 1,000,000 values and characters in all, is not written, with one console warning per run of the graph.',
    inputs: { In: trigger, Variable: retypingInput, Value: generic() },
    outputs: { Out: trigger, Previous: generic() },
    portsFor: retypeValue,
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assign, warnOnce } = context;
        const variable = find(inputs.Variable, context);
        if (variable && isModest(inputs.Value)) {
          outputs.Previous = variable.value;
          assign(variable, inputs.Value);
        } else if (variable) {
          warnOnce(`A variable may hold ${valueLimits}.`);
        }
        emit.Out();
      },
    },
  }),
  IncrementVariable: node({
    description: 'Adds Amount to a number variable, then fires Out. Value holds the sum.',
    inputs: { In: trigger, Variable: variableInput, Amount: float(1) },
    outputs: { Out: trigger, Value: float() },
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assign, warnOnce } = context;
        const variable = find(inputs.Variable, context);
        if (typeof variable?.value === 'number') {
          assign(variable, finite(variable.value + inputs.Amount));
          outputs.Value = variable.value;
        } else if (variable) {
          warnOnce(`The variable "${variable.name}" holds no number.`);
        }
        emit.Out();
      },
    },
  }),
  ToggleVariable: node({
    description: 'Flips a boolean variable, then fires Out. Value holds the new value.',
    inputs: { In: trigger, Variable: variableInput },
    outputs: { Out: trigger, Value: boolean() },
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assign, warnOnce } = context;
        const variable = find(inputs.Variable, context);
        if (typeof variable?.value === 'boolean') {
          assign(variable, !variable.value);
          outputs.Value = variable.value;
        } else if (variable) {
          warnOnce(`The variable "${variable.name}" holds no boolean.`);
        }
        emit.Out();
      },
    },
  }),
  DeleteVariable: node({
    description:
      'Removes a variable from the project, for every graph, and raises variable.deleted; then fires Out. A variable of the graph comes before a global one of the same name.',
    inputs: { In: trigger, Variable: variableInput },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit, remove } = context;
        const variable = find(inputs.Variable, context);
        if (variable) remove(variable);
        emit.Out();
      },
    },
  }),
});
