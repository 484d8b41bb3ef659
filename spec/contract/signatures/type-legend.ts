import type { PortType } from '../../values.ts';

/**
 * Type abbreviations in signatures. The most frequent are the shortest: a Trigger ends its name, and a Float has no
 * type.
 */
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

/** Explains how to read types, for the start of a document of signatures. */
export const typeLegend =
  'a Float; :b Boolean; :i Integer; :s String; :v Vector3; :c Color; :l List; :g any; :o tag of an object; :a name of an asset';

/** Longer lists of options are only shown in the signature of a single type. */
const maxListedOptions = 10;

/** Formats options. A long list shows its first option and its length. */
export const formatOptions = (options: readonly string[]): string =>
  options.length <= maxListedOptions ? options.join('|') : `${options[0]}|…${options.length}`;
