import * as z from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { linkRecordSchema } from './link-value.ts';

/** When a command was run. */
export const CommandStamp = z
  .object({
    tick: z.int().min(0).describe('The command ran before this tick'),
    seq: z.int().min(1).describe('Index of the command among those since the previous tick'),
  })
  .meta({ id: 'Stamp' });

/** The error with which a command failed. */
export const LinkError = z
  .object({
    code: z.enum(errorCodes).describe('A code of GET /api/errors'),
    reason: z.string().describe('One sentence that describes this case'),
    details: linkRecordSchema
      .optional()
      .describe('Data that helps a program to fix the call, such as valid options'),
    resolution: z.string().describe('How to fix it. If empty, the resolution of the error catalog applies'),
  })
  .meta({ id: 'LinkFailure' });

/** Declares a command, which is a request from the controller. */
export interface LinkCommandSpec {
  readonly summary: string;
  readonly params: z.ZodType<object>;
  /** Fields of the command's result, in addition to the stamp. */
  readonly result: z.ZodRawShape;
  /** Error codes that the command can fail with, in addition to ACTION_FAILED. */
  readonly errors?: readonly ErrorCode[];
  /** The capability, from `can` in hello, that the command needs. When absent, every runtime supports the command. */
  readonly needs?:
    | 'properties'
    | 'playbacks'
    | 'input'
    | 'discovery'
    | 'projects'
    | 'changes'
    | 'pictures'
    | 'customEvents';
  /** Whether the command's response may arrive after the tick in which the command ran. */
  readonly mayBeLate?: true;
  /**
   * Whether the result is bytes, as `data`. The runtime sends them in a message of their own before the response, which
   * then has no other result.
   */
  readonly returnsBytes?: true;
}

export const defineLinkCommand = <const S extends LinkCommandSpec>(spec: S): S => spec;

/** The `params` of commands that have no parameters. */
export const noParams = z.object({});
