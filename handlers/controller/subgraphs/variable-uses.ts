/** Finds the names of variables in the nodes of a graph: in ports that list variables, and in templates (C-325). */
import type { NodeDocument } from '../graphs/graph-document.ts';
import type { VariableDocument } from '../variables/variables.ts';

/** The port of a node whose text contains names of variables in braces. */
const templatePort = 'Template';

/** Matches an escaped brace, or a placeholder. */
const placeholderPattern = /\{\{|\{([^{}]*)\}/g;

const hasTemplate = ({ type }: NodeDocument): boolean => type.enumValue === 'FormatText';

const listVariablePorts = ({ ports }: NodeDocument): string[] =>
  ports.filter(({ optionsFrom }) => optionsFrom === 'variables').map(({ name }) => name);

/** Returns whether a node uses the variable by its name. */
export const usesVariable = (node: NodeDocument, { name }: Pick<VariableDocument, 'name'>): boolean =>
  listVariablePorts(node).some((port) => node.values[port] === name) ||
  (hasTemplate(node) &&
    [...String(node.values[templatePort]).matchAll(placeholderPattern)].some(
      ([, placeholder]) => placeholder?.trim() === name,
    ));

/** Finds an input that names variables and is connected, so that nobody knows which variables the node uses. */
export const findConnectedName = (node: NodeDocument): string | undefined =>
  [...listVariablePorts(node), ...(hasTemplate(node) ? [templatePort] : [])].find((port) =>
    node.incoming.has(port),
  );

/** Returns the values of a node in which variables have their new names. */
export const renameVariables = (
  node: NodeDocument,
  newNames: ReadonlyMap<string, string>,
): NodeDocument['values'] => {
  const values = { ...node.values };
  for (const port of listVariablePorts(node)) {
    const newName = newNames.get(String(values[port]));
    if (newName !== undefined) values[port] = newName;
  }
  const template = values[templatePort];
  if (hasTemplate(node) && typeof template === 'string')
    values[templatePort] = template.replace(placeholderPattern, (match, placeholder?: string) => {
      const newName = newNames.get(placeholder?.trim() ?? '');
      return newName === undefined ? match : `{${newName}}`;
    });
  return values;
};
