/** Nodes that no catalogue would have: what they do must harm nobody but the graph that they stand in. */
import { category, node, pureNode } from '../../nodes/node.ts';
import {
  boolean,
  color,
  dropdown,
  float,
  generic,
  integer,
  list,
  trigger,
  vector3,
} from '../../nodes/ports.ts';
import type { Json } from '#spec/values.ts';

const bomb = node({
  enumValue: 'Bomb',
  description: 'Throws at one of its triggers.',
  inputs: { In: trigger, Fuse: integer(2) },
  outputs: { Out: trigger, Lit: integer() },
  on: {
    In: ({ inputs, outputs, emit }) => {
      outputs.Lit += 1;
      emit.Out();
      if (outputs.Lit > inputs.Fuse) throw new Error('The bomb went off.');
    },
  },
});

const pureBomb = pureNode({
  enumValue: 'PureBomb',
  description: 'Throws when it is evaluated while Armed.',
  inputs: { Armed: boolean(true), Value: generic(1) },
  outputs: { Result: generic() },
  evaluate: ({ Armed, Value }) => {
    if (Armed) throw new TypeError('The value went off.');
    return Value;
  },
});

const liveBomb = node({
  enumValue: 'LiveBomb',
  description: 'After some triggers its live output throws whenever it is read.',
  inputs: { In: trigger, Fuse: integer(2) },
  outputs: { Out: trigger, Ticking: integer() },
  state: ({ Fuse }) => ({ left: Fuse }),
  live: {
    Ticking: ({ state }) => {
      if (state.left < 0) throw new Error('The display went off.');
      return state.left;
    },
  },
  on: {
    In: ({ state, emit }) => {
      state.left -= 1;
      emit.Out();
    },
  },
});

const stateBomb = node({
  enumValue: 'StateBomb',
  description: 'Throws while its state is made, if Armed.',
  inputs: { In: trigger, Armed: boolean() },
  outputs: { Out: trigger },
  state: ({ Armed }) => {
    if (Armed) throw 'not even an error';
    return {};
  },
  on: { In: ({ emit }) => emit.Out() },
});

const poison = pureNode({
  enumValue: 'Poison',
  description: 'Numbers that no port should carry, in every type that has numbers.',
  inputs: { Kind: dropdown('NaN', 'Infinity', '-Infinity', '-0') },
  outputs: {
    Float: float(),
    Integer: integer(),
    Vector: vector3(),
    Color: color(),
    Any: generic(),
    List: list(),
  },
  evaluate: {
    Float: ({ Kind }) => Number(Kind),
    Integer: ({ Kind }) => Number(Kind),
    Vector: ({ Kind }) => ({ x: Number(Kind), y: Number(Kind), z: 0 }),
    Color: ({ Kind }) => ({ r: Number(Kind), g: 0, b: Number(Kind), a: Number(Kind) }),
    Any: ({ Kind }) => Number(Kind),
    List: ({ Kind }) => [Number(Kind), [Number(Kind)]],
  },
});

const storm = node({
  enumValue: 'Storm',
  description: 'Triggers itself for ever, or as often as Times says.',
  inputs: { In: trigger, Times: integer(-1) },
  outputs: { Out: trigger, Count: integer() },
  on: {
    In: ({ outputs, resume }) => {
      outputs.Count = 0;
      resume();
    },
  },
  resume: ({ inputs, outputs, emit, resume }) => {
    if (outputs.Count === inputs.Times) return;
    outputs.Count += 1;
    emit.Out();
    resume();
  },
});

const burst = node({
  enumValue: 'Burst',
  description: 'Fires Out many times at once, and schedules as often.',
  inputs: { In: trigger, Times: integer(5) },
  outputs: { Out: trigger, Later: trigger },
  on: {
    In: ({ inputs, emit, schedule }) => {
      for (let time = 0; time < Math.min(inputs.Times, 1000); time++) {
        emit.Out();
        schedule(time / 60, 'Parallel');
      }
    },
  },
  due: ({ emit }) => emit.Later(),
});

const flood = pureNode({
  enumValue: 'Flood',
  description: 'A list that is much too long, of lists.',
  inputs: { Length: integer(300) },
  outputs: { List: list() },
  evaluate: ({ Length }) =>
    Array.from({ length: Math.min(Math.max(Length, 0), 2000) }, (_, item): Json => [item]),
});

const echo = node({
  enumValue: 'Echo',
  description:
    'Reads its input again after having written its outputs, and once more after all that it triggered.',
  inputs: { In: trigger, Value: float() },
  outputs: { Out: trigger, Next: float(), After: float(), Last: float() },
  on: {
    In: ({ inputs, outputs, emit, resume }) => {
      outputs.Next = inputs.Value + 1;
      outputs.After = inputs.Value;
      emit.Out();
      resume();
    },
  },
  resume: ({ inputs, outputs }) => {
    outputs.Last = inputs.Value;
  },
});

const afterglow = node({
  enumValue: 'Afterglow',
  description: 'Reads its input again when it is due.',
  inputs: { In: trigger, Value: generic(), Seconds: float(0.05) },
  outputs: { Out: trigger, Result: generic() },
  on: { In: ({ inputs, schedule }) => schedule(inputs.Seconds, 'Restart') },
  due: ({ inputs, outputs, emit }) => {
    outputs.Result = inputs.Value;
    emit.Out();
  },
});

export const hostileNodes = category('Hostile', [
  bomb,
  pureBomb,
  liveBomb,
  stateBomb,
  poison,
  storm,
  burst,
  flood,
  echo,
  afterglow,
]);
