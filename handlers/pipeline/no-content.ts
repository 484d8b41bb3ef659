/** What a handler returns if the response has a success status but no body. */
export class NoContent {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}
