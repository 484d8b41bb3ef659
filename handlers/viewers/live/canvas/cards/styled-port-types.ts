import type { PortType } from '#spec/values.ts';

const styledTypes: Readonly<Record<PortType, true>> = {
  Trigger: true,
  Button: true,
  Boolean: true,
  Integer: true,
  Float: true,
  String: true,
  Vector3: true,
  Color: true,
  Dropdown: true,
  List: true,
  Generic: true,
  ObjectSelector: true,
  AssetSelector: true,
};

/** The port types that have their own color and shape. */
export const styledPortTypes = Object.keys(styledTypes);
