import { takesAssets } from '#spec/actions/asset-references.ts';
import { actionsBySpec, type NamedAction } from '#spec/actions/index.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { getDefaultValue, type Json } from '#spec/values.ts';
import { listSchemaFields } from './action-ports.ts';
import { defineFlowNode, type NodeDeclaration } from './define-node.ts';
import { type DataPort, type Ports, trigger } from './ports.ts';
import { type ActionCall, findObjectOrWarn, loadRequiredAssets, warnOnFailure } from './handler-helpers.ts';
import type { ActionParameters, ActionResult, ActionSpec } from '#spec/contract/action-spec.ts';
import type { CompletionKind, FlowContext } from './handler-context.ts';

type Names<T> = keyof T & string;
type ByPort<T> = Readonly<Record<string, T>>;
type Context = FlowContext<Ports, Ports, undefined>;

interface ActionNodeOptions<S extends ActionSpec> {
  /** The description of the node, which is the action's summary by default. */
  readonly description?: string;
  /** Ports that deviate from the action's contract. */
  readonly ports?: ByPort<DataPort>;
  /** For ports in `ports` that have options: the parameter value for each option label. */
  readonly optionValues?: ByPort<ReadonlyMap<Json, Json>>;
  /** Inputs of which at least one must be set, because the action would otherwise affect everything. */
  readonly requireOneOf?: { readonly inputs: readonly string[]; readonly warning: string };
  /** The result field that each output holds, keyed by output. */
  readonly outputs?: ByPort<Names<ActionResult<S>>>;
  /** Triggers that fire after Out if the result meets their condition. */
  readonly extraTriggers?: ByPort<(result: ActionResult<S>) => boolean>;
  /** Whether the node has an output Failed, which fires instead of Out when the action is rejected. */
  readonly hasFailedOutput?: true;
  /**
   * For actions that only start something. `by` is the result field that contains the id of what was started. Events
   * about the end contain the same id. Each trigger fires on the events listed for it.
   */
  readonly ends?: { readonly by: Names<ActionResult<S>> } & {
    readonly [Trigger in Capitalize<string>]: CompletionKind | readonly CompletionKind[];
  };
  /**
   * The action that ends one thing that the node has started, identified by its id. The trigger Cancel runs this action
   * for each such thing.
   */
  readonly cancel?: ActionSpec;
}

/**
 * Declares a node that runs one direct action. Ports have the types and defaults of the parameters, with capitalized
 * options. The input of an optional parameter is passed on if the input is not empty and is either set or connected; an
 * input that has its own port in `ports` is passed on whenever it is not empty. If the action needs an asset's file,
 * the action runs after the file has been loaded. When the action is rejected or an object does not exist, the node
 * writes one warning per run, and its other outputs keep their values.
 * @param inputs the parameter that each input feeds
 */
export const defineActionNode =
  <S extends ActionSpec & { readonly later?: undefined }>(
    spec: S,
    inputs: ByPort<Names<ActionParameters<S>>>,
    options: ActionNodeOptions<S> = {},
  ): NodeDeclaration =>
  () =>
    buildActionNode(spec, inputs, options)();

const buildActionNode = <S extends ActionSpec & { readonly later?: undefined }>(
  spec: S,
  inputs: ByPort<Names<ActionParameters<S>>>,
  {
    description,
    ports = {},
    optionValues = {},
    requireOneOf,
    outputs = {},
    extraTriggers = {},
    hasFailedOutput,
    ends,
    cancel,
  }: ActionNodeOptions<S>,
): NodeDeclaration => {
  // biome-ignore lint/style/noNonNullAssertion: every contract is in a table of actions
  const action = actionsBySpec.get(spec)!;
  const inputFeeds = createInputFeeds(action, inputs, ports, optionValues);
  const resultOutputs = createResultOutputs(action, outputs, ports);
  const { by: idField, ...eventTypesByTrigger } = ends ?? { by: undefined };
  const triggerByEventType = new Map(
    Object.entries(eventTypesByTrigger).flatMap(([name, types]) =>
      [types].flat().map((type) => [type, name]),
    ),
  );
  const endTypes = [...triggerByEventType.keys()];
  const conditions = Object.entries(extraTriggers);
  const cancelAction = cancel && actionsBySpec.get(cancel);
  const mayLoadAssets = takesAssets(spec);

  const runAndFire = (context: Context, actionParameters: Record<string, unknown> | undefined): void => {
    const result = actionParameters && runActionOrWarn(action, actionParameters, context);
    if (!result) {
      fireOutput(context, hasFailedOutput ? 'Failed' : 'Out');
      return;
    }
    for (const { output, field, port } of resultOutputs)
      context.outputs[output] = result[field] ?? getDefaultValue(port.type);
    if (idField !== undefined) context.awaitCompletion(String(result[idField]), idField, endTypes);
    fireOutput(context, 'Out');
    for (const [name, isMet] of conditions) if (isMet(result as ActionResult<S>)) fireOutput(context, name);
  };

  const declare = defineFlowNode<Ports, Ports, undefined, ActionCall>({
    description: description ?? `${spec.summary}, then fires Out.`,
    inputs: {
      In: trigger,
      ...(cancel && { Cancel: trigger }),
      ...Object.fromEntries(inputFeeds.map(({ input, port }) => [input, port])),
    },
    outputs: {
      Out: trigger,
      ...createTriggerPorts(eventTypesByTrigger),
      ...(hasFailedOutput && { Failed: trigger }),
      ...createTriggerPorts(extraTriggers),
      ...Object.fromEntries(resultOutputs.map(({ output, port }) => [output, port])),
    },
    on: {
      In: (context: Context) => {
        const actionParameters = collectParameters(inputFeeds, context, requireOneOf);
        const call = actionParameters && {
          action: action.name,
          parameters: actionParameters as Record<string, Json>,
        };
        if (mayLoadAssets && call && loadRequiredAssets(call, context)) return;
        runAndFire(context, actionParameters);
      },
      ...(cancelAction &&
        idField !== undefined && {
          Cancel: (context: Context) => {
            for (const id of context.listAwaitedIds())
              runActionOrWarn(cancelAction, { [idField]: id }, context);
          },
        }),
    },
    ...(mayLoadAssets && {
      done: (context: Context, { parameters }: ActionCall) => runAndFire(context, parameters),
    }),
    ...(idField !== undefined && {
      ended: (context: Context, { type }: { readonly type: CompletionKind }) =>
        fireOutput(context, triggerByEventType.get(type)),
    }),
  });
  return () => ({ ...declare(), actions: [spec, ...(cancel ? [cancel] : [])] });
};

