import type { ActionSpec } from '../contract/action.ts';
import { log } from './log.ts';
import { scene } from './scene.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { tween } from './tween.ts';

/** Every direct action by category, then by its dotted name within the category. */
export const actions = { scene, tween, log, text, time } as const satisfies Readonly<
  Record<string, Readonly<Record<string, ActionSpec>>>
>;

export type Actions = typeof actions;

/** A declared action with the name it is called by. */
export interface NamedAction {
  readonly name: string;
  readonly category: string;
  readonly action: string;
  readonly spec: ActionSpec;
}

/** Every action by its full dotted name in lower case: names arrive in any letter case. */
export const actionsByName: ReadonlyMap<string, NamedAction> = new Map(
  Object.entries(actions).flatMap(([category, group]) =>
    Object.entries<ActionSpec>(group).map(([action, spec]) => {
      const name = `${category}.${action}`;
      return [name.toLowerCase(), { name, category, action, spec }] as const;
    }),
  ),
);
