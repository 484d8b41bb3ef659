import { category, node, noteNode } from './node.ts';
import { dropdown, generic, string, trigger } from './ports.ts';
import { runAction } from './run-action.ts';

const logConsole = node({
  enumValue: 'LogConsole',
  description: 'Writes Message to the console with this severity, then fires Out.',
  inputs: { In: trigger, Message: string(), Severity: dropdown('log', 'warning', 'error') },
  outputs: { Out: trigger },
  on: {
    In: ({ inputs, log, emit }) => {
      log(inputs.Severity, inputs.Message);
      emit.Out();
    },
  },
});

const watch = node({
  enumValue: 'Watch',
  description:
    'Publishes Value in ports.updated when it has changed, then fires Out. Label names it for readers.',
  inputs: { In: trigger, Value: generic(null, { watched: true }), Label: string() },
  outputs: { Out: trigger },
  on: { In: ({ emit }) => emit.Out() },
});

const note = noteNode({
  enumValue: 'Note',
  description:
    'A comment on the canvas, with text, font, colour and size. It does not take part in execution.',
});

export const system = category('System', [logConsole, watch, runAction, note]);
