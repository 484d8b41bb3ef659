import { valueLimitsText } from '#spec/value-limits.ts';
import { isWithinValueLimits } from '../dsl/value-limits.ts';
import { clampToFinite } from '../../values/clamp-finite.ts';
import { defineCategory, defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { boolean, projectDropdown, float, generic, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices, VariableEntry } from '../dsl/handler-context.ts';
import type { PortDeclaration, ProjectInfo } from '#spec/node-type.ts';

const variableInput = projectDropdown('variables');
const retypingInput = projectDropdown('variables', { affectsNodePorts: true });

/** Returns the variable that a node refers to. Writes a warning when there is no such variable. */
const findVariableOrWarn = (
  name: string,
  { findVariable, warnOnce }: NodeServices,
): VariableEntry | undefined => {
  const variable = findVariable(name);
  if (!variable) warnOnce(name === '' ? 'No variable is chosen.' : `No variable is named "${name}".`);
  return variable;
};

const typedPorts = new Set(['Value', 'Previous']);

/** Changes the type of the value ports to the type of the variable. */
const retypeValuePorts = (
  { Variable }: Readonly<Record<string, Json>>,
  declared: readonly PortDeclaration[],
  project: ProjectInfo | undefined,
): readonly PortDeclaration[] => {
  const type = typeof Variable === 'string' ? project?.variableType(Variable) : undefined;
  if (!type) return declared;
  return declared.map((port) =>
    typedPorts.has(port.name) ? { name: port.name, direction: port.direction, type } : port,
  );
};

export const variableNodes = defineCategory('Variables', {
  GetVariable: definePureNode({
    description:
      'The value of a variable. A variable of the graph takes precedence over a global one of the same name.',
    inputs: { Variable: retypingInput },
    outputs: { Value: generic() },
    portsFor: retypeValuePorts,
    evaluate: ({ Variable }, services) => findVariableOrWarn(Variable, services)?.value ?? null,
  }),
  SetVariable: defineFlowNode({
    description:
      'Sets a variable, converted to its type, then fires Out. Previous is its previous value. A value with more than 100 levels of nested lists and objects, or more than 1,000,000 values and characters in all, is not written, with one console warning per run of the graph.',
    inputs: { In: trigger, Variable: retypingInput, Value: generic() },
    outputs: { Out: trigger, Previous: generic() },
    portsFor: retypeValuePorts,
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assignVariable, warnOnce } = context;
        const variable = findVariableOrWarn(inputs.Variable, context);
        if (variable && isWithinValueLimits(inputs.Value)) {
          outputs.Previous = variable.value;
          assignVariable(variable, inputs.Value);
        } else if (variable) {
          warnOnce(`The value is too large for a variable. The limits are ${valueLimitsText}.`);
        }
        emit.Out();
      },
    },
  }),
  IncrementVariable: defineFlowNode({
    description: 'Adds Amount to a number variable, then fires Out. Value holds the sum.',
    inputs: { In: trigger, Variable: variableInput, Amount: float(1) },
    outputs: { Out: trigger, Value: float() },
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assignVariable, warnOnce } = context;
        const variable = findVariableOrWarn(inputs.Variable, context);
        if (typeof variable?.value === 'number') {
          assignVariable(variable, clampToFinite(variable.value + inputs.Amount));
          outputs.Value = variable.value;
        } else if (variable) {
          warnOnce(`The variable "${variable.name}" is not a number.`);
        }
        emit.Out();
      },
    },
  }),
  ToggleVariable: defineFlowNode({
    description: 'Flips a boolean variable, then fires Out. Value holds the new value.',
    inputs: { In: trigger, Variable: variableInput },
    outputs: { Out: trigger, Value: boolean() },
    on: {
      In: (context) => {
        const { inputs, outputs, emit, assignVariable, warnOnce } = context;
        const variable = findVariableOrWarn(inputs.Variable, context);
        if (typeof variable?.value === 'boolean') {
          assignVariable(variable, !variable.value);
          outputs.Value = variable.value;
        } else if (variable) {
          warnOnce(`The variable "${variable.name}" is not a boolean.`);
        }
        emit.Out();
      },
    },
  }),
  DeleteVariable: defineFlowNode({
    description:
      'Removes a variable from the project, for every graph, and raises variable.deleted; then fires Out. A variable of the graph takes precedence over a global one of the same name.',
    inputs: { In: trigger, Variable: variableInput },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit, removeVariable } = context;
        const variable = findVariableOrWarn(inputs.Variable, context);
        if (variable) removeVariable(variable);
        emit.Out();
      },
    },
  }),
});
