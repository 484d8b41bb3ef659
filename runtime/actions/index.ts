import { findAction } from '#spec/actions/find.ts';
import { log } from './log.ts';
import { scene } from './scene.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { tween } from './tween.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';
import type { ActionContext } from './context.ts';

const categories = { scene, tween, log, text, time } satisfies {
  readonly [Category in keyof Actions]: Bodies<Actions[Category]>;
};

/** A body once its name is only known at run time: parameters were parsed by the spec it stands under. */
type AnyBody = (parameters: Record<string, unknown>, context: ActionContext) => Record<string, unknown>;

/** One for each action, as the type of `categories` demands. */
const bodies: ReadonlyMap<string, AnyBody> = new Map(
  Object.entries(categories).flatMap(([category, group]) =>
    Object.entries(group).map(([action, body]) => [`${category}.${action}`, body as AnyBody] as const),
  ),
);

/** Runs a direct action by its dotted name in any letter case. */
export type ActionRunner = (name: string, parameters: Record<string, unknown>) => Record<string, unknown>;

/**
 * Binds the actions to what they work with. Parameters must come from `parseParameters`.
 * @throws Fault ACTION_NOT_FOUND with the nearest names, or what the action declares.
 */
export const createActionRunner =
  (context: ActionContext): ActionRunner =>
  (name, parameters) =>
    bodies.get(findAction(name).name)!(parameters, context);
