/** Injected keyboard, mouse and controller input. A runtime without a window has no other input (C-158). */
import { ApiError } from '#spec/errors.ts';
import { axisKeys, defaultInputActions, inputAxes, maxInjectedInputs } from '#spec/input-controls.ts';
import type { InjectedInput, InputAxis, InputState } from '#spec/input-controls.ts';

/** Maximum number of input actions in addition to the built-in ones. */
const maxActions = 1_000;

/**
 * A change of input, for nodes that wait for such a change. Declared as a type alias rather than an interface, so that
 * it is assignable to a JSON value.
 */
export type InputChange =
  | { readonly kind: 'key'; readonly name: string; readonly phase: 'Down' | 'Up' }
  | ({ readonly kind: 'button'; readonly name: string; readonly phase: 'Down' | 'Up' } & MousePosition)
  | ({ readonly kind: 'mouse'; readonly phase: 'Move' | 'Wheel'; readonly delta: number } & MousePosition)
  | { readonly kind: 'action'; readonly name: string; readonly phase: 'Down' | 'Up'; readonly value: number };

type MousePosition = { readonly x: number; readonly y: number };

const clampAxis = (value: number): number => Math.min(1, Math.max(-1, value));

/** @param onChange called with every input change, for nodes that wait for such changes */
export const createInputState = (onChange: (change: InputChange) => void) => {
  const heldKeys = new Set<string>();
  const heldButtons = new Set<string>();
  let mouse: MousePosition = { x: 0, y: 0 };
  /** Number of mouse wheel notches since the last step. */
  let wheel = 0;
  /** Values of the axes that were set, and the injected strengths of input actions. */
  const axes = new Map<InputAxis, number>();
  const injected = new Map<string, number>();
  /** The strength of each active input action. */
  const activeActions = new Map<string, number>();
  /** Number of inputs since the last step. */
  let inputCount = 0;

  const computeStrength = (action: string): number => {
    const { keys = [], buttons = [] } = defaultInputActions.get(action) ?? {};
    const isPressed =
      keys.some((key) => heldKeys.has(key)) || buttons.some((button) => heldButtons.has(button));
    return isPressed ? 1 : (injected.get(action) ?? 0);
  };

  const updateAction = (action: string): void => {
    const previous = activeActions.get(action) ?? 0;
    const value = computeStrength(action);
    if (value === 0) activeActions.delete(action);
    else activeActions.set(action, value);
    if ((value === 0) === (previous === 0)) return;
    onChange({ kind: 'action', name: action, phase: value === 0 ? 'Up' : 'Down', value });
  };

  /** Presses or releases a key or button, unless it is already in the requested state. */
  const press = (
    pressed: Set<string>,
    name: string,
    phase: 'down' | 'up',
    createChange: (phase: 'Down' | 'Up') => InputChange,
  ): void => {
    const isDown = phase === 'down';
    if (pressed.has(name) === isDown) return;
    if (isDown) pressed.add(name);
    else pressed.delete(name);
    onChange(createChange(isDown ? 'Down' : 'Up'));
    for (const action of defaultInputActions.keys()) updateAction(action);
  };

  const moveMouse = (x: number, y: number): void => {
    const delta = Math.hypot(x - mouse.x, y - mouse.y);
    mouse = { x, y };
    if (delta > 0) onChange({ kind: 'mouse', phase: 'Move', delta, ...mouse });
  };

  const scrollWheel = (delta: number): void => {
    wheel += delta;
    if (delta !== 0) onChange({ kind: 'mouse', phase: 'Wheel', delta, ...mouse });
  };

  const injectAction = (action: string, value: number): void => {
    injected.set(action, value);
    updateAction(action);
  };

  const applyInput = (input: InjectedInput): void => {
    switch (input.kind) {
      case 'key':
        press(heldKeys, input.key, input.phase, (phase) => ({ kind: 'key', name: input.key, phase }));
        break;
      case 'mouseButton':
        press(heldButtons, input.button, input.phase, (phase) => ({
          ...{ kind: 'button', name: input.button, phase, ...mouse },
        }));
        break;
      case 'mouseMove':
        moveMouse(input.x, input.y);
        break;
      case 'mouseWheel':
        scrollWheel(input.delta);
        break;
      case 'axis':
        axes.set(input.axis, input.value);
        break;
      case 'action':
        injectAction(input.action, input.value);
    }
  };

  const checkLimits = (inputs: readonly InjectedInput[]): void => {
    if (inputCount + inputs.length > maxInjectedInputs) {
      throw new ApiError(
        'ACTION_FAILED',
        `At most ${maxInjectedInputs} inputs can be injected between two steps.`,
        {
          parameter: 'inputs',
          expected: `${maxInjectedInputs - inputCount} inputs at most before the next step`,
        },
      );
    }
    const names = new Set(injected.keys());
    for (const input of inputs) if (input.kind === 'action') names.add(input.action);
    if (names.size > maxActions) {
      throw new ApiError('ACTION_FAILED', `There are ${maxActions} input actions already.`, {
        parameter: 'action',
      });
    }
  };

  const axisReaders: Readonly<Record<InputAxis, () => number>> = {
    Horizontal: () => readKeyAxis('Horizontal'),
    Vertical: () => readKeyAxis('Vertical'),
    MouseX: () => mouse.x,
    MouseY: () => mouse.y,
    MouseWheel: () => clampAxis(wheel),
  };
  const readKeyAxis = (name: keyof typeof axisKeys): number => {
    const isHeld = (keys: readonly string[]): number => Number(keys.some((key) => heldKeys.has(key)));
    const { negative, positive } = axisKeys[name];
    return isHeld(positive) - isHeld(negative);
  };
  /**
   * An axis keeps the value to which it was set. After an axis is set to 0, it follows the keys and the mouse again.
   */
  const readAxis = (name: InputAxis): number => axes.get(name) || axisReaders[name]();

  const listActionNames = (): string[] => [...new Set([...defaultInputActions.keys(), ...injected.keys()])];

  return {
    /**
     * Applies inputs in order.
     * @throws ApiError ACTION_FAILED when the call contains too many inputs; none of them is applied then
     */
    inject(inputs: readonly InjectedInput[]) {
      checkLimits(inputs);
      inputCount += inputs.length;
      for (const input of inputs) applyInput(input);
    },
    get heldKeys(): ReadonlySet<string> {
      return heldKeys;
    },
    get heldButtons(): ReadonlySet<string> {
      return heldButtons;
    },
    get mouse(): MousePosition {
      return mouse;
    },
    /** Returns the position of an axis, from -1 to 1. */
    getAxis: readAxis,
    /** Returns the strength of an input action, or 0 when the action isn't active. */
    getAction: (name: string): number => activeActions.get(name) ?? 0,
    listActionNames,
    /** Returns the input state in the form that clients receive. */
    toRecord: (): InputState => ({
      keys: [...heldKeys],
      buttons: [...heldButtons],
      mouse,
      axes: Object.fromEntries(inputAxes.map((name) => [name, readAxis(name)])),
      actions: Object.fromEntries(activeActions),
    }),
    isAtRest: (): boolean => true,
    /** Called once per tick. */
    advance() {
      inputCount = 0;
      wheel = 0;
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => ({
      keys: [...heldKeys],
      buttons: [...heldButtons],
      mouse,
      wheel,
      axes: [...axes],
      injected: [...injected],
      acting: [...activeActions],
      taken: inputCount,
    }),
  };
};

export type Input = ReturnType<typeof createInputState>;
