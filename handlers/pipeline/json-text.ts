/** JSON that is text already; of a list, with the count of its items. */
export class JsonText {
  readonly text: string;
  readonly count: number | undefined;

  constructor(text: string, count?: number) {
    this.text = text;
    this.count = count;
  }
}
