const dragDataFormat = 'application/x-scene-node-type';

/** Stores the node type that is being dragged from a list to the canvas in the drag data. */
export const nodeTypeDragData = {
  give(transfer: DataTransfer | null, enumValue: string): void {
    transfer?.setData(dragDataFormat, enumValue);
  },
  /**
   * Whether a node type is being dragged. Only the presence of the data can be checked, because browsers expose the
   * data itself only on drop.
   */
  isIn: (transfer: DataTransfer | null): boolean => transfer?.types.includes(dragDataFormat) === true,
  of: (transfer: DataTransfer | null): string => transfer?.getData(dragDataFormat) ?? '',
};
