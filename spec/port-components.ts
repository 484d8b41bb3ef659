/** The sub-ports of expanded ports, by port type, each with the component of the value that it stands for. */
export const portComponents = {
  Vector3: { X: 'x', Y: 'y', Z: 'z' },
  Color: { R: 'r', G: 'g', B: 'b', A: 'a' },
} as const;
