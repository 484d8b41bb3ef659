/** The format of project.json. Variables are validated like those in requests (C-100). */
import * as z from 'zod';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { isWithinLimits, describeExceededLimit } from '#spec/value-limits.ts';
import { type Json, portTypes, variableTypes, getDefaultValue } from '#spec/values.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { UnknownKeys } from '../graphs/graph-document.ts';
import { getCurrentFormat, projectFileMigrations, migrateContent } from './format-migrations.ts';
import { parseJson } from '#runtime/shared/text-encoding.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

const projectFileFormat = getCurrentFormat(projectFileMigrations);

export const SavedVariable = z.looseObject({
  id: z.string().min(1),
  name: z.string().min(1),
  type: z.enum(variableTypes),
  value: z.unknown().optional(),
  graphId: z.string().min(1).optional(),
  direction: z.enum(['input', 'output']).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
});

const ProjectFile = z.looseObject({
  format: z.literal(projectFileFormat),
  variables: z.array(SavedVariable).default([]),
  runAtOpening: z.array(z.string()).optional(),
});

/** Converts a saved variable to a document. The value must already have been checked. */
export const toVariableDocument = ({
  id,
  name,
  type,
  value,
  graphId,
  direction,
  description,
  default: initial,
}: z.output<typeof SavedVariable>): VariableDocument => ({
  id,
  name,
  type,
  value: value as Json,
  ...(graphId !== undefined && { graphId }),
  ...(direction && { direction, default: (initial ?? value) as Json }),
  ...(direction && description && { description }),
});

/** Keys in project.json that this version doesn't know. These keys are kept when the project is saved. */
export interface UnknownProjectFileKeys {
  readonly head: UnknownKeys;
  readonly variables: ReadonlyMap<string, UnknownKeys>;
}

interface ProjectFileContent {
  readonly variables: Variables;
  /** The paths of the graphs that are started when the project opens. */
  readonly runAtOpening: readonly string[];
  readonly unknownKeys: UnknownProjectFileKeys;
}

const noUnknownKeys: UnknownProjectFileKeys = { head: {}, variables: new Map() };

/**
 * Parses the text of project.json.
 * @throws an error that describes the problem
 */
export const parseProjectFile = (text: string): ProjectFileContent => {
  const content = ProjectFile.parse(
    migrateContent(projectFileMigrations, parseJson(text)),
    validationMessages,
  );
  const { format: _, variables: saved, ...head } = content;
  const variables: Variables = new Map();
  const unknownKeys = new Map<string, UnknownKeys>();
  const names = new Set<string>();
  for (const [index, variable] of saved.entries()) {
    const {
      id,
      name,
      type,
      value,
      graphId,
      direction: _,
      description: __,
      default: initial,
      ...unknownFields
    } = variable;
    const location = `variables.${index}`;
    if (variables.has(id)) throw new Error(`${location}.id: another variable has the id '${id}'`);
    const scopedName = JSON.stringify([graphId, name]);
    if (names.has(scopedName)) {
      throw new Error(`${location}.name: another variable of this scope is called '${name}'`);
    }
    if (!isWithinLimits(value))
      throw new Error(`${location}.value: expected ${describeExceededLimit(value)}`);
    const normalized = value === undefined ? getDefaultValue(type) : toCanonicalValue(type, value);
    if (normalized === undefined) {
      throw new Error(
        `${location}.value: '${name}' is of type ${type} and accepts ${portTypes[type].accepts}`,
      );
    }
    const normalizedDefault =
      initial !== undefined && isWithinLimits(initial) ? toCanonicalValue(type, initial) : undefined;
    names.add(scopedName);
    variables.set(id, toVariableDocument({ ...variable, value: normalized, default: normalizedDefault }));
    if (Object.keys(unknownFields).length > 0) unknownKeys.set(id, unknownFields);
  }
  return {
    variables,
    runAtOpening: content.runAtOpening ?? [],
    unknownKeys: { head, variables: unknownKeys },
  };
};

export const serializeProjectFile = (
  variables: Variables,
  unknownKeys: UnknownProjectFileKeys = noUnknownKeys,
): string => {
  const serialized = [...variables.values()].map((variable) => ({
    ...variable,
    ...unknownKeys.variables.get(variable.id),
  }));
  return `${JSON.stringify({ format: projectFileFormat, variables: serialized, ...unknownKeys.head }, null, 2)}\n`;
};
