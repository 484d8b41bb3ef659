const format = 'application/x-scene-node-type';

/** The node type that is dragged from a list to the canvas. */
export const draggedType = {
  give(transfer: DataTransfer | null, enumValue: string): void {
    transfer?.setData(format, enumValue);
  },
  /** Whether what is dragged is one: its name is only told where it is dropped. */
  isIn: (transfer: DataTransfer | null): boolean => transfer?.types.includes(format) === true,
  of: (transfer: DataTransfer | null): string => transfer?.getData(format) ?? '',
};
