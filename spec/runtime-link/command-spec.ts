import * as z from 'zod';
import { type ErrorCode, errors } from '../errors.ts';
import { linkRecordSchema } from './link-value.ts';

/** When a command ran. */
export const CommandStamp = z
  .object({
    tick: z.int().min(0).describe('The command ran before this tick'),
    seq: z.int().min(1).describe('Index of the command among those since the previous tick'),
  })
  .meta({ id: 'Stamp' });

/** Error of a command. */
export const LinkError = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('A code of GET /api/errors'),
    reason: z.string().describe('One sentence that describes this case'),
    details: linkRecordSchema
      .optional()
      .describe('Data that helps a program to fix the call, such as valid options'),
    resolution: z.string().describe('How to fix it. If empty, the resolution of the error catalog applies'),
  })
  .meta({ id: 'LinkFailure' });

/** Declares a command, which is a request of the controller. */
export interface LinkCommandSpec {
  readonly summary: string;
  readonly params: z.ZodType<object>;
  /** Fields of its result besides the stamp. */
  readonly result: z.ZodRawShape;
  /** Error codes of the command besides ACTION_FAILED. */
  readonly errors?: readonly ErrorCode[];
  /** The capability in `can` of hello that the command needs. Without one, every runtime supports the command. */
  readonly needs?:
    | 'properties'
    | 'playbacks'
    | 'input'
    | 'discovery'
    | 'projects'
    | 'changes'
    | 'customEvents';
  /** Whether its response may arrive after the tick in which it ran. */
  readonly mayBeLate?: true;
}

export const defineLinkCommand = <const S extends LinkCommandSpec>(spec: S): S => spec;

/** The params of commands without parameters. */
export const noParams = z.object({});
