/** Names of keys, mouse buttons, axes and input actions, and the schemas for injecting them (C-158). */
import * as z from 'zod';

export const inputKeys = [
  ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M'],
  ...['N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'],
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ...['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12'],
  ...[
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Space',
    'Enter',
    'Escape',
    'Tab',
    'Backspace',
    'Delete',
    'Home',
    'End',
    'PageUp',
    'PageDown',
  ],
  ...['Shift', 'Control', 'Alt', 'Meta'],
] as const;

export type InputKey = (typeof inputKeys)[number];

export const inputButtons = ['Left', 'Right', 'Middle'] as const;
type InputButton = (typeof inputButtons)[number];

export const inputAxes = ['Horizontal', 'Vertical', 'MouseX', 'MouseY', 'MouseWheel'] as const;
export type InputAxis = (typeof inputAxes)[number];

/** Keys that move an axis to one of its limits. */
export const axisKeys = {
  Horizontal: { negative: ['ArrowLeft', 'A'], positive: ['ArrowRight', 'D'] },
  Vertical: { negative: ['ArrowDown', 'S'], positive: ['ArrowUp', 'W'] },
} as const satisfies Partial<
  Record<InputAxis, Readonly<Record<'negative' | 'positive', readonly InputKey[]>>>
>;

interface InputBinding {
  readonly keys: readonly InputKey[];
  readonly buttons: readonly InputButton[];
}

/**
 * Predefined input actions, each with its bindings. Injecting an input action with another name registers that action.
 */
export const defaultInputActions: ReadonlyMap<string, InputBinding> = new Map<string, InputBinding>([
  ['Submit', { keys: ['Enter'], buttons: [] }],
  ['Cancel', { keys: ['Escape'], buttons: [] }],
  ['Jump', { keys: ['Space'], buttons: [] }],
  ['Fire', { keys: ['Control'], buttons: ['Left'] }],
]);

/** Maximum number of inputs that can be injected between two ticks. */
export const maxInjectedInputs = 1_000;

const inputPhase = z.enum(['down', 'up']).describe('Whether it is pressed or released');
const unitValue = z.number().min(-1).max(1);

/** A single input from a keyboard, a mouse or a controller. */
export const InjectedInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('key'), key: z.enum(inputKeys), phase: inputPhase }),
  z.strictObject({ kind: z.literal('mouseButton'), button: z.enum(inputButtons), phase: inputPhase }),
  z.strictObject({
    kind: z.literal('mouseMove'),
    x: unitValue.describe('From -1 at the left edge of the picture to 1 at the right edge'),
    y: unitValue.describe('From -1 at the bottom of the picture to 1 at the top'),
  }),
  z.strictObject({
    kind: z.literal('mouseWheel'),
    delta: z.number().min(-1_000).max(1_000).describe('Notches; positive is away from the user'),
  }),
  z.strictObject({
    kind: z.literal('axis'),
    axis: z.enum(inputAxes),
    value: unitValue.describe('New position of the axis'),
  }),
  z.strictObject({
    kind: z.literal('action'),
    action: z.string().min(1).max(100).describe('Name of the input action'),
    value: unitValue.describe('Strength of the action; 0 ends it'),
  }),
]);
export type InjectedInput = z.output<typeof InjectedInput>;

/** Pressed keys and buttons, and current positions. */
export const InputState = z.object({
  keys: z.array(z.string()).describe('Pressed keys, in the order in which they were pressed'),
  buttons: z.array(z.string()).describe('Pressed mouse buttons'),
  mouse: z.object({ x: z.number(), y: z.number() }).describe('Position of the mouse'),
  axes: z.record(z.string(), z.number()).describe('Position of every axis, from -1 to 1'),
  actions: z.record(z.string(), z.number()).describe('Active input actions with their strengths'),
});
export type InputState = z.output<typeof InputState>;
