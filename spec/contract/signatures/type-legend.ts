import type { PortType } from '../../values.ts';

/** Types as signatures write them. The most frequent ones take least room: a Trigger ends its name, a Float has no type. */
export const typeAbbreviations: Readonly<Record<PortType, string>> = {
  Trigger: '!',
  Float: '',
  Button: ':button',
  Boolean: ':b',
  Integer: ':i',
  String: ':s',
  Vector3: ':v',
  Color: ':c',
  Dropdown: ':d',
  List: ':l',
  Generic: ':g',
  ObjectSelector: ':o',
  AssetSelector: ':a',
};

/** How types are read, for the beginning of a document of signatures. */
export const typeLegend =
  'a Float; :b Boolean; :i Integer; :s String; :v Vector3; :c Color; :l List; :g any; :o tag of an object; :a name of an asset';

/** Beyond so many, options are told where somebody asks for one signature in full. */
const maxListedOptions = 10;

/** The names that may be chosen among; of a long list the first, and how many there are. */
export const formatOptions = (options: readonly string[]): string =>
  options.length <= maxListedOptions ? options.join('|') : `${options[0]}|…${options.length}`;
