import { defineLazyObjects, type WithLazyObjects, type WithResolvedObjects } from './lazy-schemas.ts';
import type { z } from 'zod';
import type { Json } from '../values.ts';

/** Declares a direct action (L2). Validation and `/api/actions/schema` are derived from this declaration. */
export interface ActionSpec {
  readonly summary: string;
  readonly description?: string;
  /** Parameters, keyed by their names in camelCase. Requests can use any letter case. */
  readonly parameters: z.ZodObject;
  readonly result: z.ZodObject;
  /** A call that shows what the action is for. It also shows which of the optional parameters matter most. */
  readonly example?: Readonly<Record<string, Json>>;
  /** Whether the service description names this action. All other actions are the project's own (C-16). */
  readonly named?: true;
  /** Maximum time to wait for the runtime, in seconds. When absent, the configured default applies. */
  readonly timeout?: number;
  /**
   * Whether the action is as cheap as a node and accepts every value that ports of its parameter types can hold. If so,
   * nodes run the action at no extra cost and without parsing its parameters.
   */
  readonly quick?: true;
  /**
   * Whether the action captures the scene state between two ticks and computes its result later, so that no tick has to
   * wait for it. With `maybe`, the result can also be available immediately.
   */
  readonly later?: true | 'maybe';
  /** Whether the service carries out the action, because only the service has the data (C-163). */
  readonly byService?: true;
  /**
   * The project files that the action reads besides the assets named in its parameters: all assets that can refer to
   * other assets, the file list, or the named scene.
   */
  readonly reads?: 'documents' | 'folder' | 'scene';
  /** Whether the action searches all objects, tweens or bodies, so that it costs more in a large scene. */
  readonly scans?: true;
}

/** Direct actions, keyed by category and then by their dotted names within the category. */
export type ActionCategories = Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>;

/** Declares a direct action. Its key in the declarations is its dotted name without the category. */
export const defineAction = <const D extends WithLazyObjects<ActionSpec, 'parameters' | 'result'>>(
  declaration: D,
): WithResolvedObjects<D, 'parameters' | 'result'> =>
  defineLazyObjects(declaration, ['parameters', 'result']);

export type ActionParameters<S extends ActionSpec> = z.output<S['parameters']>;
export type ActionResult<S extends ActionSpec> = z.input<S['result']>;
