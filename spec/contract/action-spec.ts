import { type WithLazyFields, type WithResolvedFields, defineLazyFields } from './lazy-schemas.ts';
import type { z } from 'zod';

/** Declares a direct action (L2). Validation and `/api/actions/schema` derive from it. */
export interface ActionSpec {
  readonly summary: string;
  readonly description?: string;
  /** Parameters by name, in camelCase. Requests can use any letter case. */
  readonly parameters: z.ZodObject;
  readonly result: z.ZodObject;
  /** The service description names this action. All others are the project's own (C-16). */
  readonly named?: true;
  /** Longest time to wait for the runtime, in seconds. The configured default applies if absent. */
  readonly timeout?: number;
  /**
   * The action is as cheap as a node and accepts every value that ports of its parameter types can hold. Nodes
   * therefore run it at no extra cost and without parsing its parameters.
   */
  readonly quick?: true;
  /**
   * The action captures the scene state between two ticks and computes its result later, so no tick waits for it. With
   * `maybe`, the result can also be available at once.
   */
  readonly later?: true | 'maybe';
  /**
   * The project files to read besides the assets named in the parameters: all assets that can refer to others, the file
   * list, or the named scene.
   */
  readonly reads?: 'documents' | 'folder' | 'scene';
}

/** Declares a direct action. Its key is its dotted name without the category. */
export const defineAction = <const D extends WithLazyFields<ActionSpec, 'parameters' | 'result'>>(
  declaration: D,
): WithResolvedFields<D, 'parameters' | 'result'> => defineLazyFields(declaration, ['parameters', 'result']);

export type ActionParameters<S extends ActionSpec> = z.output<S['parameters']>;
export type ActionResult<S extends ActionSpec> = z.input<S['result']>;
