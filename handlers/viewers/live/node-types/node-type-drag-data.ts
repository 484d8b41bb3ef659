const dragDataFormat = 'application/x-scene-node-type';

/** The node type that is dragged from a list to the canvas. */
export const nodeTypeDragData = {
  give(transfer: DataTransfer | null, enumValue: string): void {
    transfer?.setData(dragDataFormat, enumValue);
  },
  /** Whether what is dragged is one: its name is only told where it is dropped. */
  isIn: (transfer: DataTransfer | null): boolean => transfer?.types.includes(dragDataFormat) === true,
  of: (transfer: DataTransfer | null): string => transfer?.getData(dragDataFormat) ?? '',
};
