/** What a handler returns that has nothing to say but another status of success. */
export class NoContent {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}
