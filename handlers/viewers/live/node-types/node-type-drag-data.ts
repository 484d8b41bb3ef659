const dragDataFormat = 'application/x-scene-node-type';

/** The node type that is dragged from a list to the canvas. */
export const nodeTypeDragData = {
  give(transfer: DataTransfer | null, enumValue: string): void {
    transfer?.setData(dragDataFormat, enumValue);
  },
  /** Whether a node type is dragged: browsers expose the data only on drop. */
  isIn: (transfer: DataTransfer | null): boolean => transfer?.types.includes(dragDataFormat) === true,
  of: (transfer: DataTransfer | null): string => transfer?.getData(dragDataFormat) ?? '',
};