/** Fires an output whose name is known only at run time. */
const fireOutput = ({ emit }: { readonly emit: ByPort<() => void> }, output: string | undefined): void => {
  if (output !== undefined) emit[output]?.();
};

const createTriggerPorts = (names: ByPort<unknown>): Ports =>
  Object.fromEntries(Object.keys(names).map((name) => [name, trigger]));

interface InputFeed {
  readonly input: string;
  readonly parameter: string;
  readonly port: DataPort;
  readonly isRequired: boolean;
  /** Whether the input is passed on only when it is set or connected. */
  readonly isOptional: boolean;
  /** The parameter value for each option label. */
  readonly valuesByLabel: ReadonlyMap<Json, Json> | undefined;
}

/** Capitalizes an option to form the label that ports show. */
export const toOptionLabel = (option: string): string => option.charAt(0).toUpperCase() + option.slice(1);

const capitalizeOptions = ({ options, ...port }: DataPort): DataPort =>
  options
    ? { ...port, default: toOptionLabel(String(port.default)), options: options.map(toOptionLabel) }
    : port;

const createInputFeeds = (
  { spec }: NamedAction,
  inputs: ByPort<string>,
  ports: ByPort<DataPort>,
  optionValues: ByPort<ReadonlyMap<Json, Json>>,
): readonly InputFeed[] => {
  const fields = new Map(listSchemaFields(spec.parameters, 'input').map((field) => [field.name, field]));
  return Object.entries(inputs).map(([input, parameter]) => {
    // biome-ignore lint/style/noNonNullAssertion: the compiler only accepts parameters of the contract
    const { port, isRequired, hasDefault } = fields.get(parameter)!;
    return {
      ...{ input, parameter, isRequired },
      port: ports[input] ?? capitalizeOptions(port),
      isOptional: !isRequired && !hasDefault && !(input in ports),
      valuesByLabel:
        optionValues[input] ??
        (port.options && new Map(port.options.map((option) => [toOptionLabel(option), option]))),
    };
  });
};

const createResultOutputs = ({ spec }: NamedAction, outputs: ByPort<string>, ports: ByPort<DataPort>) => {
  const fields = new Map(listSchemaFields(spec.result, 'output').map((field) => [field.name, field]));
  return Object.entries(outputs).map(([output, field]) => ({
    output,
    field,
    // biome-ignore lint/style/noNonNullAssertion: the compiler only accepts fields of the result
    port: ports[output] ?? fields.get(field)!.port,
  }));
};

/**
 * Collects the action's parameters from the inputs. Returns `undefined` when an object does not exist, or when all
 * inputs of `requireOneOf` are empty.
 */
const collectParameters = (
  inputFeeds: readonly InputFeed[],
  context: Context,
  requirement: ActionNodeOptions<ActionSpec>['requireOneOf'],
): Record<string, unknown> | undefined => {
  const values = context.inputs as ByPort<Json>;
  const actionParameters: Record<string, unknown> = {};
  const usedInputs = new Set<string>();
  for (const { input, parameter, port, isRequired, isOptional, valuesByLabel } of inputFeeds) {
    const value = values[input] ?? null;
    if (!isRequired && (value === '' || (isOptional && !(input in context.getSetInputs())))) continue;
    if (port.type === 'ObjectSelector' && !findObjectOrWarn(String(value), context)) return undefined;
    actionParameters[parameter] = valuesByLabel?.get(value) ?? value;
    usedInputs.add(input);
  }
  if (requirement && !requirement.inputs.some((input) => usedInputs.has(input))) {
    context.warnOnce(requirement.warning);
    return undefined;
  }
  return actionParameters;
};

/** Runs an action and returns its result. Writes a warning and returns null when the action is rejected. */
const runActionOrWarn = (
  action: NamedAction,
  parameters: Record<string, unknown>,
  context: Context,
): Record<string, Json> | null =>
  warnOnFailure(() => {
    const parsed = action.spec.quick ? parameters : parseParameters(action, parameters);
    return context.runAction(action.spec, parsed) as Record<string, Json>;
  }, context);
