/** What a handler returns to send a success status without a body. */
export class NoContent {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}
