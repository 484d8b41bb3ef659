import { isReservedPortName } from '../variables/variables.ts';

/**
 * Creates a function that returns names for the inputs and outputs of a graph, each of them once. A name that is taken
 * gets a number.
 */
export const createNameAllocator = (taken: Iterable<string> = []): ((name: string) => string) => {
  const used = new Set(taken);
  return (wanted) => {
    const base = wanted.replace(/[./]/g, ' ');
    let name = base;
    for (let number = 2; used.has(name) || isReservedPortName(name); number++) name = `${base} ${number}`;
    used.add(name);
    return name;
  };
};
