import type { PortType } from '../../values.ts';

/**
 * Type abbreviations in signatures. The most frequent types have the shortest abbreviations: a Trigger only adds `!` to
 * its name, and a Float adds nothing.
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

/** Explains how to read types. Placed at the start of a document with signatures. */
export const typeLegend =
  'a Float; :b Boolean; :i Integer; :s String; :v Vector3; :c Color; :l List; :g any; :o tag of an object; :a name of an asset';

/**
 * Maximum number of options shown in a list of types. Longer lists are shown only in the signature of a single type.
 */
const maxListedOptions = 10;

/** Formats options. For a long list, only the first option and the number of options are shown. */
export const formatOptions = (options: readonly string[]): string =>
  options.length <= maxListedOptions ? options.join('|') : `${options[0]}|…${options.length}`;
